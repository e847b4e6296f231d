import { expect, test } from 'vitest'
import { gather } from './gather.ts'

/** Work whose calls end when they are told to. */
function openWork() {
  const calls: { items: readonly number[]; end: (error?: Error) => void }[] = []
  const ask = gather<number>(
    (items) =>
      new Promise((resolve, reject) => {
        calls.push({ items, end: (error) => (error ? reject(error) : resolve()) })
      }),
  )
  return { ask, calls, batches: () => calls.map(({ items }) => [...items]) }
}

test('what comes while work is under way goes together with the next', async () => {
  const { ask, calls, batches } = openWork()
  const first = ask(1)
  await expect.poll(batches).toEqual([[1]])
  const others = [ask(2), ask(3)]
  await Promise.resolve()
  expect(batches()).toEqual([[1]])
  calls[0]?.end()
  await first
  await expect.poll(batches).toEqual([[1], [2, 3]])
  calls[1]?.end()
  await Promise.all(others)
})

test('a batch that fails is told to those of it alone, and the next is done', async () => {
  const { ask, calls, batches } = openWork()
  const failing = expect(Promise.all([ask(1), ask(2)])).rejects.toThrow('away')
  await expect.poll(batches).toEqual([[1, 2]])
  const next = ask(3)
  calls[0]?.end(new Error('away'))
  await failing
  await expect.poll(batches).toEqual([[1, 2], [3]])
  calls[1]?.end()
  await next
})
