import type Stripe from 'stripe'
import { newStripeId } from '../state/ids.ts'
import { checkEmail } from './addresses.ts'
import { nowSeconds, type StripeCall, textOf } from './context.ts'
import { findCustomer } from './customer-rows.ts'
import { missing } from './errors.ts'
import { emit } from './events.ts'
import { mergeMetadata } from './parameters.ts'
import { findPaymentMethod, ownerOf } from './payment-method-rows.ts'
import { attachPaymentMethod } from './payment-methods.ts'

export function createCustomer(call: StripeCall): Stripe.Customer {
  const { world, parameters } = call
  checkEmail(call, 'email')
  const paymentMethod = textOf(call, 'payment_method')
  const row = applyFields(call, {
    id: newStripeId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: nowSeconds(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    email: null,
    invoice_prefix: newStripeId('x', 8).slice(2).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: mergeMetadata({}, parameters.metadata),
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  } as unknown as Stripe.Customer)
  world.books.customers.put(row)
  emit(world, 'customer.created', row, { cause: call })
  if (paymentMethod !== undefined) {
    attachPaymentMethod(world, findPaymentMethod(world, paymentMethod), row.id, call)
  }
  return row
}

export function updateCustomer(call: StripeCall): Stripe.Customer {
  const before = findCustomer(call, call.path.id ?? '', true)
  checkEmail(call, 'email')
  const row = applyFields(call, {
    ...before,
    metadata: mergeMetadata(before.metadata ?? {}, call.parameters.metadata),
  })
  call.world.books.customers.put(row)
  emit(call.world, 'customer.updated', row, { cause: call, previous: changedFields(before, row) })
  return row
}

/** A deleted customer stays as a stub: its id answers `{ deleted: true }`, its cards are detached. */
export function deleteCustomer(call: StripeCall): unknown {
  const row = findCustomer(call, call.path.id ?? '', true)
  const { world } = call
  for (const method of world.books.paymentMethods.all()) {
    if (ownerOf(method) !== row.id) continue
    world.books.paymentMethods.put({
      ...method,
      customer: null,
      sandbox: { ...method.sandbox, consumed: true },
    })
  }
  world.books.customers.put({ ...row, deleted: true } as unknown as Stripe.Customer)
  emit(world, 'customer.deleted', row, { cause: call })
  return { id: row.id, object: 'customer', deleted: true }
}

export function retrieveCustomer(call: StripeCall): unknown {
  const id = call.path.id ?? ''
  const row = call.world.books.customers.get(id)
  if (!row) throw missing('customer', id, 'id', true)
  return row.deleted ? { id, object: 'customer', deleted: true } : row
}

function applyFields(call: StripeCall, row: Stripe.Customer): Stripe.Customer {
  const { parameters, world } = call
  const plain: Partial<Stripe.Customer> = {}
  for (const name of ['address', 'description', 'email', 'name', 'phone', 'preferred_locales'] as const) {
    if (name in parameters) Object.assign(plain, { [name]: parameters[name] })
  }
  const settings = parameters.invoice_settings as { default_payment_method?: string | null } | undefined
  if (settings?.default_payment_method === undefined) return { ...row, ...plain }
  const chosen = settings.default_payment_method
  if (chosen !== null && ownerOf(findPaymentMethod(world, chosen)) !== row.id) {
    throw missing('PaymentMethod', chosen, 'invoice_settings[default_payment_method]', false)
  }
  return { ...row, ...plain, invoice_settings: { ...row.invoice_settings, default_payment_method: chosen } }
}

function changedFields(before: Stripe.Customer, after: Stripe.Customer): Record<string, unknown> {
  const old = Object.entries(before)
  const now = after as unknown as Record<string, unknown>
  return Object.fromEntries(old.filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(now[key])))
}
