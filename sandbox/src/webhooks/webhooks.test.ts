import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startReceiver } from '../../test/receiver.ts'
import { type OpenSandbox, openSandbox, until } from '../../test/sandbox.ts'

const secret = 'whsec_for_tests'
let receiver: Awaited<ReturnType<typeof startReceiver>>
let sandbox: OpenSandbox

beforeEach(async () => {
  receiver = await startReceiver()
  sandbox = await openSandbox({ stripe: { webhookUrl: `${receiver.url}/hooks`, webhookSecret: secret } })
})
afterEach(async () => {
  await sandbox.close()
  await receiver.close()
})

const pay = () =>
  sandbox.stripe.paymentIntents.create({
    amount: 1299,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    allowed_payment_method_types: ['card'],
  })
const events = (): Stripe.Event[] =>
  receiver.received.map(({ body, headers }) =>
    sandbox.stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', secret),
  )
const arrived = (type: string, times = 1) =>
  until(() => (events().filter((event) => event.type === type).length >= times ? events() : undefined))

describe('webhooks', () => {
  it('are signed, and tell of the payment', async () => {
    const intent = await pay()
    await arrived('payment_intent.succeeded')
    const event = events().find(({ type }) => type === 'payment_intent.succeeded')
    expect(event?.data.object).toMatchObject({ id: intent.id, status: 'succeeded' })
    expect(event?.api_version).toBe('2026-10-28.endive')
    const [first] = receiver.received
    const check = () =>
      sandbox.stripe.webhooks.constructEvent(
        `${first?.body} `,
        first?.headers['stripe-signature'] ?? '',
        secret,
      )
    expect(check).toThrow(/signature/i)
  })

  it('come again until they are taken', async () => {
    receiver.state.status = 500
    await pay()
    await until(() => receiver.received.length > 6 || undefined)
    receiver.state.status = 200
    await until(async () => (await states()).every((state) => state === 'delivered') || undefined)
    expect(new Set(events().map(({ id }) => id)).size).toBeLessThan(receiver.received.length)
  })

  it('are repeated as often as told, with one id', async () => {
    await sandbox.control('/webhooks', { provider: 'stripe', repeat: 5 })
    await pay()
    const all = (await arrived('payment_intent.succeeded', 5)).filter(
      ({ type }) => type === 'payment_intent.succeeded',
    )
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
  })

  it('wait for their delay, and a flush sends them in any order', async () => {
    await sandbox.control('/webhooks', { delayMs: 600_000 })
    for (let count = 0; count < 8; count += 1) await pay()
    expect(receiver.received).toEqual([])
    expect((await sandbox.control('/webhooks/flush')).data).toEqual({ sent: 24 })
    await until(() => receiver.received.length === 24 || undefined)
    const made = (await sandbox.stripe.events.list({ limit: 100 })).data.map(({ id }) => id).reverse()
    expect(events().map(({ id }) => id)).not.toEqual(made)
    expect(new Set(events().map(({ id }) => id))).toEqual(new Set(made))
  })

  it('get lost as told, and can be sent again', async () => {
    await sandbox.control('/webhooks', { lose: 3 })
    await pay()
    expect(await states()).toEqual(['lost', 'lost', 'lost'])
    expect((await sandbox.control('/webhooks/resend')).data).toEqual({ sent: 3 })
    await arrived('payment_intent.succeeded')
  })

  const states = async () =>
    (
      (await sandbox.get('/sandbox/control/state')).data as { deliveries: { state: string }[] }
    ).deliveries.map(({ state }) => state)
})
