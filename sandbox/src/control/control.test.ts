import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type OpenSandbox, openSandbox } from '../../test/sandbox.ts'

let sandbox: OpenSandbox

beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.control('/reset'))

const past = {
  customers: [{ id: 'cus_stella', email: 'stella@example.com', defaultPaymentMethod: 'pm_stella' }],
  paymentMethods: [{ id: 'pm_stella', customer: 'cus_stella', card: 'pm_card_mastercard', expYear: 2031 }],
  payments: [
    {
      id: 'pi_late',
      amountCents: 4999,
      createdAt: '2026-10-02T09:00:00Z',
      customer: 'cus_stella',
      paymentMethod: 'pm_stella',
    },
    {
      id: 'pi_early',
      amountCents: 2499,
      createdAt: '2026-09-01T09:00:00Z',
      metadata: { purchase: '12' },
      refunds: [{ id: 're_early', amountCents: 999, createdAt: '2026-09-03T09:00:00Z' }],
    },
  ],
  paypalTokens: [{ id: 'wallet7', customer: 'customer-7', email: 'stella@example.com' }],
  paypalPayments: [
    {
      id: 'CAPTURE1',
      order: 'ORDER1',
      amountCents: 1299,
      createdAt: '2026-08-01T09:00:00Z',
      email: 'stella@example.com',
      customId: 'purchase-11',
      refunds: [{ id: 'REFUND1', amountCents: 299, createdAt: '2026-08-02T09:00:00Z' }],
    },
  ],
}

describe('seeding', () => {
  it('enters past business once, and nobody is told', async () => {
    await sandbox.control('/config', { stripeWebhookUrl: 'http://127.0.0.1:1/never' })
    expect((await sandbox.control('/seed', past)).data).toEqual({
      customers: 1,
      paymentMethods: 1,
      payments: 2,
      refunds: 1,
      paypalTokens: 1,
      paypalPayments: 1,
    })
    expect((await sandbox.control('/seed', past)).data).toMatchObject({
      customers: 0,
      payments: 0,
      refunds: 0,
      paypalTokens: 0,
      paypalPayments: 0,
    })
    expect((await sandbox.get('/sandbox/payments')).data).toMatchObject([
      {
        id: 'pi_late',
        provider: 'stripe',
        kind: 'capture',
        amount: 49.99,
        status: 'succeeded',
        createdAt: '2026-10-02T09:00:00.000Z',
      },
      { id: 're_early', kind: 'refund', amount: 9.99 },
      { id: 'pi_early', kind: 'capture', amount: 24.99 },
      { id: 'REFUND1', provider: 'paypal', kind: 'refund', amount: 2.99 },
      { id: 'CAPTURE1', provider: 'paypal', kind: 'capture', metadata: { custom_id: 'purchase-11' } },
    ])
    expect((await sandbox.get('/sandbox/control/state')).data).toMatchObject({
      deliveries: [],
      stripe: { events: [] },
    })
    await sandbox.control('/config', { stripeWebhookUrl: '' })
  })

  it('makes rows that the API goes on with', async () => {
    await sandbox.control('/seed', past)
    const { stripe } = sandbox
    const refund = await stripe.refunds.create({ payment_intent: 'pi_early' })
    expect(refund.amount).toBe(1500)
    const intent = await stripe.paymentIntents.create({
      amount: 1299,
      currency: 'usd',
      customer: 'cus_stella',
      payment_method: 'pm_stella',
      off_session: true,
      confirm: true,
    })
    expect(intent.status).toBe('succeeded')
    const listed = await stripe.paymentMethods.list({ customer: 'cus_stella' })
    expect(listed.data).toMatchObject([{ id: 'pm_stella', card: { brand: 'mastercard', exp_year: 2031 } }])
  })
})

describe('a control call that cannot be understood', () => {
  it.each([
    ['/faults', { provider: 'stripe', kind: 'earthquake' }, 'kind'],
    ['/faults', { provider: 'stripe', kind: 'latency', often: 2 }, 'often'],
    ['/webhooks', { repeat: 0 }, 'repeat'],
    ['/seed', { payments: [{ id: 'pi_x' }] }, 'amountCents'],
    ['/seed', { payments: [{ id: 'ch_x', amountCents: 100 }] }, 'pi_'],
    ['/disputes', { charge: 'ch_none' }, 'ch_none'],
    ['/disputes', { order: 'NONE' }, 'capture'],
    ['/refunds', { capture: 'NONE' }, 'INVALID_RESOURCE_ID'],
    ['/seed', { paypalPayments: [{ id: 'X' }] }, 'amountCents'],
    ['/sms/inbound', { from: '+12125550101' }, 'body'],
  ])('%s %j is refused with a sentence', async (path, body, word) => {
    const answer = await sandbox.control(path, body)
    expect(answer).toMatchObject({ status: 400, code: 'bad_control_call' })
    expect(answer.message).toContain(word)
  })
})

it('a reset forgets books, switches and messages', async () => {
  await sandbox.control('/seed', past)
  await sandbox.control('/faults', { provider: 'stripe', kind: 'decline' })
  await sandbox.control('/webhooks', { delayMs: 100, lose: -1 })
  await sandbox.control('/reset')
  const { data } = await sandbox.get('/sandbox/control/state')
  expect(data).toMatchObject({
    stripe: { charges: [], customers: [] },
    faults: [],
    webhooks: { stripe: { delayMs: 0, lose: 0 } },
    inbox: 0,
  })
})
