import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { type Listener, readingsOf } from '../../../test/readings.ts'

let app: TestApp
let readings: ReturnType<typeof readingsOf>

beforeAll(async () => {
  app = await startTestApp()
  readings = readingsOf(app)
})
afterAll(() => app.close())

/** What list, charge and stream say of one session. */
async function askAll(at: Listener, session: string) {
  const isListed = await readings.isListedAsCharged(at, session)
  const stream = (await readings.stream(at, session)).status
  const { status, body } = await readings.charge(at, session)
  return { isListed, stream, charge: [status, body.code ?? body.alreadyCharged] }
}

const paid = { isListed: true, stream: 200, charge: [200, true] }
const over = { isListed: false, stream: 402, charge: [409, 'session_over'] }

const age = (at: Listener, interval: string) =>
  app.query(
    `update plays set charged_at = now() - interval '${interval}' where consumer_id = ${at.consumer.id}`,
  )

describe('list, charge and stream have one answer to whether a reading is paid', () => {
  test.each([
    ['at once', '0', paid],
    ['after 23 hours and 59 minutes', '23 hours 59 minutes', paid],
    ['after 24 hours', '24 hours', over],
    ['after a month', '1 month', over],
  ])('%s', async (_when, interval, expected) => {
    const at = await readings.listener(20)
    await readings.charge(at, 'session-one')
    await age(at, interval)
    expect(await askAll(at, 'session-one')).toEqual(expected)
    expect(await readings.booksOf(at.consumer.id)).toEqual({ balance: 13, sum: 13, readings: 1 })
  })

  test('in another login', async () => {
    const at = await readings.listener(20)
    await readings.charge(at, 'session-one')
    const client = await app.signIn(at.consumer.username, at.tenant)
    expect(await askAll({ ...at, client }, 'session-one')).toEqual(over)
    expect(await askAll(at, 'session-one')).toEqual(paid)
  })

  test('by another consumer who says the same session', async () => {
    const at = await readings.listener(20)
    await readings.charge(at, 'session-one')
    const consumer = await app.make.consumer(at.tenant, { tokens: 7 })
    const client = await app.signIn(consumer.username, at.tenant)
    const base = `/v1/customers/${at.tenant.url}/consumers/${consumer.id}/audio`
    const others = { ...at, consumer, client, base }
    expect(await askAll(others, 'session-one')).toEqual({
      isListed: false,
      stream: 402,
      charge: [200, false],
    })
  })

  test('of a free reading too', async () => {
    const at = await readings.listener(0, 0)
    await readings.charge(at, 'session-one')
    expect(await askAll(at, 'session-one')).toEqual(paid)
    await age(at, '25 hours')
    expect(await askAll(at, 'session-one')).toEqual(over)
  })
})

describe('a session that is over', () => {
  test('is never charged again, and a new one plays', async () => {
    const at = await readings.listener(20)
    await readings.charge(at, 'session-one')
    await age(at, '25 hours')
    const answers = await Promise.all(Array.from({ length: 20 }, () => readings.charge(at, 'session-one')))
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['session_over']))
    expect(answers[0]?.body.message).toContain('Nothing was charged')
    expect(await readings.booksOf(at.consumer.id)).toEqual({ balance: 13, sum: 13, readings: 1 })
    expect((await readings.charge(at, 'session-two', '&expectedTokens=7')).body).toMatchObject({
      tokenBalance: 6,
      tokensCharged: 7,
      alreadyCharged: false,
    })
    expect((await readings.stream(at, 'session-two')).status).toBe(200)
  })

  test('says so before it speaks of a price, and says nothing of a reading that is gone', async () => {
    const at = await readings.listener(20)
    await readings.charge(at, 'session-one')
    await age(at, '25 hours')
    expect((await readings.charge(at, 'session-one', '&expectedTokens=1')).body.code).toBe('session_over')
    await app.query(`update audios set deleted_at = now() where id = ${at.audio.id}`)
    expect((await readings.charge(at, 'session-one')).status).toBe(404)
  })

  test('for one reading leaves another one paid in it playing', async () => {
    const at = await readings.listener(20)
    await readings.charge(at, 'session-one')
    await age(at, '25 hours')
    const later = { ...at, audio: await readings.upload(at.tenant) }
    await readings.charge(later, 'session-one')
    expect(await askAll(at, 'session-one')).toEqual(over)
    expect(await askAll(later, 'session-one')).toEqual(paid)
  })
})
