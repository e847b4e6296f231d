import type { StripeCall } from './context.ts'
import * as customers from './customers.ts'
import { missing } from './errors.ts'
import { listPage } from './lists.ts'
import type { Shape } from './parameters.ts'
import * as intents from './payment-intents.ts'
import * as methods from './payment-methods.ts'
import { byReference, listCustomers, listMethods, listOfCustomer, reading, retrieveMethod } from './reads.ts'
import { createRefund } from './refunds.ts'
import { searchPaymentIntents } from './search.ts'
import * as setups from './setup-intents.ts'
import * as shapes from './shapes.ts'

/** One call of the API: where, what it may carry, what it does. */
export type StripeEndpoint = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  shape: Shape
  run: (call: StripeCall) => unknown
  /** A browser's publishable key is enough; for an intent only together with its client secret. */
  takesPublishable?: boolean
  /** Carried `payment_method_types` until 2026-09-30.endive; refused since. */
  hadPaymentMethodTypes?: boolean
}

const text = { kind: 'text' } as const
const secretShape: Shape = { ...shapes.expandOnly, client_secret: text }
const typeShape: Shape = { ...shapes.pageShape, type: text }

/** Every call that the stand-in speaks; any other answers Stripe's "Unrecognized request URL". */
export const stripeEndpoints: StripeEndpoint[] = [
  { method: 'POST', path: '/v1/customers', shape: shapes.customerCreate, run: customers.createCustomer },
  { method: 'GET', path: '/v1/customers', shape: { ...shapes.pageShape, email: text }, run: listCustomers },
  { method: 'GET', path: '/v1/customers/:id', shape: shapes.expandOnly, run: customers.retrieveCustomer },
  { method: 'POST', path: '/v1/customers/:id', shape: shapes.customerUpdate, run: customers.updateCustomer },
  { method: 'DELETE', path: '/v1/customers/:id', shape: {}, run: customers.deleteCustomer },
  { method: 'GET', path: '/v1/customers/:id/payment_methods', shape: typeShape, run: listOfCustomer },
  {
    method: 'POST',
    path: '/v1/payment_methods',
    shape: shapes.paymentMethodCreate,
    run: methods.createPaymentMethod,
    takesPublishable: true,
  },
  { method: 'GET', path: '/v1/payment_methods', shape: { ...typeShape, customer: text }, run: listMethods },
  { method: 'GET', path: '/v1/payment_methods/:id', shape: shapes.expandOnly, run: retrieveMethod },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id',
    shape: shapes.paymentMethodUpdate,
    run: methods.updatePaymentMethod,
  },
  { method: 'POST', path: '/v1/payment_methods/:id/attach', shape: shapes.attach, run: methods.attachByCall },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    shape: shapes.expandOnly,
    run: methods.detachPaymentMethod,
  },
  {
    method: 'POST',
    path: '/v1/payment_intents',
    shape: shapes.intentCreate,
    run: intents.createPaymentIntent,
    hadPaymentMethodTypes: true,
  },
  {
    method: 'GET',
    path: '/v1/payment_intents',
    shape: { ...shapes.pageShape, customer: text },
    run: (call) => {
      const customer = call.parameters.customer as string | undefined
      if (customer !== undefined && !call.world.books.customers.get(customer)) {
        throw missing('customer', customer, 'customer', false)
      }
      return listPage(
        call,
        byReference(call.world.books.paymentIntents, call, 'customer'),
        '/v1/payment_intents',
      )
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_intents/search',
    shape: {
      query: { kind: 'text', required: true },
      limit: shapes.pageLimit,
      page: text,
      ...shapes.expandOnly,
    },
    run: searchPaymentIntents,
  },
  {
    method: 'GET',
    path: '/v1/payment_intents/:id',
    shape: secretShape,
    run: intents.findIntent,
    takesPublishable: true,
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id',
    shape: shapes.intentUpdate,
    run: intents.updatePaymentIntent,
    hadPaymentMethodTypes: true,
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    shape: shapes.intentConfirm,
    run: intents.confirmByCall,
    takesPublishable: true,
    hadPaymentMethodTypes: true,
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/cancel',
    shape: shapes.intentCancel,
    run: intents.cancelPaymentIntent,
  },
  {
    method: 'POST',
    path: '/v1/setup_intents',
    shape: shapes.setupCreate,
    run: setups.createSetupIntent,
    hadPaymentMethodTypes: true,
  },
  {
    method: 'GET',
    path: '/v1/setup_intents',
    shape: { ...shapes.pageShape, customer: text, payment_method: text },
    run: (call) =>
      listPage(call, byReference(call.world.books.setupIntents, call, 'customer'), '/v1/setup_intents'),
  },
  {
    method: 'GET',
    path: '/v1/setup_intents/:id',
    shape: secretShape,
    run: setups.findSetupIntent,
    takesPublishable: true,
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    shape: shapes.setupConfirm,
    run: setups.confirmSetupByCall,
    takesPublishable: true,
    hadPaymentMethodTypes: true,
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/cancel',
    shape: shapes.setupCancel,
    run: setups.cancelSetupIntent,
  },
  { method: 'POST', path: '/v1/refunds', shape: shapes.refundCreate, run: createRefund },
  {
    method: 'GET',
    path: '/v1/refunds',
    shape: { ...shapes.pageShape, charge: text, payment_intent: text },
    run: (call) =>
      listPage(call, byReference(call.world.books.refunds, call, 'charge', 'payment_intent'), '/v1/refunds'),
  },
  reading('/v1/refunds/:id', 'refund', (call) => call.world.books.refunds),
  {
    method: 'GET',
    path: '/v1/charges',
    shape: { ...shapes.pageShape, customer: text, payment_intent: text },
    run: (call) =>
      listPage(
        call,
        byReference(call.world.books.charges, call, 'customer', 'payment_intent'),
        '/v1/charges',
      ),
  },
  reading('/v1/charges/:id', 'charge', (call) => call.world.books.charges),
  {
    method: 'GET',
    path: '/v1/disputes',
    shape: { ...shapes.pageShape, charge: text, payment_intent: text },
    run: (call) =>
      listPage(
        call,
        byReference(call.world.books.disputes, call, 'charge', 'payment_intent'),
        '/v1/disputes',
      ),
  },
  reading('/v1/disputes/:id', 'dispute', (call) => call.world.books.disputes),
  reading(
    '/v1/balance_transactions/:id',
    'balance transaction',
    (call) => call.world.books.balanceTransactions,
  ),
  {
    method: 'GET',
    path: '/v1/events',
    shape: { ...shapes.pageShape, type: text },
    run: (call) => {
      const events = call.world.books.events.newestFirst().map(({ event }) => event)
      const { type } = call.parameters
      return listPage(call, type ? events.filter((event) => event.type === type) : events, '/v1/events')
    },
  },
  {
    method: 'GET',
    path: '/v1/events/:id',
    shape: shapes.expandOnly,
    run: (call) => {
      const found = call.world.books.events.get(call.path.id ?? '')
      if (!found) throw missing('event', call.path.id ?? '', 'id', true)
      return found.event
    },
  },
]
