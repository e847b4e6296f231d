import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { readingsOf } from '../../../test/readings.ts'

let app: TestApp
let readings: ReturnType<typeof readingsOf>

beforeAll(async () => {
  app = await startTestApp()
  readings = readingsOf(app)
})
afterAll(() => app.close())

describe('a reading whose price changed since it was shown', () => {
  test('is not charged: 409 with the present price', async () => {
    const at = await readings.listener(20)
    await readings.setPrice(at.tenant.categoryId, 9)
    const answer = await readings.charge(at, 'session-one', '&expectedTokens=7')
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ code: 'price_changed', numberOfTokens: 9 })
    expect(answer.body.message).toContain('Nothing was charged')
    expect(await readings.booksOf(at.consumer.id)).toEqual({ balance: 20, sum: 20, readings: 0 })
    expect((await readings.stream(at, 'session-one')).status).toBe(402)
    const confirmed = await readings.charge(at, 'session-one', '&expectedTokens=9')
    expect(confirmed.body).toMatchObject({ tokenBalance: 11, tokensCharged: 9, alreadyCharged: false })
  })

  test.each([
    ['less than shown', 7, 5],
    ['free now', 7, 0],
    ['free when shown', 0, 7],
    ['more than the balance', 7, 700],
  ])('is not charged either where it is %s', async (_what, shown, present) => {
    const at = await readings.listener(7, present)
    const answer = await readings.charge(at, 'session-one', `&expectedTokens=${shown}`)
    expect([answer.status, answer.body.code, answer.body.numberOfTokens]).toEqual([
      409,
      'price_changed',
      present,
    ])
    expect(await readings.booksOf(at.consumer.id)).toEqual({ balance: 7, sum: 7, readings: 0 })
    expect((await readings.stream(at, 'session-one')).status).toBe(402)
  })

  test('that is charged already answers so, whatever it costs by now', async () => {
    const at = await readings.listener(20)
    await readings.charge(at, 'session-one', '&expectedTokens=7')
    await readings.setPrice(at.tenant.categoryId, 9)
    const again = await readings.charge(at, 'session-one', '&expectedTokens=7')
    expect(again.status).toBe(200)
    expect(again.body).toMatchObject({ tokenBalance: 13, tokensCharged: 0, alreadyCharged: true })
  })

  test('is charged as it stands by who says nothing of a price', async () => {
    const at = await readings.listener(20, 9)
    expect((await readings.charge(at, 'session-one')).body).toMatchObject({ tokensCharged: 9 })
  })

  test.each(['-1', '7.5', '0x7', 'seven', '', '3000000000'])('the price "%s" is 400', async (price) => {
    const at = await readings.listener(20)
    const answer = await readings.charge(at, 'session-one', `&expectedTokens=${price}`)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
  })

  test('in 200 random interleavings with changes of the price never costs a token other than shown', async () => {
    const at = await readings.listener(100_000, 1)
    const random = randomOf(20_261_122)
    const shownBySession = new Map<string, number>()
    let price = 1
    for (let round = 0; round < 200; round++) {
      const next = random(12)
      const charges = Array.from({ length: 1 + random(3) }, (_, index) => {
        const session = `round-${round}-charge-${index}`
        const shown = random(2) === 0 ? price : next
        shownBySession.set(session, shown)
        return () => readings.charge(at, session, `&expectedTokens=${shown}`)
      })
      const acts = [...charges, () => readings.setPrice(at.tenant.categoryId, next)]
      const inAnyOrder = acts.map((act) => ({ act, place: random(1_000) })).sort((a, b) => a.place - b.place)
      const answers = await Promise.all(inAnyOrder.map(({ act }) => act()))
      for (const answer of answers) if (answer) expect([200, 409]).toContain(answer.status)
      price = next
    }
    const charged = await app.query<{ session: string; tokens: number; debit: number | null }>(
      `select p.session, p.tokens, e.debit from plays p left join ledger_entries e
         on e.reference = 'play:' || p.consumer_id || ':' || p.audio_id || ':' || p.session
       where p.consumer_id = ${at.consumer.id}`,
    )
    expect(charged.map(({ session, debit }) => [session, debit ?? 0])).toEqual(
      charged.map(({ session }) => [session, shownBySession.get(session)]),
    )
    // Both outcomes must have come up, else it showed nothing.
    expect(charged.length).toBeGreaterThan(50)
    expect(shownBySession.size - charged.length).toBeGreaterThan(50)
    const spent = charged.reduce((sum, { tokens }) => sum + tokens, 0)
    expect(await readings.booksOf(at.consumer.id)).toMatchObject({
      balance: 100_000 - spent,
      sum: 100_000 - spent,
    })
  })
})

describe('a reading that costs 0 tokens', () => {
  test('plays: a play, no ledger entry, 200 with nothing charged', async () => {
    const at = await readings.listener(3, 0)
    const answer = await readings.charge(at, 'session-one', '&expectedTokens=0')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      tokenBalance: 3,
      tokensCharged: 0,
      alreadyCharged: false,
      message: 'This reading is free.',
    })
    expect(await readings.booksOf(at.consumer.id)).toEqual({ balance: 3, sum: 3, readings: 0 })
    expect(await app.query(`select tokens from plays where consumer_id = ${at.consumer.id}`)).toEqual([
      { tokens: 0 },
    ])
    expect((await readings.stream(at, 'session-one')).status).toBe(200)
    expect(await readings.isListedAsCharged(at, 'session-one')).toBe(true)
  })

  test('plays with an empty wallet, and fifty times at once as one play', async () => {
    const at = await readings.listener(0, 0)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => readings.charge(at, 'the-same-session')),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(answers.filter(({ body }) => body.alreadyCharged === false)).toHaveLength(1)
    expect(await readings.booksOf(at.consumer.id)).toEqual({ balance: 0, sum: 0, readings: 0 })
  })

  test('does not stream without a play', async () => {
    const at = await readings.listener(3, 0)
    expect((await readings.stream(at, 'session-one')).status).toBe(402)
  })
})

/** Whole numbers from 0 below a bound, the same ones for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
