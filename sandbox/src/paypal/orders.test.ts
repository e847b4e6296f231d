import { CheckoutPaymentIntent, type OrderRequest } from '@paypal/paypal-server-sdk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issueOf, linkOf, type OpenPaypal, openPaypal } from '../../test/paypal.ts'

let paypal: OpenPaypal
beforeAll(async () => {
  paypal = await openPaypal()
})
afterAll(() => paypal.close())

let ids = 0
const newId = () => `request-${(ids += 1)}`
const urls = { returnUrl: 'https://shop.test/return?purchase=7', cancelUrl: 'https://shop.test/cancel' }
const body = (more: Partial<OrderRequest> = {}): OrderRequest => ({
  intent: CheckoutPaymentIntent.Capture,
  purchaseUnits: [{ amount: { currencyCode: 'USD', value: '12.99' }, customId: 'purchase-7' }],
  paymentSource: { paypal: { experienceContext: urls } },
  ...more,
})

it('an order is approved by its payer and then captured', async () => {
  const { result: order } = await paypal.orders.createOrder({ body: body(), paypalRequestId: newId() })
  expect(order.status).toBe('PAYER_ACTION_REQUIRED')
  const id = order.id ?? ''
  expect(await issueOf(paypal.orders.captureOrder({ id }))).toBe('ORDER_NOT_APPROVED')
  const left = await paypal.decide(linkOf(order, 'payer-action'))
  expect(left.status).toBe(303)
  expect(left.to).toMatch(/^https:\/\/shop\.test\/return\?purchase=7&token=\w+&PayerID=\w{13}$/)
  const captured = await paypal.orders.captureOrder({ id, paypalRequestId: newId() })
  expect(captured.result).toMatchObject({
    status: 'COMPLETED',
    purchaseUnits: [{ payments: { captures: [{ status: 'COMPLETED', amount: { value: '12.99' } }] } }],
  })
  expect(await issueOf(paypal.orders.captureOrder({ id, paypalRequestId: newId() }))).toBe(
    'ORDER_ALREADY_CAPTURED',
  )
})
