import { expect, test, vi } from 'vitest'
import { lazily } from './lazily.ts'

test('a thing is made when it is first needed, and once', async () => {
  const make = vi.fn(async () => ({}))
  const thing = lazily(make)
  expect(make).not.toHaveBeenCalled()
  const [first, beside] = await Promise.all([thing(), thing()])
  expect(beside).toBe(first)
  expect(await thing()).toBe(first)
  expect(make).toHaveBeenCalledTimes(1)
})

test('what could not be made is tried again', async () => {
  const make = vi.fn(async () => 'made').mockRejectedValueOnce(new Error('too many open files'))
  const thing = lazily(make)
  await expect(thing()).rejects.toThrow('too many open files')
  expect(await thing()).toBe('made')
})
