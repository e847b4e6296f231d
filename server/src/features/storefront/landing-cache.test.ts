import { expect, test } from 'vitest'
import { finishPage, LandingCache } from './landing-cache.ts'

test('a page that is made again and says the same is not compressed again', async () => {
  let nowMs = 0
  let says = 'Welcome'
  const cache = new LandingCache(
    async () => finishPage({ html: says, styleHash: 'sha256-none' }),
    () => nowMs,
  )
  const first = await cache.get('aurora')
  nowMs = 61_000
  expect(await cache.get('aurora')).toBe(first)
  nowMs = 122_000
  says = 'Welcome back'
  await cache.get('aurora')
  await expect.poll(() => cache.kept('aurora')?.html.toString()).toBe('Welcome back')
})
