import type { TextReport } from '@almanac/contract/delivery'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { noon, sunburstsOf } from '../../../test/sunbursts.ts'

let app: TestApp
let sun: ReturnType<typeof sunburstsOf>

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  sun = sunburstsOf(app)
})
afterAll(() => app.close())

/** What the ledger itself has of a text. */
async function ledgerOf(textId: number): Promise<{ taken: number; returned: number }> {
  const [sums] = await app.query<{ taken: number; returned: number }>(
    `select coalesce(sum(debit), 0)::int as taken, coalesce(sum(credit), 0)::int as returned from ledger_entries
     where reference like 'delivery:${textId}:%' or reference like 'delivery-return:${textId}:%'`,
  )
  return sums ?? { taken: -1, returned: -1 }
}

test('tokens taken and returned are those of the ledger, from the plan to the last report', async () => {
  const tenant = await app.make.tenant()
  const operator = await app.signIn((await app.make.operator(tenant)).username, tenant)
  const both = () => sun.subscriber(tenant)
  const bySms = (smsPhoneNumber: string) => sun.subscriber(tenant, { mediums: ['sms'], smsPhoneNumber })
  await both()
  const leaving = await both()
  await sun.subscriber(tenant, { tokens: 1 })
  await sun.subscriber(tenant, { tokens: 0 })
  // Reported as unreachable, no number at all, unsubscribed at the provider; and one for whom it is night.
  await bySms('+16175550130')
  await bySms('+15005550001')
  await bySms('+15005550004')
  await sun.subscriber(tenant, { mediums: ['sms'], timeZone: 'Asia/Tokyo' })
  const textId = await sun.text(tenant)
  const report = async (): Promise<TextReport> =>
    (await operator.get(`/v1/customers/${tenant.url}/short-text/${textId}/report`)).body
  const figures = ({ fates }: TextReport) =>
    Object.fromEntries(fates.flatMap(({ fate, count }) => (count > 0 ? [[fate, count]] : [])))
  async function expectLedger() {
    const { tokensTaken, tokensReturned } = await report()
    expect({ taken: tokensTaken, returned: tokensReturned }).toEqual(await ledgerOf(textId))
    return { tokensTaken, tokensReturned }
  }

  expect(await expectLedger()).toEqual({ tokensTaken: 0, tokensReturned: 0 })
  await sun.plan()
  expect(await expectLedger()).toEqual({ tokensTaken: 9, tokensReturned: 0 })
  expect(figures(await report())).toEqual({ waiting: 8, held: 1, skipped: 3 })
  await app.query(`delete from subscriptions where consumer_id = ${leaving.id} and medium = 'email'`)
  await sun.send()
  await expect
    .poll(async () => figures(await report()))
    .toEqual({ held: 1, sent: 1, delivered: 3, failed: 3, skipped: 4 })
  expect(await expectLedger()).toEqual({ tokensTaken: 9, tokensReturned: 4 })
  const { recipients, messages, heldUntil } = await report()
  expect([recipients, messages]).toEqual([8, 12])
  expect(heldUntil?.firstDateTime).toBe('2026-11-17T23:00:00.000Z')
  await sun.clock.set(new Date(noon.getTime() + 6.1 * 3_600_000))
  await sun.send()
  await expect.poll(async () => (await report()).heldUntil).toBeNull()
  await expectLedger()
  await sun.clock.set(noon)
})
