import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { linkOf, type OpenPaypal, openPaypal } from '../../test/paypal.ts'
import { startReceiver } from '../../test/receiver.ts'
import { until } from '../../test/sandbox.ts'

let receiver: Awaited<ReturnType<typeof startReceiver>>
let paypal: OpenPaypal
beforeAll(async () => {
  receiver = await startReceiver()
  paypal = await openPaypal({ paypal: { webhookUrl: `${receiver.url}/v1/webhooks/paypal` } })
})
afterAll(async () => {
  await paypal.close()
  await receiver.close()
})
beforeEach(async () => {
  await paypal.control('/reset')
  receiver.received.length = 0
})

const keyed = () => ({ 'paypal-request-id': randomUUID() })
const urls = { return_url: 'https://shop.test/success', cancel_url: 'https://shop.test/profile' }
const setup = (wallet = 'paypal', more: object = {}) =>
  paypal.call(
    'POST',
    '/v3/vault/setup-tokens',
    {
      customer: { id: 'customer-7' },
      payment_source: { [wallet]: { usage_type: 'MERCHANT', experience_context: urls, ...more } },
    },
    keyed(),
  )
const tokenise = (id: string, headers = keyed()) =>
  paypal.call(
    'POST',
    '/v3/vault/payment-tokens',
    { payment_source: { token: { id, type: 'SETUP_TOKEN' } } },
    headers,
  )
const keep = async (form: Record<string, string> = {}, wallet = 'paypal') => {
  const { body } = await setup(wallet)
  await paypal.decide(linkOf(body, 'approve'), { decision: 'approve', ...form })
  return (await tokenise(body.id)).body as { id: string }
}
const charge = (vaultId: string, wallet = 'paypal', headers: Record<string, string> = keyed()) =>
  paypal.call(
    'POST',
    '/v2/checkout/orders',
    {
      intent: 'CAPTURE',
      purchase_units: [{ amount: { currency_code: 'USD', value: '24.99' }, custom_id: 'purchase-8' }],
      payment_source: {
        [wallet]: {
          vault_id: vaultId,
          ...(wallet === 'paypal' && {
            stored_credential: {
              payment_initiator: 'MERCHANT',
              usage: 'SUBSEQUENT',
              usage_pattern: 'THRESHOLD_PREPAID',
            },
          }),
        },
      },
    },
    headers,
  )
const issue = (answer: { body: { details?: { issue: string }[] } }) => answer.body.details?.[0]?.issue
const events = () =>
  receiver.received.map(({ body }) => JSON.parse(body) as { event_type: string; resource: unknown })
const arrived = (type: string) => until(() => events().find((event) => event.event_type === type))

describe('a wallet that is kept without a purchase', () => {
  it('is agreed to, made a token once, and charged without its payer', async () => {
    const { status, body } = await setup()
    expect(status).toBe(201)
    expect(body).toMatchObject({ status: 'PAYER_ACTION_REQUIRED', customer: { id: 'customer-7' } })
    expect(issue(await tokenise(body.id))).toBe('SETUP_TOKEN_NOT_APPROVED')
    const left = await paypal.decide(linkOf(body, 'approve'))
    expect(left.to).toBe(
      `https://shop.test/success?approval_token_id=${body.id}&approval_session_id=${body.id}`,
    )
    const token = await tokenise(body.id)
    expect(token).toMatchObject({ status: 201, body: { customer: { id: 'customer-7' } } })
    expect(issue(await tokenise(body.id))).toBe('SETUP_TOKEN_ALREADY_TOKENIZED')
    await arrived('VAULT.PAYMENT-TOKEN.CREATED')
    const paid = await charge(token.body.id)
    expect(paid).toMatchObject({
      status: 201,
      body: { status: 'COMPLETED', purchase_units: [{ payments: { captures: [{ status: 'COMPLETED' }] } }] },
    })
  })
})

describe('a kept wallet', () => {
  it('that its payer revoked is told of, and can not be charged', async () => {
    const { id } = await keep()
    await paypal.control(`/paypal/tokens/${id}/revoke`)
    expect((await arrived('VAULT.PAYMENT-TOKEN.DELETED')).resource).toMatchObject({ id })
    expect(issue(await charge(id))).toBe('AGREEMENT_ALREADY_CANCELLED')
    expect((await paypal.call('GET', `/v3/vault/payment-tokens/${id}`)).status).toBe(404)
  })

  it('is deleted, listed by its customer, and unknown afterwards', async () => {
    const { id } = await keep()
    const list = () =>
      paypal.vault.listCustomerPaymentTokens({ customerId: 'customer-7', totalRequired: true })
    expect((await list()).result).toMatchObject({ totalItems: 1, paymentTokens: [{ id }] })
    expect((await paypal.vault.deletePaymentToken(id)).statusCode).toBe(204)
    expect((await paypal.vault.deletePaymentToken(id)).statusCode).toBe(204)
    expect((await list()).result.paymentTokens).toEqual([])
    expect(issue(await charge(id))).toBe('INVALID_RESOURCE_ID')
    expect(issue(await paypal.call('GET', '/v3/vault/payment-tokens'))).toBe('MISSING_REQUIRED_PARAMETER')
  })

  it('is the same one for the same payer, good for the wallet that came first', async () => {
    const first = await keep({ email: 'stella@example.com' })
    const second = await keep({ email: 'Stella@example.com' }, 'venmo')
    const other = await keep({ email: 'leo@example.com' }, 'venmo')
    expect(second.id).toBe(first.id)
    expect(issue(await charge(second.id, 'venmo'))).toBe('MISMATCHED_VAULT_ID_TO_PAYMENT_SOURCE')
    expect((await charge(other.id, 'venmo')).status).toBe(201)
  })

  it('that declines makes no order, and its request id is free', async () => {
    const { id } = await keep({ funding: 'declined' })
    const key = keyed()
    expect(issue(await charge(id, 'paypal', key))).toBe('INSTRUMENT_DECLINED')
    expect(issue(await charge(id, 'paypal', key))).toBe('INSTRUMENT_DECLINED')
    const good = await keep({ email: 'leo@example.com' })
    const paid = await charge(good.id, 'paypal', key)
    expect(paid.status).toBe(201)
    expect(await charge(good.id, 'paypal', key)).toMatchObject({ status: 200, body: { id: paid.body.id } })
    expect((await paypal.get('/sandbox/payments')).data).toHaveLength(1)
  })
})

describe('a setup token', () => {
  it('is asked for with a request id, a usage and a wallet of this account', async () => {
    const path = '/v3/vault/setup-tokens'
    const good = { payment_source: { paypal: { usage_type: 'MERCHANT' } } }
    expect(issue(await paypal.call('POST', path, good))).toBe('MISSING_REQUIRED_PARAMETER')
    const card = { payment_source: { card: {} } }
    expect(issue(await paypal.call('POST', path, card, keyed()))).toBe('NOT_SUPPORTED')
    const without = { payment_source: { paypal: {} } }
    expect(issue(await paypal.call('POST', path, without, keyed()))).toBe('MISSING_REQUIRED_PARAMETER')
    expect(issue(await tokenise('UNKNOWN'))).toBe('TOKEN_ID_NOT_FOUND')
  })

  it('repeated answers its latest state, and so does the token made of it', async () => {
    const key = keyed()
    const ask = () =>
      paypal.call(
        'POST',
        '/v3/vault/setup-tokens',
        {
          payment_source: { paypal: { usage_type: 'MERCHANT', experience_context: urls } },
        },
        key,
      )
    const first = await ask()
    const cancelled = await paypal.decide(linkOf(first.body, 'approve'), { decision: 'cancel' })
    expect(cancelled.to).toContain('https://shop.test/profile?approval_token_id=')
    await paypal.decide(linkOf(first.body, 'approve'))
    expect(await ask()).toMatchObject({ status: 200, body: { id: first.body.id, status: 'APPROVED' } })
    const other = keyed()
    const token = await tokenise(first.body.id, other)
    expect(await tokenise(first.body.id, other)).toMatchObject({ status: 200, body: { id: token.body.id } })
  })
})

describe('a wallet that is kept with a purchase', () => {
  const buy = async () => {
    const { body } = await paypal.call(
      'POST',
      '/v2/checkout/orders',
      {
        intent: 'CAPTURE',
        purchase_units: [{ amount: { currency_code: 'USD', value: '12.99' } }],
        payment_source: {
          paypal: {
            experience_context: urls,
            attributes: {
              customer: { id: 'customer-7' },
              vault: { store_in_vault: 'ON_SUCCESS', usage_type: 'MERCHANT' },
            },
          },
        },
      },
      keyed(),
    )
    await paypal.decide(linkOf(body, 'payer-action'))
    const captured = await paypal.call('POST', `/v2/checkout/orders/${body.id}/capture`, undefined, keyed())
    return captured.body
  }
  const vaultOf = (order: { payment_source: { paypal: { attributes: { vault: object } } } }) =>
    order.payment_source.paypal.attributes.vault as { id?: string; status: string }

  it('is there with the capture', async () => {
    const vault = vaultOf(await buy())
    expect(vault).toMatchObject({ status: 'VAULTED', customer: { id: 'customer-7' } })
    expect(await charge(vault.id ?? '')).toMatchObject({ status: 201, body: { status: 'COMPLETED' } })
  })

  it('may come later, by its event', async () => {
    await paypal.control('/faults', { provider: 'paypal', kind: 'late_vault_id' })
    const order = await buy()
    expect(vaultOf(order)).toEqual({ status: 'APPROVED', customer: { id: 'customer-7' } })
    expect(events().map((event) => event.event_type)).not.toContain('VAULT.PAYMENT-TOKEN.CREATED')
    const captureId = order.purchase_units[0].payments.captures[0].id
    await paypal.control(`/paypal/captures/${captureId}/vault`)
    const { resource } = await arrived('VAULT.PAYMENT-TOKEN.CREATED')
    expect(resource).toMatchObject({ metadata: { order_id: order.id }, customer: { id: 'customer-7' } })
    const known = vaultOf((await paypal.call('GET', `/v2/checkout/orders/${order.id}`)).body)
    expect(known).toMatchObject({ status: 'VAULTED', id: (resource as { id: string }).id })
  })
})

describe('an event', () => {
  it('is verified as it was sent, and only so', async () => {
    await keep()
    const { resource: _, ...event } = await arrived('VAULT.PAYMENT-TOKEN.CREATED')
    const [sent] = receiver.received
    const given = {
      auth_algo: sent?.headers['paypal-auth-algo'],
      cert_url: sent?.headers['paypal-cert-url'],
      transmission_id: sent?.headers['paypal-transmission-id'],
      transmission_sig: sent?.headers['paypal-transmission-sig'],
      transmission_time: sent?.headers['paypal-transmission-time'],
      webhook_id: 'WHTESTS',
      webhook_event: JSON.parse(sent?.body ?? '{}'),
    }
    const verify = (change: object = {}) =>
      paypal.call('POST', '/v1/notifications/verify-webhook-signature', { ...given, ...change })
    expect((await verify()).body).toEqual({ verification_status: 'SUCCESS' })
    for (const change of [
      { webhook_event: { ...given.webhook_event, event_type: 'PAYMENT.CAPTURE.COMPLETED' } },
      { webhook_event: event },
      { webhook_id: 'WHOTHER' },
      { transmission_time: '2026-01-01T00:00:00Z' },
      { transmission_id: 'another-1' },
      { transmission_sig: `x${String(given.transmission_sig).slice(1)}` },
      { auth_algo: 'SHA1withRSA' },
      { cert_url: 'https://evil.test/v1/notifications/certs/CERT-SANDBOX' },
    ])
      expect((await verify(change)).body, JSON.stringify(change)).toEqual({ verification_status: 'FAILURE' })
  })
})
