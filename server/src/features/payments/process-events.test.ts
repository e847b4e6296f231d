import { randomBytes } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { answerChallenge, type Buyer, capturesOf, creditsOf, makeBuyer } from '../../../test/buyer.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { cardProviderOf, withCardProvider } from '../../../test/provider.ts'
import { runJobs } from '../../platform/jobs.ts'
import { sandboxAccount } from '../../sandbox-account.ts'
import { refundEvents } from '../refunds/index.ts'
import type { PaymentProvider } from './ports.ts'
import { eventLanes, processEvents } from './process-events.ts'

let app: TestApp
const stripe = new Stripe(sandboxAccount.stripeSecretKey)

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
})
afterAll(() => app.close())
/** The provider's own callbacks are off, so that each test sends exactly what it means to. */
beforeEach(() => app.sandbox.control('webhooks', { provider: 'stripe', lose: -1, repeat: 1, shuffle: false }))

interface PaymentRow {
  id: number
  providerPaymentId: string | null
  reference: string
  state: string
}

async function onlyPurchase(buyer: Buyer): Promise<PaymentRow> {
  const rows = await app.query<PaymentRow>(
    `select id, provider_payment_id, reference, state from purchases where consumer_id = ${buyer.consumer.id}`,
  )
  expect(rows).toHaveLength(1)
  return rows[0] as PaymentRow
}

/** A purchase that is paid at the provider while its own answer is forgotten. */
async function makePaid(): Promise<{ buyer: Buyer; intent: Record<string, unknown> }> {
  const buyer = await makeBuyer(app)
  const { body } = await buyer.buy({ paymentId: 'pm_card_authenticationRequired' })
  await answerChallenge(app, body.clientSecret, 'approve')
  const { providerPaymentId } = await onlyPurchase(buyer)
  const response = await fetch(`${app.sandbox.url}/v1/payment_intents/${providerPaymentId}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  return { buyer, intent: (await response.json()) as Record<string, unknown> }
}

function eventOf(type: string, object: Record<string, unknown>): string {
  return JSON.stringify({
    id: `evt_${randomBytes(12).toString('hex')}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: 1,
    type,
    data: { object },
  })
}

interface Signing {
  secret?: string
  timestamp?: number
}

function send(payload: string, signing: Signing | string = {}) {
  const signature =
    typeof signing === 'string'
      ? signing
      : stripe.webhooks.generateTestHeaderString({
          payload,
          secret: sandboxAccount.stripeWebhookSecret,
          ...signing,
        })
  return app.client().send({
    method: 'POST',
    url: '/v1/webhooks/stripe',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    payload,
  })
}

async function storedEvents(payload: string) {
  const { id } = JSON.parse(payload) as { id: string }
  return app.query<{ processedAt: Date | null; error: string | null; attempts: number }>(
    `select processed_at, error, attempts from payment_events where event_id = '${id}'`,
  )
}

describe('an event of a paid charge', () => {
  test('ten times at once is stored once and credits once', async () => {
    const { buyer, intent } = await makePaid()
    const payload = eventOf('payment_intent.succeeded', intent)
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(payload)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await storedEvents(payload)).toHaveLength(1)
    await Promise.all(Array.from({ length: 4 }, () => processEvents(app.deps)))
    expect(await creditsOf(app, buyer.consumer)).toEqual([28])
    expect(await storedEvents(payload)).toMatchObject([{ processedAt: expect.any(Date), error: null }])
  })

  test('credits once beside the browser’s own repeat', async () => {
    const { buyer, intent } = await makePaid()
    const { id } = await onlyPurchase(buyer)
    await Promise.all(Array.from({ length: 5 }, () => send(eventOf('payment_intent.succeeded', intent))))
    const [answer] = await Promise.all([
      buyer.buy({ paymentId: 'pm_card_authenticationRequired', purchaseId: id }),
      processEvents(app.deps),
      processEvents(app.deps),
    ])
    expect(answer.body.tokenBalance).toBe(28)
    expect(await creditsOf(app, buyer.consumer)).toEqual([28])
  })

  test('in any order with events of failure ends the same', async () => {
    for (let round = 0; round < 12; round++) {
      const { buyer, intent } = await makePaid()
      const failed = { ...intent, status: 'requires_payment_method' }
      const events = [
        eventOf('payment_intent.requires_action', intent),
        eventOf('payment_intent.payment_failed', failed),
        eventOf('payment_intent.succeeded', intent),
        eventOf('charge.succeeded', { id: 'ch_1', payment_intent: intent.id }),
      ]
      const sent = [...events, ...events].sort(() => Math.random() - 0.5)
      for (const payload of sent) {
        await send(payload)
        if (Math.random() < 0.5) await processEvents(app.deps)
      }
      await processEvents(app.deps)
      expect(await onlyPurchase(buyer), `order ${JSON.stringify(sent)}`).toMatchObject({ state: 'settled' })
      expect(await creditsOf(app, buyer.consumer)).toEqual([28])
    }
  })

  test('for a purchase that was given up is honoured', async () => {
    const { buyer, intent } = await makePaid()
    const { id } = await onlyPurchase(buyer)
    await app.query(`update purchases set state = 'failed', failure_code = 'expired' where id = ${id}`)
    await send(eventOf('payment_intent.succeeded', intent))
    await processEvents(app.deps)
    expect(await onlyPurchase(buyer)).toMatchObject({ state: 'settled' })
    expect(await creditsOf(app, buyer.consumer)).toEqual([28])
  })

  test('that comes before its purchase can be seen waits for it', async () => {
    const { buyer, intent } = await makePaid()
    const { id, reference } = await onlyPurchase(buyer)
    await app.query(`update purchases set reference = 'hidden-${id}' where id = ${id}`)
    const payload = eventOf('payment_intent.succeeded', intent)
    await send(payload)
    await processEvents(app.deps)
    expect(await storedEvents(payload)).toMatchObject([
      { processedAt: null, error: 'there is no purchase for it' },
    ])
    await app.query(`update purchases set reference = '${reference}' where id = ${id}`)
    await app.query('update payment_events set next_attempt_at = now()')
    await processEvents(app.deps)
    expect(await storedEvents(payload)).toMatchObject([{ processedAt: expect.any(Date) }])
    expect(await creditsOf(app, buyer.consumer)).toEqual([28])
  })

  test('of another purchase or amount than ours credits nothing', async () => {
    const { buyer, intent } = await makePaid()
    const { id } = await onlyPurchase(buyer)
    await app.query(`update purchases set amount_cents = amount_cents + 1 where id = ${id}`)
    await send(eventOf('payment_intent.succeeded', intent))
    await processEvents(app.deps)
    expect(await creditsOf(app, buyer.consumer)).toEqual([])
    expect(await onlyPurchase(buyer)).toMatchObject({ state: 'failed' })
  })

  test('that claims more than the provider knows credits nothing', async () => {
    const buyer = await makeBuyer(app)
    await buyer.buy({ paymentId: 'pm_card_authenticationRequired' })
    const { providerPaymentId, reference } = await onlyPurchase(buyer)
    const claim = { id: providerPaymentId, status: 'succeeded', metadata: { reference } }
    await send(eventOf('payment_intent.succeeded', claim))
    await processEvents(app.deps)
    expect(await onlyPurchase(buyer)).toMatchObject({ state: 'requires_action' })
    expect(await creditsOf(app, buyer.consumer)).toEqual([])
  })
})

describe('an event', () => {
  test('of a charge that is not ours is done with at once', async () => {
    const events = [
      eventOf('payment_intent.succeeded', { id: 'pi_dashboard', metadata: {} }),
      eventOf('payment_intent.succeeded', { id: 'pi_odd' }),
    ]
    for (const payload of events) expect((await send(payload)).status).toBe(200)
    await processEvents(app.deps)
    for (const payload of events) {
      expect(await storedEvents(payload)).toMatchObject([{ processedAt: expect.any(Date), error: null }])
    }
  })

  test('that cannot be worked off for now stays in the inbox with its reason', async () => {
    const { buyer, intent } = await makePaid()
    await app.sandbox.control('faults', {
      provider: 'stripe',
      kind: 'error_500_before',
      method: 'GET',
      path: '/v1/payment_intents',
    })
    const payload = eventOf('payment_intent.succeeded', intent)
    await send(payload)
    await processEvents(app.deps)
    expect(await storedEvents(payload)).toMatchObject([{ processedAt: null, error: expect.any(String) }])
    await app.query('update payment_events set next_attempt_at = now()')
    await processEvents(app.deps)
    expect(await creditsOf(app, buyer.consumer)).toEqual([28])
  })

  test('that is forged, stale, altered or unsigned is refused and not stored', async () => {
    const { buyer, intent } = await makePaid()
    const payload = eventOf('payment_intent.succeeded', intent)
    const secret = sandboxAccount.stripeWebhookSecret
    const stale = Math.floor(Date.now() / 1_000) - 400
    const good = stripe.webhooks.generateTestHeaderString({ payload, secret })
    const attempts = [
      await send(payload, { secret: 'whsec_of_somebody_else' }),
      await send(payload, { timestamp: stale }),
      await send(payload, ''),
      await send(payload, 't=1,v1=abc'),
      await send(payload, good.replace('v1=', 'v0=')),
      await send(`${payload} `, good),
      await send(payload.replace('succeeded', 'succeedee'), good),
      await app.client().send({ method: 'POST', url: '/v1/webhooks/stripe', payload: '' }),
    ]
    for (const { status, body } of attempts) {
      expect(status).toBe(400)
      expect(body).toMatchObject({ code: 'invalid_input', requestId: expect.any(String) })
    }
    expect(await storedEvents(payload)).toEqual([])
    await processEvents(app.deps)
    expect(await creditsOf(app, buyer.consumer)).toEqual([])
  })
})

describe('an event of a kind that nobody handles', () => {
  const parked = [
    'payment_method.automatically_updated',
    'radar.early_fraud_warning.created',
    'review.opened',
    'something.nobody_has_heard_of',
  ]
  test.each(parked)('%s stays unprocessed, with its reason, and is not tried again', async (type) => {
    const payload = eventOf(type, { id: 'obj_1' })
    await send(payload)
    await processEvents(app.deps)
    const expected = { processedAt: null, error: `nobody handles ${type} yet`, attempts: 1 }
    expect(await storedEvents(payload)).toMatchObject([expected])
    await app.query('update payment_events set next_attempt_at = now()')
    await processEvents(app.deps)
    expect(await storedEvents(payload)).toMatchObject([expected])
  })

  test.each([
    'charge.succeeded',
    'payment_intent.created',
    'payment_method.attached',
    'setup_intent.succeeded',
  ])('is none of %s, of which nothing follows', async (type) => {
    const payload = eventOf(type, { id: 'obj_1' })
    await send(payload)
    await processEvents(app.deps)
    expect(await storedEvents(payload)).toMatchObject([{ processedAt: expect.any(Date), error: null }])
  })
})

test('an event whose purchase never comes is parked in the end, not used up', async () => {
  const payload = eventOf('payment_intent.succeeded', {
    id: 'pi_1',
    metadata: { reference: 'purchase-gone' },
  })
  await send(payload)
  for (let attempt = 0; attempt < 10; attempt++) {
    await processEvents(app.deps)
    await app.query('update payment_events set next_attempt_at = now()')
  }
  expect(await storedEvents(payload)).toMatchObject([
    { processedAt: null, error: 'there is no purchase for it', attempts: 8 },
  ])
})

test('twenty events that the provider does not answer do not stand before a new one', async () => {
  await app.query('update payment_events set processed_at = now() where processed_at is null')
  const stuck = await makePaid()
  for (let count = 0; count < 20; count++) {
    await send(eventOf('payment_intent.succeeded', stuck.intent))
  }
  await app.query(
    `update payment_events set attempts = 1, next_attempt_at = now() - interval '1 hour' where processed_at is null`,
  )
  const { buyer, intent } = await makePaid()
  await send(eventOf('payment_intent.succeeded', intent))
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const lookUp: PaymentProvider['lookUp'] = async (sent) => {
    if (sent.providerPaymentId === stuck.intent.id) await released
    return cardProviderOf(app.deps).lookUp(sent)
  }
  const deps = withCardProvider(app.deps, { lookUp })
  const runner = runJobs(eventLanes(deps, refundEvents(deps)), app.deps.log)
  await expect.poll(() => creditsOf(app, buyer.consumer)).toEqual([28])
  expect(await creditsOf(app, stuck.buyer.consumer)).toEqual([])
  release()
  await runner.stop()
  expect(await creditsOf(app, stuck.buyer.consumer)).toEqual([28])
})

test('the provider’s own callbacks, repeated and shuffled, settle what the browser never came back for', async () => {
  await app.sandbox.control('webhooks', { provider: 'stripe', lose: 0, repeat: 3, shuffle: true })
  const { buyer } = await makePaid()
  const isSettled = async () => {
    await processEvents(app.deps)
    return (await onlyPurchase(buyer)).state === 'settled'
  }
  await expect.poll(isSettled).toBe(true)
  expect(await creditsOf(app, buyer.consumer)).toEqual([28])
  expect(await capturesOf(app, buyer.consumer)).toEqual([2_520])
})
