import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type AutoBuyer,
  automaticOf,
  debit,
  lettersTo,
  makeAutoRule,
  passTime,
  runAutoPurchases,
} from '../../../test/auto-buyer.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { intentsOf } from '../../../test/provider.ts'
import { formatMoment } from '../../platform/zoned-time.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  await app.sandbox.control('webhooks', { provider: 'stripe', lose: -1 })
})
afterAll(() => app.close())
afterEach(() => fetch(`${app.sandbox.url}/sandbox/control/faults`, { method: 'DELETE' }))

const run = () => runAutoPurchases(app)
const decline = (code: string, times = 1) =>
  app.sandbox.control('faults', { provider: 'stripe', kind: 'decline', code, times })
/** The text of the last email to a consumer. */
async function textOfLast({ consumer }: AutoBuyer): Promise<string> {
  const [email] = await app.query<{ text: string }>(
    `select text from outbox_messages where recipient = '${consumer.email}' order by id desc limit 1`,
  )
  return email?.text ?? ''
}
async function zoneOf({ tenant }: AutoBuyer): Promise<string> {
  const [row] = await app.query<{ timeZone: string }>(`select time_zone from tenants where id = ${tenant.id}`)
  return row?.timeZone ?? ''
}

describe('a declined automatic purchase', () => {
  test('is emailed at once, retried 1, 6 and 24 hours later, even at a balance of 0, and then pauses the rule', async () => {
    const buyer = await makeAutoRule(app, { tokens: 7, paymentId: 'pm_card_chargeCustomerFail' })
    await buyer.spend(7)
    const waits: [hours: number, tries: number][] = [
      [1, 1],
      [6, 2],
      [24, 3],
    ]
    for (const [hours, tries] of waits) {
      await run()
      const { rule } = await buyer.read()
      expect(rule).toMatchObject({
        state: 'active',
        failureMessage: expect.stringContaining('declined'),
        waitReason: 'declined',
      })
      const secondsLeft = (Date.parse(rule?.nextTryAt ?? '') - Date.now()) / 1_000
      expect(Math.abs(secondsLeft - hours * 3_600)).toBeLessThan(300)
      await passTime(app, buyer, hours - 0.2)
      await run()
      expect(await automaticOf(app, buyer)).toHaveLength(tries)
      await passTime(app, buyer, 0.3)
    }
    await run()
    expect(await automaticOf(app, buyer)).toHaveLength(4)
    expect((await buyer.read()).rule).toMatchObject({
      state: 'paused',
      pauseReason: 'declined',
      nextTryAt: null,
    })
    await passTime(app, buyer, 100)
    await run()
    expect(await automaticOf(app, buyer)).toHaveLength(4)
    expect((await lettersTo(app, buyer)).slice(1)).toEqual([
      'Your automatic purchase did not go through',
      'Your automatic purchase is paused',
    ])
    // None of them uses up what the consumer may have declined.
    const used = `select from rate_counters where key = 'card-declines:${buyer.consumer.id}' and count > 0`
    expect(await app.query(used)).toEqual([])
  })

  test('names the time of the retry in its email, and a debit before that fires nothing', async () => {
    const buyer = await makeAutoRule(app, { paymentId: 'pm_card_chargeCustomerFail' })
    await buyer.spend()
    await run()
    const at = Date.parse((await buyer.read()).rule?.nextTryAt ?? '')
    expect(await textOfLast(buyer)).toContain(
      `We try again on ${formatMoment(new Date(at), await zoneOf(buyer))} if your balance is still at 2 tokens or below then.`,
    )
    await debit(app, buyer, 1, 'sunburst')
    await run()
    expect(await automaticOf(app, buyer)).toHaveLength(1)
  })

  test('is not retried by time once the balance is above the threshold, but by the next debit that lowers it', async () => {
    const buyer = await makeAutoRule(app)
    await decline('insufficient_funds')
    await buyer.spend()
    await run()
    await app.make.grant(buyer.consumer, 5)
    expect((await buyer.read()).rule).toMatchObject({ waitReason: null, nextTryAt: expect.any(String) })
    await passTime(app, buyer, 1.1)
    await run()
    expect(await automaticOf(app, buyer)).toHaveLength(1)
    expect((await buyer.read()).rule).toMatchObject({ waitReason: null, nextTryAt: null })
    await buyer.spend(5)
    await run()
    expect(await automaticOf(app, buyer)).toMatchObject([{ state: 'failed' }, { state: 'settled' }])
  })
})

describe('a rule buys no more', () => {
  /** A rule that has bought three times today, with the tokens of the last purchase. */
  async function fillDay(): Promise<AutoBuyer> {
    const buyer = await makeAutoRule(app)
    await buyer.spend(9)
    await run()
    for (const spent of [28, 28]) {
      await buyer.spend(spent)
      await run()
    }
    expect(await automaticOf(app, buyer)).toHaveLength(3)
    return buyer
  }

  test('than three in a day: the rule says until when it waits, emails that once, and continues by itself', async () => {
    const buyer = await fillDay()
    const { rule: before, blockedBy } = await buyer.read()
    expect(before).toMatchObject({ waitReason: null, nextTryAt: null })
    expect(blockedBy).toEqual({ reason: 'limit', until: expect.any(String) })
    await buyer.spend(28)
    for (let round = 0; round < 2; round++) await run()
    const { rule } = await buyer.read()
    expect(rule).toMatchObject({ state: 'active', waitReason: 'limit', nextTryAt: blockedBy?.until })
    expect((await lettersTo(app, buyer)).filter((subject) => subject.includes('waits'))).toHaveLength(1)
    expect(await textOfLast(buyer)).toContain(
      `is bought on ${formatMoment(new Date(blockedBy?.until ?? ''), await zoneOf(buyer))} if your balance is still`,
    )
    expect(await automaticOf(app, buyer)).toHaveLength(3)
    await passTime(app, buyer, 24)
    await run()
    expect(await automaticOf(app, buyer)).toHaveLength(4)
    expect((await buyer.read()).rule).toMatchObject({ waitReason: null, nextTryAt: null })
  })

  test('than three in a day: a rule turned off and on says when it buys, not that it buys now', async () => {
    const buyer = await fillDay()
    await buyer.spend(28)
    await buyer.toggle(false)
    const { message, blockedBy } = (await buyer.toggle(true)).body
    const at = formatMoment(new Date(blockedBy.until), await zoneOf(buyer))
    expect(message).toContain(
      `is bought on ${at}. Automatic purchases have reached their limit for 24 hours.`,
    )
    await run()
    expect(await automaticOf(app, buyer)).toHaveLength(3)
  })

  test('than eight tries in a day, however often the consumer resumes it', async () => {
    const buyer = await makeAutoRule(app, { tokens: 1, paymentId: 'pm_card_chargeCustomerFail' })
    for (let round = 0; round < 11; round++) {
      await run()
      await buyer.resume()
    }
    expect(await intentsOf(app, buyer.consumer)).toHaveLength(8)
    expect((await buyer.read()).rule).toMatchObject({ waitReason: 'limit' })
  })
})
