import { mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OpenFiles } from './open-files.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-open-'))
  for (const name of ['a', 'b', 'c']) await writeFile(join(folder, name), name.repeat(3))
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true, force: true })
})

const openIn = vi.fn((key: string) => open(join(folder, key), 'r').catch(() => null))
beforeEach(() => void openIn.mockClear())

/** How many files of the folder this process has open. */
async function countOpen(): Promise<number> {
  const { readlink } = await import('node:fs/promises')
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  return links.filter((target) => target.startsWith(folder)).length
}

async function read(files: OpenFiles, key: string): Promise<string | null> {
  const file = await files.use(key)
  if (!file) return null
  const { buffer } = await file.handle.read(Buffer.alloc(file.sizeBytes), 0, file.sizeBytes, 0)
  file.release()
  return String(buffer)
}

test('a file is opened once for many who read it at once and after each other', async () => {
  const files = new OpenFiles(openIn)
  expect(await Promise.all(Array.from({ length: 20 }, () => read(files, 'a')))).toEqual(Array(20).fill('aaa'))
  expect(await read(files, 'a')).toBe('aaa')
  expect(openIn).toHaveBeenCalledTimes(1)
  await files.forget('a')
  await expect.poll(countOpen).toBe(0)
})

test('a missing file is asked for each time', async () => {
  const files = new OpenFiles(openIn)
  expect(await read(files, 'new')).toBeNull()
  await writeFile(join(folder, 'new'), 'here')
  expect(await read(files, 'new')).toBe('here')
})

test('one that is forgotten is read to its end by who has it, and then closed', async () => {
  const files = new OpenFiles(openIn)
  const reader = await files.use('a')
  await writeFile(join(folder, 'other'), 'new')
  await rename(join(folder, 'other'), join(folder, 'a'))
  await files.forget('a')
  expect(await read(files, 'a')).toBe('new')
  const { buffer } = (await reader?.handle.read(Buffer.alloc(3), 0, 3, 0)) ?? {}
  expect(String(buffer)).toBe('aaa')
  reader?.release()
  reader?.release()
  await expect.poll(countOpen).toBe(1)
})

test('no more than so many stay open, and the oldest goes', async () => {
  const files = new OpenFiles(openIn, { filesMax: 2 })
  for (const key of ['a', 'b', 'c']) await read(files, key)
  await expect.poll(countOpen).toBe(2)
})

test('one that nobody asks for again is closed in time', async () => {
  const files = new OpenFiles(openIn, { keptMs: 20 })
  await read(files, 'a')
  await expect.poll(countOpen).toBe(0)
})
