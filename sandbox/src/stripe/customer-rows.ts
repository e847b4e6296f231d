import type Stripe from 'stripe'
import type { StripeCall } from './context.ts'
import { missing } from './errors.ts'

/** Finds a customer that is not deleted. @throws resource_missing */
export function findCustomer(call: StripeCall, id: string, inPath = false): Stripe.Customer {
  const row = call.world.books.customers.get(id)
  if (!row || row.deleted) throw missing('customer', id, inPath ? 'id' : 'customer', inPath)
  return row
}
