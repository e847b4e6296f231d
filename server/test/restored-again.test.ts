import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lookUpHeld } from '../src/features/delivery/look-up-held.ts'
import { compareRestored } from '../src/features/operations/compare-restored.ts'
import { holdRestored } from '../src/features/operations/index.ts'
import { makeReference } from '../src/features/payments/purchase-reference.ts'
import { noteRestore } from '../src/platform/restores.ts'
import { capturesOf, makeBuyer } from './buyer.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { outboxOf } from './outbox.ts'
import { noon, sunburstsOf, takenSms } from './sunbursts.ts'

const hourMs = 3_600_000

let app: TestApp
let sun: ReturnType<typeof sunburstsOf>
let morning = noon

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true, environment: { SMS_QUIET_HOURS: 'off' } })
  sun = sunburstsOf(app)
})
// A day for each test: none lies in the time that the restores of another have lost.
beforeEach(() => {
  morning = new Date(morning.getTime() + 24 * hourMs)
  return sun.clock.set(morning)
})
afterAll(() => app.close())

const hoursLater = (hours: number) => new Date(morning.getTime() + hours * hourMs)

/** As if the database had been loaded just now from a backup of two hours ago; nothing of it runs yet. */
async function restore(): Promise<number> {
  await sun.clock.stands()
  const backupAt = new Date(sun.clock.now().getTime() - 2 * hourMs)
  const { id } = await noteRestore(app.deps.db.reader, backupAt)
  await holdRestored(app.deps.db, app.deps.log)
  return id
}

/** What the restores since hold of a text. */
const heldOf = (textId: number) =>
  app.query<{ restoreId: number | null; heldFor: string | null }>(
    `select restore_id, held_for from deliveries where text_id = ${textId} order by consumer_id, medium desc`,
  )

describe('an SMS that was sent before the backup and comes back after the restore', () => {
  /** It has left once by what the database knows; it comes back for the quiet hours once the database was restored. */
  async function sendReturned() {
    const tenant = await app.make.tenant()
    const { smsPhoneNumber } = await sun.subscriber(tenant, { mediums: ['sms'] })
    const textContent = `Let breakfast take an hour, ${smsPhoneNumber}.`
    const textId = await sun.text(tenant, { textContent })
    await sun.plan()
    const own = { provider: 'twilio', path: smsPhoneNumber }
    // However soon it comes back, we hear of it later.
    await app.sandbox.control('webhooks', { provider: 'twilio', delayMs: hourMs })
    await app.sandbox.control('faults', { ...own, kind: 'decline', code: '30610' })
    await sun.send()
    expect(await sun.fates(textId)).toEqual(['sms:sent'])
    const restoreId = await restore()
    await app.sandbox.control('webhooks', { provider: 'twilio', delayMs: 0 })
    await app.sandbox.control('webhooks/flush', {})
    const sendAgain = () => app.deps.sms.sendSms({ to: smsPhoneNumber, text: textContent })
    return { textId, restoreId, smsPhoneNumber, sendAgain }
  }

  test('is not sent a third time where it left again in the lost time', async () => {
    const { textId, restoreId, smsPhoneNumber, sendAgain } = await sendReturned()
    await sendAgain()
    await expect.poll(() => heldOf(textId)).toEqual([{ restoreId, heldFor: 'look-up' }])
    await sun.clock.set(hoursLater(2))
    await sun.send()
    await lookUpHeld(app.deps)
    await sun.send()
    expect(await sun.fates(textId)).toEqual([expect.stringMatching(/^sms:(sent|delivered)$/)])
    expect(await takenSms(app, smsPhoneNumber)).toHaveLength(2)
  })

  test('leaves again where the provider has none but the one that came back', async () => {
    const { textId, restoreId, smsPhoneNumber } = await sendReturned()
    await expect.poll(() => heldOf(textId)).toEqual([{ restoreId, heldFor: 'look-up' }])
    await sun.clock.set(hoursLater(2))
    await lookUpHeld(app.deps)
    expect(await sun.fates(textId)).toEqual(['sms:planned quiet-hours'])
    await sun.send()
    await expect.poll(() => sun.fates(textId)).toEqual(['sms:delivered'])
    expect(await takenSms(app, smsPhoneNumber)).toHaveLength(2)
  })
})

test('a second restore takes over what the first one still holds, due later as well', async () => {
  const tenant = await app.make.tenant()
  await sun.subscriber(tenant)
  const textId = await sun.text(tenant)
  await sun.plan()
  const outbox = outboxOf(app)
  const letters = await outbox.queue(tenant, ['twice@letters.example'])
  const first = await restore()
  expect(await heldOf(textId)).toEqual([
    { restoreId: first, heldFor: 'look-up' },
    { restoreId: first, heldFor: 'decision' },
  ])
  await app.query(
    `update deliveries set send_after = present() + interval '3 hours' where text_id = ${textId}`,
  )
  const second = await restore()
  expect(await heldOf(textId)).toEqual([
    { restoreId: second, heldFor: 'look-up' },
    { restoreId: second, heldFor: 'decision' },
  ])
  const held = await app.query(`select restore_id, state from outbox_messages where id in (${letters})`)
  expect(held).toEqual([{ restoreId: second, state: 'held' }])
})

test('packages are bought automatically again once each restore was compared to its end', async () => {
  await app.query('update restores set compared_at = now()')
  const stopped = () => app.query('select from auto_purchase_stops where allowed_at is null')
  /** Both books are complete some hours after. */
  const compareAt = (instant: Date) => compareRestored({ ...app.deps, clock: { now: () => instant } })
  await restore()
  await sun.clock.set(hoursLater(24))
  await restore()
  expect(await compareAt(hoursLater(20))).toBe(1)
  expect(await stopped()).toHaveLength(1)
  expect(await compareAt(hoursLater(48))).toBe(1)
  expect(await stopped()).toEqual([])
})

test('a click repeated while its payment is being found again is told to wait, and charged nothing', async () => {
  const buyer = await makeBuyer(app)
  const { tenant, consumer, packageId } = buyer
  const key = 'clicked-before'
  const named = { tenantId: tenant.id, consumerId: consumer.id, packageId, idempotencyKey: key }
  const numberOfTokens = (
    await app.query<{ tokens: number }>(
      `select number_of_tokens as tokens from packages where id = ${packageId}`,
    )
  )[0]?.tokens
  const reference = makeReference({ ...named, numberOfTokens: numberOfTokens ?? 0 })
  await buyer.buy({}, 'another-click')
  await app.query(`
    update purchases set state = 'failed', failure_code = 'abandoned', settled_at = null, idempotency_key = null,
      reference = '${reference}' where consumer_id = ${consumer.id}`)
  const again = await buyer.buy({}, key)
  expect(again).toMatchObject({ body: { code: 'payment_pending' } })
  expect(await capturesOf(app, consumer)).toHaveLength(1)
})
