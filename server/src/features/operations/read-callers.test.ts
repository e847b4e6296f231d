import type { Caller } from '@almanac/contract/operations'
import Stripe from 'stripe'
import twilio from 'twilio'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import { type Desk, openDesk } from '../../../test/desk.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { noteCall } from '../../platform/callers.ts'
import { createLog } from '../../platform/log.ts'
import { noteRestore } from '../../platform/restores.ts'
import { sandboxAccount } from '../../sandbox-account.ts'
import { holdRestored } from './hold-restored.ts'

let app: TestApp
let admin: TestClient
let desk: Desk
const stripe = new Stripe(sandboxAccount.stripeSecretKey)

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signIn((await app.make.admin()).username, null)
  desk = await openDesk(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.query('with gone as (delete from refunds) delete from purchases')
  await app.query('delete from deliveries')
  await app.query('delete from callers')
  await app.query(
    `insert into callers (name, watched_from)
     select name, now() - interval '30 days' from unnest(array['stripe', 'paypal', 'sms']) as name`,
  )
})

const read = async (): Promise<Caller[]> => (await admin.get('/v1/admin/health')).body.callers
async function readOne(name: Caller['name']): Promise<Caller> {
  const found = (await read()).find((caller) => caller.name === name)
  if (!found) throw new Error(`${name} is not in use`)
  return found
}
const silent = async () => (await read()).filter(({ isSilent }) => isSilent).map(({ name }) => name)
const heard = (name: Caller['name'], ago: string) =>
  app.query(`update callers set last_heard_at = now() - interval '${ago}' where name = '${name}'`)

interface Sold {
  provider?: 'stripe' | 'paypal'
  account?: string
  begun: string
  /** Null where it has not settled. */
  settled: string | null
  count?: number
}

/** Payments that were begun and have settled so long ago; answers their ids. */
async function sell({ provider = 'stripe', account = 'sandbox', begun, settled, count = 1 }: Sold) {
  const rows = await app.query<{ id: number }>(
    `insert into purchases (tenant_id, consumer_id, package_id, package_name, number_of_tokens, amount_cents, provider,
       provider_account, payment_method, request_hash, state, created_at, settled_at)
     select ${desk.tenant.id}, ${desk.consumer.id}, ${desk.packageId}, 'A Month of Tuesdays', 28, 2520, '${provider}',
       '${account}', '${provider === 'stripe' ? 'Stripe' : 'PayPal'}', 'hash', '${settled ? 'settled' : 'started'}',
       now() - interval '${begun}', ${settled ? `now() - interval '${settled}'` : 'null'}
     from generate_series(1, ${count}) returning id`,
  )
  return rows.map(({ id }) => id)
}

/** Refunds of a payment; the sums that the database compares at the commit are put right with them. */
async function giveBack(purchaseId: number, ago: string, state = 'refunded') {
  await app.query(
    `with given as (
       insert into refunds (tenant_id, consumer_id, purchase_id, provider, amount_cents, state, created_at, sent_at)
       values (${desk.tenant.id}, ${desk.consumer.id}, ${purchaseId}, 'stripe', 100, '${state}',
         now() - interval '${ago}', now() - interval '${ago}')
     )
     update purchases set refunded_cents = refunded_cents + 100 where id = ${purchaseId}`,
  )
}

async function sendOut(sent: { charged: string; left: string | null; medium?: 'sms' | 'email' }) {
  const { charged, left, medium = 'sms' } = sent
  const [row] = await app.query<{ id: number }>(
    `with text as (
       insert into short_texts (tenant_id, category_id, message_name, text_content, disburse_at)
       values (${desk.tenant.id}, ${desk.tenant.categoryId}, 'Breakfast', 'Take an hour.', now()) returning id
     )
     insert into deliveries (tenant_id, text_id, consumer_id, medium, recipient, tokens, state, send_after, created_at, sent_at)
     select ${desk.tenant.id}, id, ${desk.consumer.id}, '${medium}', 'x', 1, '${left ? 'sent' : 'planned'}', now(),
       now() - interval '${charged}', ${left ? `now() - interval '${left}'` : 'null'} from text returning id`,
  )
  return row?.id ?? 0
}

async function sendEvent(secret: string): Promise<number> {
  const payload = JSON.stringify({
    id: `evt_${Date.now()}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: 1,
    type: 'product.created',
    data: { object: {} },
  })
  const answer = await app.client().send({
    method: 'POST',
    url: '/v1/webhooks/stripe',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': stripe.webhooks.generateTestHeaderString({ payload, secret }),
    },
    payload,
  })
  return answer.status
}

async function sendReport(authToken: string): Promise<number> {
  const path = '/v1/webhooks/twilio/status?delivery=1'
  const fields = { MessageSid: `SM${'0'.repeat(32)}`, MessageStatus: 'delivered' }
  const answer = await app.client().send({
    method: 'POST',
    url: path,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, app.deps.publicUrl + path, fields),
    },
    payload: new URLSearchParams(fields).toString(),
  })
  return answer.status
}

describe('when a provider last called', () => {
  test('is known of each that is in use, and that one never has', async () => {
    const never = { lastHeardAt: null, untold: { payments: 0, refunds: 0, messages: 0 }, isSilent: false }
    expect(await read()).toEqual([
      { name: 'stripe', ...never },
      { name: 'paypal', ...never },
      { name: 'sms', ...never },
    ])
    const cardsAlone = await startTestApp({ databaseOf: app, environment: { PAYPAL: 'off' } })
    const other = await cardsAlone.signIn((await app.make.admin()).username, null)
    await sell({ provider: 'paypal', begun: '2 hours', settled: '1 hour', count: 5 })
    const { callers } = (await other.get('/v1/admin/health')).body
    expect(callers.map(({ name, isSilent }: Caller) => [name, isSilent])).toEqual([
      ['stripe', false],
      ['sms', false],
    ])
    await cardsAlone.close()
  })

  test.each([
    ['an event', 'stripe', () => sendEvent(sandboxAccount.stripeWebhookSecret), 200],
    ['an event under another secret', null, () => sendEvent('whsec_another'), 400],
    ['a report', 'sms', () => sendReport(sandboxAccount.twilioAuthToken), 204],
    ['a report under another token', null, () => sendReport('another'), 403],
  ] as const)('%s: %s has called', async (_what, name, send, status) => {
    expect(await send()).toBe(status)
    const called = (await read()).filter(({ lastHeardAt }) => lastHeardAt !== null)
    expect(called.map((caller) => caller.name)).toEqual(name === null ? [] : [name])
    for (const { lastHeardAt } of called)
      expect(Date.now() - Date.parse(lastHeardAt ?? '')).toBeLessThan(60_000)
  })

  test('is written once a minute, however often it calls', async () => {
    const written = () =>
      app.query(`select xmin::text as by, last_heard_at from callers where name = 'stripe'`)
    await noteCall(app.deps.db.reader, 'stripe')
    const first = await written()
    await Promise.all(Array.from({ length: 5 }, () => noteCall(app.deps.db.reader, 'stripe')))
    expect(await written()).toEqual(first)
    await heard('stripe', '61 seconds')
    await noteCall(app.deps.db.reader, 'stripe')
    expect(Date.now() - Date.parse((await readOne('stripe')).lastHeardAt ?? '')).toBeLessThan(30_000)
  })
})

describe('a provider of payments', () => {
  test('that has told nothing of three payments is silent, until it calls', async () => {
    await heard('stripe', '3 hours')
    await heard('paypal', '3 hours')
    await sell({ begun: '2 hours', settled: '2 hours', count: 2 })
    expect(await readOne('stripe')).toMatchObject({ untold: { payments: 2 }, isSilent: false })
    await sell({ begun: '21 minutes', settled: '16 minutes' })
    expect(await readOne('stripe')).toMatchObject({ untold: { payments: 3 }, isSilent: true })
    expect(await silent()).toEqual(['stripe'])
    await sendEvent(sandboxAccount.stripeWebhookSecret)
    expect(await readOne('stripe')).toMatchObject({ untold: { payments: 0 }, isSilent: false })
  })

  test('that has never called is silent after three, by itself: the other one is heard', async () => {
    await heard('stripe', '5 minutes')
    await app.query(`delete from callers where name = 'paypal'`)
    await sell({ provider: 'paypal', begun: '3 hours', settled: '2 hours', count: 3 })
    await sell({ begun: '3 hours', settled: '2 hours', count: 30 })
    expect(await silent()).toEqual(['paypal'])
    expect(await readOne('paypal')).toMatchObject({ lastHeardAt: null, untold: { payments: 3 } })
  })

  test('owes an event of a refund as well, once it was given back', async () => {
    await heard('stripe', '3 hours')
    const [first = 0, second = 0] = await sell({ begun: '2 days', settled: '2 days', count: 2 })
    await giveBack(first, '2 hours')
    await giveBack(first, '1 hour')
    await giveBack(second, '5 minutes')
    await giveBack(second, '1 hour', 'pending')
    await giveBack(second, '4 hours')
    expect(await readOne('stripe')).toMatchObject({ untold: { payments: 0, refunds: 2 }, isSilent: false })
    await sell({ begun: '1 hour', settled: '1 hour' })
    expect(await readOne('stripe')).toMatchObject({ untold: { payments: 1, refunds: 2 }, isSilent: true })
  })

  test.each<[string, Sold]>([
    ['a night without sales', { begun: '1 hour', settled: null }],
    ['what settles late, by asking, though its event came in time', { begun: '5 hours', settled: '1 hour' }],
    ['an event that may still be on its way', { begun: '20 minutes', settled: '14 minutes' }],
    [
      'a call within the minute after the one that was noted',
      { begun: '239.5 minutes', settled: '239 minutes' },
    ],
    ['what was paid at another account', { account: 'acct_before', begun: '2 hours', settled: '2 hours' }],
  ])('is not silent by %s', async (_why, sold) => {
    await heard('stripe', '4 hours')
    await heard('paypal', '20 hours')
    await sell({ ...sold, count: 50 })
    expect(await readOne('stripe')).toMatchObject({ untold: { payments: 0, refunds: 0 } })
    expect(await silent()).toEqual([])
  })

  test('is asked of the last 24 hours alone', async () => {
    await heard('stripe', '5 days')
    await sell({ begun: '26 hours', settled: '25 hours', count: 50 })
    await sell({ begun: '25 hours', settled: '1 hour', count: 50 })
    expect(await silent()).toEqual([])
    await sell({ begun: '23 hours', settled: '23 hours', count: 3 })
    expect(await silent()).toEqual(['stripe'])
  })

  test('need not tell again, after a restore, of the time that the database lacks', async () => {
    await heard('stripe', '5 hours')
    await sell({ begun: '2 hours', settled: '1 hour', count: 9 })
    expect(await silent()).toEqual(['stripe'])
    await app.deps.db.transact((tx) => noteRestore(tx, new Date(Date.now() - 5 * 3_600_000)))
    await holdRestored(app.deps.db, createLog('fatal'))
    expect(await silent()).toEqual([])
    expect((await readOne('stripe')).lastHeardAt).not.toBeNull()
  })
})

describe('the provider of SMS', () => {
  test('is silent after three that it took and did not report on; letters and what waits are none', async () => {
    await heard('sms', '3 hours')
    await sendOut({ charged: '2 hours', left: '2 hours' })
    await sendOut({ charged: '2 hours', left: '16 minutes' })
    await sendOut({ charged: '2 hours', left: '14 minutes' })
    await sendOut({ charged: '2 hours', left: null })
    await sendOut({ charged: '4 hours', left: '2 hours' })
    await sendOut({ charged: '2 hours', left: '2 hours', medium: 'email' })
    expect(await readOne('sms')).toMatchObject({ untold: { messages: 2 }, isSilent: false })
    await sendOut({ charged: '1 hour', left: '1 hour' })
    expect(await silent()).toEqual(['sms'])
    await sendReport(sandboxAccount.twilioAuthToken)
    expect(await silent()).toEqual([])
  })
})
