import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type OpenSandbox, openSandbox, refusal, until } from '../../test/sandbox.ts'

type ApiError = InstanceType<typeof Stripe.errors.StripeError>

let sandbox: OpenSandbox
let stripe: Stripe

beforeAll(async () => {
  sandbox = await openSandbox()
  stripe = sandbox.stripe
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.control('/reset'))

const body: Stripe.PaymentIntentCreateParams = {
  amount: 1299,
  currency: 'usd',
  payment_method: 'pm_card_visa',
  confirm: true,
  allowed_payment_method_types: ['card'],
}
const captures = async () =>
  ((await sandbox.get('/sandbox/control/state')).data as { stripe: { charges: unknown[] } }).stripe.charges
    .length

describe('an idempotency key', () => {
  it('replays the first answer, and charges once', async () => {
    const first = await stripe.paymentIntents.create(body, { idempotencyKey: 'k1' })
    const second = await stripe.paymentIntents.create({ ...body }, { idempotencyKey: 'k1' })
    expect(second.id).toBe(first.id)
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(await captures()).toBe(1)
  })

  it('replays a decline too', async () => {
    const declined = { ...body, payment_method: 'pm_card_chargeDeclined' }
    const first = await refusal<ApiError>(stripe.paymentIntents.create(declined, { idempotencyKey: 'k2' }))
    const second = await refusal<ApiError>(stripe.paymentIntents.create(declined, { idempotencyKey: 'k2' }))
    expect(second).toMatchObject({ statusCode: 402, charge: first.charge })
    expect(second.headers?.['idempotent-replayed']).toBe('true')
  })

  it('refuses other parameters and another path', async () => {
    await stripe.paymentIntents.create(body, { idempotencyKey: 'k3' })
    const other = stripe.paymentIntents.create({ ...body, amount: 1300 }, { idempotencyKey: 'k3' })
    expect(await refusal(other)).toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' })
    const path = stripe.customers.create({}, { idempotencyKey: 'k3' })
    expect(await refusal(path)).toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' })
  })

  it('keeps nothing when the parameters were wrong', async () => {
    const wrong = stripe.paymentIntents.create({ ...body, amount: 1 }, { idempotencyKey: 'k4' })
    expect(await refusal(wrong)).toMatchObject({ code: 'amount_too_small' })
    expect((await stripe.paymentIntents.create(body, { idempotencyKey: 'k4' })).status).toBe('succeeded')
  })

  it('is kept for 24 hours, and then charges anew', async () => {
    const first = await stripe.paymentIntents.create(body, { idempotencyKey: 'k9' })
    const later = async (ms: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
      try {
        return await stripe.paymentIntents.create(body, { idempotencyKey: 'k9' })
      } finally {
        vi.useRealTimers()
      }
    }
    const day = 24 * 3_600_000
    expect((await later(day - 60_000)).id).toBe(first.id)
    expect(await captures()).toBe(1)
    expect((await later(day + 60_000)).id).not.toBe(first.id)
    expect(await captures()).toBe(2)
  })

  it('is in use while the first call is at work', async () => {
    await sandbox.control('/faults', { provider: 'stripe', kind: 'latency', latencyMs: 400 })
    const first = stripe.paymentIntents.create(body, { idempotencyKey: 'k5' })
    await until(async () => ((await sandbox.get('/sandbox/control/faults')).data as unknown[]).length === 0)
    const second = await refusal(stripe.paymentIntents.create(body, { idempotencyKey: 'k5' }))
    expect(second).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    expect((second as { headers?: object }).headers).toMatchObject({ 'stripe-should-retry': 'true' })
    expect((await first).status).toBe('succeeded')
    expect(await captures()).toBe(1)
  })
})

describe('faults', () => {
  it('a lost answer: the retry with the key finds the one charge', async () => {
    // The SDK itself repeats a call once whose kept-alive connection was reset; hence the second one.
    for (const [kind, times] of Object.entries({ timeout_after_success: 1, reset_after_success: 2 })) {
      await sandbox.control('/reset')
      await sandbox.control('/faults', { provider: 'stripe', kind, times })
      const impatient = sandbox.stripeWith({ timeout: 300 })
      const lost = await refusal(impatient.paymentIntents.create(body, { idempotencyKey: 'k6' }))
      expect(lost).toBeInstanceOf(Stripe.errors.StripeConnectionError)
      expect(await captures()).toBe(1)
      const again = await impatient.paymentIntents.create(body, { idempotencyKey: 'k6' })
      expect(again.status).toBe('succeeded')
      expect(await captures()).toBe(1)
    }
  })

  it('a 500 after the work is kept by the key, so only a look-up tells', async () => {
    await sandbox.control('/faults', { provider: 'stripe', kind: 'error_500_after_success' })
    const marked = { ...body, metadata: { purchase: '9' } }
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const error = await refusal(stripe.paymentIntents.create(marked, { idempotencyKey: 'k7' }))
      expect(error).toMatchObject({ statusCode: 500, type: 'StripeAPIError' })
      expect((error as { headers?: object }).headers).toMatchObject(
        attempt === 0 ? {} : { 'stripe-should-retry': 'false' },
      )
    }
    const found = await stripe.paymentIntents.search({ query: "metadata['purchase']:'9'" })
    expect(found.data).toMatchObject([{ status: 'succeeded' }])
  })

  it('a 500 and a 409 before the work leave nothing, and the SDK goes on by itself', async () => {
    await sandbox.control('/faults', { provider: 'stripe', kind: 'error_500_before' })
    await sandbox.control('/faults', { provider: 'stripe', kind: 'conflict_409' })
    const patient = sandbox.stripeWith({ maxNetworkRetries: 2 })
    expect((await patient.paymentIntents.create(body, { idempotencyKey: 'k8' })).status).toBe('succeeded')
    expect(await captures()).toBe(1)
  })

  it('a rate limit is an invalid request to Stripe, and an error of its own to the SDK', async () => {
    await sandbox.control('/faults', { provider: 'stripe', kind: 'rate_limited_429' })
    expect(await refusal(stripe.paymentIntents.create(body))).toMatchObject({
      statusCode: 429,
      rawType: 'invalid_request_error',
      type: 'StripeRateLimitError',
      code: 'rate_limit',
    })
  })

  it('an ordered decline refuses any card', async () => {
    await sandbox.control('/faults', { provider: 'stripe', kind: 'decline', code: 'lost_card' })
    expect(await refusal(stripe.paymentIntents.create(body))).toMatchObject({ decline_code: 'lost_card' })
    expect((await stripe.paymentIntents.create(body)).status).toBe('succeeded')
  })

  it('a search lags when told to', async () => {
    await sandbox.control('/config', { searchLagMs: 60_000 })
    await stripe.paymentIntents.create({ ...body, metadata: { purchase: '10' } })
    const found = await stripe.paymentIntents.search({ query: "metadata['purchase']:'10'" })
    expect(found.data).toEqual([])
  })
})
