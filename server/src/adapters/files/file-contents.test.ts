import { expect, test, vi } from 'vitest'
import { FileContents } from './file-contents.ts'

const file = (sizeBytes: number) => vi.fn(async () => Buffer.alloc(sizeBytes, 'a'))

/** Asks for a file as the store does; how often it was read tells whether it was kept. */
async function ask(contents: FileContents, key: string, sizeBytes: number, read = file(sizeBytes)) {
  return contents.get(key) ?? (await contents.keep(key, sizeBytes, read))
}

test('a file is kept whole from the second time on, and read once for many who ask at once', async () => {
  const contents = new FileContents()
  const read = file(10)
  expect(await ask(contents, 'a', 10, read)).toBeUndefined()
  expect(read).not.toHaveBeenCalled()
  const asked = await Promise.all(Array.from({ length: 20 }, () => ask(contents, 'a', 10, read)))
  expect(asked.map((content) => content?.length)).toEqual(Array(20).fill(10))
  expect(await ask(contents, 'a', 10, read)).toHaveLength(10)
  expect(read).toHaveBeenCalledTimes(1)
})

test('no more is kept than there is room for, and a large file not at all', async () => {
  const contents = new FileContents({ bytesMax: 30, fileBytesMax: 20 })
  for (const key of ['a', 'b', 'c']) {
    await ask(contents, key, 15)
    await ask(contents, key, 15)
  }
  expect(['a', 'b', 'c'].map((key) => contents.get(key)?.length)).toEqual([undefined, 15, 15])
  await ask(contents, 'large', 21)
  expect(await ask(contents, 'large', 21)).toBeUndefined()
})

test('one that is forgotten is gone, also where it is just being read', async () => {
  const contents = new FileContents()
  await ask(contents, 'a', 5)
  const slow = Promise.withResolvers<Buffer>()
  const asked = contents.keep('a', 5, () => slow.promise)
  contents.forget('a')
  slow.resolve(Buffer.alloc(5))
  expect(await asked).toHaveLength(5)
  expect(contents.get('a')).toBeUndefined()
})

test('one that could not be read is asked for again', async () => {
  const contents = new FileContents()
  await ask(contents, 'a', 5)
  await expect(contents.keep('a', 5, () => Promise.reject(new Error('disk')))).rejects.toThrow('disk')
  expect(await ask(contents, 'a', 5)).toHaveLength(5)
})

test('what nobody asks for any more is given up in time', async () => {
  const contents = new FileContents({ keptMs: 20 })
  await ask(contents, 'a', 5)
  await ask(contents, 'a', 5)
  await expect.poll(() => contents.get('a')).toBeUndefined()
})
