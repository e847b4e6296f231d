import { getCapture } from './captures.ts'
import type { PaypalCall } from './context.ts'
import { getDispute } from './disputes.ts'
import { showWebhook, verifySignature } from './events.ts'
import type { Shape } from './fields.ts'
import { showOrder } from './order-views.ts'
import { captureOrder, createOrder, findOrder, getOrder } from './orders.ts'
import {
  createPaymentToken,
  deletePaymentToken,
  findPaymentToken,
  getPaymentToken,
  listPaymentTokens,
  showPaymentToken,
} from './payment-tokens.ts'
import { createRefund, getRefund, showRefund } from './refunds.ts'
import { createSetupToken, getSetupToken } from './setup-tokens.ts'
import * as shapes from './shapes.ts'
import { searchTransactions } from './transaction-search.ts'

/** What a call answers; `made` is the id of what it made, which a repeat of its request id shows again. */
export type PaypalAnswer = { status: number; body: unknown; made?: string }

/** One call of the API: where, what it may carry, what it does. */
export type PaypalEndpoint = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  shape?: Shape
  /** Of the query; parameters that it does not list are passed over. */
  query?: Shape
  /** Of the headers, by their names in small letters. */
  headers?: Shape
  /** Its body is one that the shape lets pass. */
  run: (call: PaypalCall<never>) => PaypalAnswer
  /** The latest state of what the same request id made before. */
  again?: (call: PaypalCall, made: string) => unknown
  /** What a repeat is answered with; 200 unless the API knows of no such answer. */
  againStatus?: 201
  /** Without a `PayPal-Request-Id` the call is refused. */
  needsRequestId?: boolean
  /** A body may be left out. */
  mayBeEmpty?: boolean
}

const orderAgain = (call: PaypalCall, id: string) =>
  showOrder(call.world, findOrder(call.world, id), call.whole)

/** Every call that the stand-in speaks; any other is answered 404. */
export const paypalEndpoints: PaypalEndpoint[] = [
  {
    method: 'POST',
    path: '/v2/checkout/orders',
    shape: shapes.orderCreate,
    headers: shapes.orderHeaders,
    run: createOrder,
    again: orderAgain,
  },
  { method: 'GET', path: '/v2/checkout/orders/:id', query: shapes.orderQuery, run: getOrder },
  {
    method: 'POST',
    path: '/v2/checkout/orders/:id/capture',
    shape: shapes.orderCapture,
    headers: shapes.orderHeaders,
    run: captureOrder,
    again: orderAgain,
    mayBeEmpty: true,
  },
  { method: 'GET', path: '/v2/payments/captures/:id', run: getCapture },
  {
    method: 'POST',
    path: '/v2/payments/captures/:id/refund',
    shape: shapes.refundCreate,
    run: createRefund,
    again: (call, id) => {
      const refund = call.world.books.paypalRefunds.get(id)
      return refund && showRefund(call.world, refund, call.whole)
    },
    againStatus: 201,
    mayBeEmpty: true,
  },
  { method: 'GET', path: '/v2/payments/refunds/:id', run: getRefund },
  {
    method: 'POST',
    path: '/v3/vault/setup-tokens',
    shape: shapes.setupTokenCreate,
    run: createSetupToken,
    again: (call, id) => getSetupToken({ ...call, path: { id } }).body,
    needsRequestId: true,
  },
  { method: 'GET', path: '/v3/vault/setup-tokens/:id', run: getSetupToken },
  {
    method: 'POST',
    path: '/v3/vault/payment-tokens',
    shape: shapes.paymentTokenCreate,
    run: createPaymentToken,
    again: (call, id) => showPaymentToken(call.world, findPaymentToken(call.world, id)),
    needsRequestId: true,
  },
  { method: 'GET', path: '/v3/vault/payment-tokens', query: shapes.tokenQuery, run: listPaymentTokens },
  { method: 'GET', path: '/v3/vault/payment-tokens/:id', run: getPaymentToken },
  { method: 'DELETE', path: '/v3/vault/payment-tokens/:id', run: deletePaymentToken },
  { method: 'GET', path: '/v1/customer/disputes/:id', run: getDispute },
  { method: 'GET', path: '/v1/reporting/transactions', run: searchTransactions },
  {
    method: 'POST',
    path: '/v1/notifications/verify-webhook-signature',
    shape: shapes.verifySignature,
    run: verifySignature,
  },
  {
    method: 'GET',
    path: '/v1/notifications/webhooks',
    run: ({ world }) => ({
      status: 200,
      body: { webhooks: world.options.paypal.webhookUrl === '' ? [] : [showWebhook(world)] },
    }),
  },
  {
    method: 'POST',
    path: '/v1/notifications/webhooks',
    shape: shapes.webhookCreate,
    run: ({ world, body }: PaypalCall<{ url: string }>) => {
      world.options.paypal.webhookUrl = body.url
      return { status: 201, body: showWebhook(world) }
    },
  },
]
