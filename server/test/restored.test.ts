import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buyDue } from '../src/features/auto-purchase/jobs.ts'
import { lookUpHeld } from '../src/features/delivery/look-up-held.ts'
import { messageJobs } from '../src/features/messages/index.ts'
import { compareRestored } from '../src/features/operations/compare-restored.ts'
import { holdRestored } from '../src/features/operations/index.ts'
import { reconcilePurchases } from '../src/features/payments/reconcile-purchases.ts'
import { drainLane, type Lane } from '../src/platform/lanes.ts'
import { type AutoBuyer, makeAutoRule } from './auto-buyer.ts'
import { type Buyer, capturesOf, creditsOf, makeBuyer } from './buyer.ts'
import type { TestClient } from './client.ts'
import type { MadeTenant } from './factories.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { outboxOf } from './outbox.ts'
import { openRefundDesk, type Paid, type RefundDesk } from './refunds.ts'
import { backUp, type TakenBackup } from './restored-app.ts'
import { sunburstsOf as openSunbursts, type sunburstsOf, takenSms } from './sunbursts.ts'

type Sunbursts = ReturnType<typeof sunburstsOf>

/** The product before its database was lost, and the one on what was restored. */
let app: TestApp
let after: TestApp
let backup: TakenBackup
let sun: Sunbursts
let desk: RefundDesk
let admin: TestClient

const quietOff = { SMS_QUIET_HOURS: 'off' }

const drainOutbox = async (of: TestApp) => {
  for (const lane of messageJobs(of.deps)) await drainLane(lane as Lane, of.deps.log)
}
const mailsTo = async (address: string): Promise<string[]> => {
  const response = await fetch(`${app.sandbox.url}/sandbox/messages?to=${encodeURIComponent(address)}`)
  const { data } = (await response.json()) as { data: { subject: string | null }[] }
  return data.flatMap(({ subject }) => subject ?? [])
}

let tenant: MadeTenant
let planned: number
let unplanned: number
let letterId: number
let codeId: number
let before: Paid
let bought: Buyer
let lostRule: AutoBuyer
let readers: { email: string; smsPhoneNumber: string }[]

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true, environment: quietOff })
  await app.sandbox.control('webhooks', { provider: 'stripe', lose: -1 })
  sun = openSunbursts(app)
  await sun.clock.set(new Date())
  tenant = await app.make.tenant()
  desk = await openRefundDesk(app)
  const emails = async (id: number) =>
    (await app.query<{ email: string }>(`select email from users where id = ${id}`))[0]?.email ?? ''
  const made = [await sun.subscriber(tenant), await sun.subscriber(tenant)]
  readers = await Promise.all(
    made.map(async ({ id, smsPhoneNumber }) => ({ smsPhoneNumber, email: await emails(id) })),
  )
  before = await desk.pay()
  bought = await makeBuyer(app)
  lostRule = await makeAutoRule(app, { tokens: 9 })
  await lostRule.spend(7)
  await drainOutbox(app)
  planned = await sun.text(tenant, { messageName: 'Planned before', textContent: 'Planned before it.' })
  await sun.plan()
  unplanned = await sun.text(tenant, { messageName: 'Due after', textContent: 'Due after it.' })
  const outbox = outboxOf(app)
  ;[letterId = 0] = await outbox.queue(tenant, ['waiting@letters.example'])
  ;[codeId = 0] = await outbox.queue(tenant, ['code@letters.example'], { codeLifeSeconds: 600 })

  backup = await backUp(app)

  // What the lost time brought: all of this is known to providers and people alone.
  await sun.plan()
  await sun.send()
  await drainOutbox(app)
  await bought.buy({}, 'the-click')
  await desk.refund(before, { amount: 5 }, 'the-refund')
  await buyDue(app.deps)

  after = await backup.restore(quietOff)
  await holdRestored(after.deps.db, after.deps.log)
  admin = await after.signIn(
    (await app.query<{ username: string }>(`select username from users where id = ${desk.adminId}`))[0]
      ?.username ?? '',
    null,
  )
}, 120_000)

afterAll(async () => {
  await after?.close()
  await backup?.remove()
  await app?.close()
})

const later = () => new Date(sun.clock.now().getTime() + 60_000)
async function restoredSun(): Promise<Sunbursts> {
  const restored = openSunbursts(after)
  await restored.clock.set(later())
  return restored
}
/** When the providers' books of the lost time are complete. */
const minuteLater = () => ({
  ...after.deps,
  clock: { now: () => new Date(after.deps.clock.now().getTime() + 61_000) },
})
/** Everything that the workers of the restored product would do. */
async function work(): Promise<void> {
  const restored = await restoredSun()
  await buyDue(after.deps)
  await restored.plan()
  await restored.send()
  await drainOutbox(after)
  await reconcilePurchases(after.deps)
  await lookUpHeld(after.deps)
  expect(await compareRestored(after.deps)).toBe(0)
  await buyDue(after.deps)
  expect(await compareRestored(minuteLater())).toBe(1)
  await buyDue(after.deps)
  await restored.send()
  await drainOutbox(after)
}

describe('a database restored from a backup', () => {
  test('has every row of that moment, ledger and door intact', async () => {
    const counts = (of: TestApp, upTo: string) =>
      of.query<object>(
        `select (select count(*) from users where created_at <= '${upTo}') as users,
          (select count(*) from ledger_entries where created_at <= '${upTo}') as entries,
          (select sum(balance) from wallets) is not null as has_wallets`,
      )
    expect(await counts(after, backup.manifest.takenAt)).toEqual(await counts(app, backup.manifest.takenAt))
    const doors =
      'select tgrelid::regclass::text as table, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2'
    expect(await after.query(doors)).toEqual(await app.query(doors))
    const keys = `select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as is from pg_constraint order by 1, 2`
    expect(await after.query(keys)).toEqual(await app.query(keys))
    await expect(after.query('update wallets set balance = balance + 1')).rejects.toThrow('post_ledger_entry')
  })

  test('hands out no id that the lost time may have', async () => {
    const { id } = await after.make.consumer(tenant)
    const [last] = await app.query<{ id: number }>('select max(id) as id from users')
    expect(id).toBeGreaterThan((last?.id ?? 0) + 100_000)
  })

  test('sends no SMS twice, keeps every letter in question for a person, and charges nothing twice', async () => {
    await work()
    for (const { smsPhoneNumber, email } of readers) {
      const sent = await takenSms(app, smsPhoneNumber)
      expect(sent.map(({ body }) => body).sort()).toEqual(['Due after it.', 'Planned before it.'])
      expect((await mailsTo(email)).sort()).toEqual(['Due after', 'Planned before'])
    }
    expect(await mailsTo('waiting@letters.example')).toHaveLength(1)
    expect(await mailsTo('code@letters.example')).toHaveLength(1)
    expect(await capturesOf(app, bought.consumer)).toHaveLength(1)
    expect(await capturesOf(app, lostRule.consumer)).toHaveLength(1)
    for (const text of [planned, unplanned]) {
      const fates = await (await restoredSun()).fates(text)
      expect(fates).toEqual(
        Array(2)
          .fill([expect.stringMatching(/^sms:(sent|delivered)$/), 'email:planned'])
          .flat(),
      )
    }
  })

  test('credits what was paid in the lost time, once, and takes back what was refunded', async () => {
    expect(await creditsOf(after, bought.consumer)).toEqual(await creditsOf(app, bought.consumer))
    expect(await creditsOf(after, lostRule.consumer)).toEqual([28])
    const [refund] = await after.query<{ state: string; amountCents: number }>(
      `select state, amount_cents from refunds where purchase_id = ${before.purchaseId}`,
    )
    expect(refund).toEqual({ state: 'refunded', amountCents: 500 })
    expect(await compareRestored(after.deps)).toBe(0)
    expect(await creditsOf(after, bought.consumer)).toHaveLength(1)
    expect(await after.query('select from auto_purchase_stops where allowed_at is null')).toEqual([])
  })

  test('answers a click repeated from before with the purchase that it made', async () => {
    const client = await after.signIn(bought.consumer.username, bought.tenant)
    const again = await client.post(
      `/v1/customers/${bought.tenant.url}/consumers/${bought.consumer.id}/package/purchase/stripe`,
      { paymentId: 'pm_card_visa', packageId: bought.packageId },
      { headers: { 'idempotency-key': 'the-click' } },
    )
    expect(again).toMatchObject({ status: 201, body: { message: 'Payment is successful' } })
    expect(await capturesOf(app, bought.consumer)).toHaveLength(1)
  })

  test('answers a refund repeated from before with the one that was made', async () => {
    const body = { paymentHistoryId: before.purchaseId, consumerId: before.buyer.consumer.id }
    const again = await admin.post(
      '/v1/admin/payment-history/refund',
      { ...body, isFullRefund: false, amount: 5 },
      { headers: { 'idempotency-key': 'the-refund' } },
    )
    expect(again).toMatchObject({ status: 201, body: { message: 'Payment refunded successfully.' } })
    expect(await desk.givenBack(before)).toEqual([500])
  })

  test('shows the admin what it found and holds', async () => {
    const { body } = await admin.get('/v1/admin/health')
    expect(body.restore).toMatchObject({
      backupAt: backup.manifest.takenAt,
      comparedAt: expect.any(String),
      findings: { credited: 2, refunded: 1, unresolved: [] },
      sms: { lookedUp: 0, foundSent: 4, released: 0 },
    })
    expect(body.figures.messages.held).toBe(
      body.restore.held.filter((one: { kind: string }) => one.kind === 'letter').length,
    )
    expect(body.restore.held).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'text', id: planned, letters: 2, sms: 0, name: 'Planned before' }),
        expect.objectContaining({ kind: 'text', id: unplanned, letters: 2, sms: 0, name: 'Due after' }),
        expect.objectContaining({ kind: 'letter', id: letterId, recipient: 'waiting@letters.example' }),
        expect.objectContaining({ kind: 'letter', name: expect.stringMatching(/^Your receipt from/) }),
      ]),
    )
    const [code] = await after.query(`select state, error from outbox_messages where id = ${codeId}`)
    expect(code).toEqual({ state: 'failed', error: 'expired' })
  })

  test('sends or drops what an admin decides on, once, with one audit row', async () => {
    const [{ id: restoreId } = { id: 0 }] = await after.query<{ id: number }>('select id from restores')
    const decide = (body: object) => admin.post(`/v1/admin/restores/${restoreId}/held`, body)
    const send = { kind: 'text', id: planned, decision: 'send' }
    expect((await decide(send)).body).toMatchObject({ decided: 2 })
    expect((await decide(send)).body).toMatchObject({ decided: 0 })
    expect((await decide({ ...send, decision: 'drop' })).body).toMatchObject({ decided: 0 })
    expect((await decide({ kind: 'text', id: unplanned, decision: 'drop' })).body).toMatchObject({
      decided: 2,
    })
    expect((await decide({ kind: 'letter', id: letterId, decision: 'drop' })).body).toMatchObject({
      decided: 1,
    })
    expect((await admin.post('/v1/admin/restores/999/held', send)).status).toBe(404)
    const restored = await restoredSun()
    await restored.send()
    const letters = async (text: number) =>
      (await restored.fates(text)).filter((fate) => fate.startsWith('email'))
    expect(await letters(planned)).toEqual(['email:sent', 'email:sent'])
    expect(await letters(unplanned)).toEqual(
      Array(2).fill('email:unknown It may have been sent before the database was restored.'),
    )
    expect(await mailsTo('waiting@letters.example')).toHaveLength(1)
    const rows = await after.query<{ subject: string }>(
      `select subject from audit_entries where action = 'decide-held' order by id`,
    )
    expect(rows.map(({ subject }) => subject)).toEqual([
      `short-text:${planned}`,
      `short-text:${unplanned}`,
      `outbox-message:${letterId}`,
    ])
  })
})
