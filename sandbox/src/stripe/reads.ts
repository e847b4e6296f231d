import type { Table } from '../state/table.ts'
import type { StripeCall } from './context.ts'
import { findCustomer } from './customer-rows.ts'
import { missing } from './errors.ts'
import { listPage } from './lists.ts'
import { findPaymentMethod, ownerOf, showPaymentMethod } from './payment-method-rows.ts'
import { idOf } from './references.ts'
import * as shapes from './shapes.ts'

/** A call that retrieves one row of a table by its id. */
export function reading(path: string, noun: string, table: (call: StripeCall) => Table<{ id: string }>) {
  const run = (call: StripeCall) => {
    const id = call.path.id ?? ''
    const row = table(call).get(id)
    if (!row) throw missing(noun, id, 'id', true)
    return row
  }
  return { method: 'GET' as const, path, shape: shapes.expandOnly, run }
}

/** Rows, newest first, whose references are those that the call asks for. */
export function byReference<Row extends { id: string }>(
  table: Table<Row>,
  call: StripeCall,
  ...names: string[]
): Row[] {
  const wanted = names.filter((name) => call.parameters[name] !== undefined)
  return table.newestFirst().filter((row) => {
    const fields = row as Record<string, string | { id: string } | null | undefined>
    return wanted.every((name) => idOf(fields[name]) === call.parameters[name])
  })
}

export function listCustomers(call: StripeCall) {
  const { email } = call.parameters
  const rows = call.world.books.customers
    .newestFirst()
    .filter((row) => !row.deleted && (email === undefined || row.email === email))
  return listPage(call, rows, '/v1/customers')
}

export function listOfCustomer(call: StripeCall) {
  const customer = findCustomer(call, call.path.id ?? '', true)
  return listPage(call, methodsOf(call, customer.id), `/v1/customers/${customer.id}/payment_methods`)
}

export function listMethods(call: StripeCall) {
  const { customer } = call.parameters
  if (typeof customer !== 'string') return listPage(call, [], '/v1/payment_methods')
  return listPage(call, methodsOf(call, findCustomer(call, customer).id), '/v1/payment_methods')
}

function methodsOf(call: StripeCall, customer: string) {
  const { type } = call.parameters
  return call.world.books.paymentMethods
    .newestFirst()
    .filter((row) => ownerOf(row) === customer && (type === undefined || row.type === type))
    .map(showPaymentMethod)
}

export function retrieveMethod(call: StripeCall) {
  const where = { param: 'payment_method', inPath: true }
  return showPaymentMethod(findPaymentMethod(call.world, call.path.id ?? '', where))
}
