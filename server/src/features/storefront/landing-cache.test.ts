import { expect, test } from 'vitest'
import { finishPage, LandingCache } from './landing-cache.ts'

/** A cache of one page, whose words, last instant and fate the test decides. */
function openCache() {
  const world = { nowMs: 0, says: 'Welcome', validUntilMs: Number.MAX_SAFE_INTEGER, isDown: false }
  const cache = new LandingCache(
    async () => {
      if (world.isDown) throw new Error('The database is down.')
      const page = finishPage({ html: world.says, styleHash: 'sha256-none' })
      return { page, validUntil: new Date(world.validUntilMs) }
    },
    () => world.nowMs,
  )
  const read = async () => (await cache.get('aurora'))?.html.toString()
  return { world, cache, read }
}

test('a page that is made again and says the same is not compressed again', async () => {
  const { world, cache } = openCache()
  const first = await cache.get('aurora')
  world.nowMs = 61_000
  expect(await cache.get('aurora')).toBe(first)
  world.nowMs = 122_000
  world.says = 'Welcome back'
  await cache.get('aurora')
  await expect.poll(() => cache.kept('aurora')?.html.toString()).toBe('Welcome back')
})

test('a page is served to the last millisecond for which it is true, and to nobody after it', async () => {
  const { world, read } = openCache()
  Object.assign(world, { says: 'The Sun is in Scorpio', validUntilMs: 10_000 })
  await read()
  Object.assign(world, { says: 'The Sun is in Sagittarius', validUntilMs: 90_000 })
  world.nowMs = 9_999
  expect(await read()).toBe('The Sun is in Scorpio')
  world.nowMs = 10_000
  expect(await read()).toBe('The Sun is in Sagittarius')
})

test('yesterday’s page is better than none', async () => {
  const { world, read } = openCache()
  world.validUntilMs = 10_000
  await read()
  Object.assign(world, { nowMs: 20_000, isDown: true })
  expect(await read()).toBe('Welcome')
  const { world: fresh, read: readFresh } = openCache()
  fresh.isDown = true
  await expect(readFresh()).rejects.toThrow('The database is down.')
})

test('a page that was begun before a change is kept for nobody who comes after it', async () => {
  const making: ((says: string) => void)[] = []
  const cache = new LandingCache(
    (slug) =>
      new Promise((resolve) => {
        making.push((says) =>
          resolve({ page: finishPage({ html: `${slug} ${says}`, styleHash: 'sha256-none' }) }),
        )
      }),
    () => 0,
  )
  const before = cache.get('aurora')
  cache.drop()
  const after = cache.get('aurora')
  making[1]?.('now')
  making[0]?.('before')
  expect((await before)?.html.toString()).toBe('aurora before')
  expect((await after)?.html.toString()).toBe('aurora now')
  expect(cache.kept('aurora')?.html.toString()).toBe('aurora now')
})
