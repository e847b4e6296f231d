import type { Books } from '../state/books.ts'
import { badParameter } from './errors.ts'
import { showPaymentMethod } from './payment-method-rows.ts'

const deepest = 4
const expandable = new Set(
  'data customer payment_method charge latest_charge payment_intent balance_transaction refunds failure_balance_transaction invoice_settings default_payment_method source'.split(
    ' ',
  ),
)

/** Refuses an unknown path before any work is done. @throws 400 */
export function checkExpand(paths: unknown): void {
  if (!Array.isArray(paths)) return
  for (const path of paths as string[]) {
    const steps = path.split('.')
    if (steps.length > deepest) {
      throw badParameter('expand', `You cannot expand more than ${deepest} levels of a property: ${path}`)
    }
    if (steps.some((step) => !expandable.has(step))) {
      throw badParameter('expand', `This property cannot be expanded (${path}).`)
    }
  }
}

/** Replaces ids by the objects they name, along checked paths such as `latest_charge.balance_transaction`. */
export function expandPaths(books: Books, object: unknown, paths: unknown): unknown {
  if (!Array.isArray(paths) || paths.length === 0) return object
  const copy = structuredClone(object)
  for (const path of paths as string[]) expandStep(books, copy, path.split('.'))
  return copy
}

function expandStep(books: Books, value: unknown, steps: string[]): void {
  const [step, ...rest] = steps
  if (step === undefined || typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) expandStep(books, item, steps)
    return
  }
  const holder = value as Record<string, unknown>
  if (holder.object === 'charge' && step === 'refunds') holder.refunds = refundsOf(books, String(holder.id))
  const field = holder[step]
  if (typeof field === 'string') holder[step] = structuredClone(findById(books, field) ?? field)
  expandStep(books, holder[step], rest)
}

function refundsOf(books: Books, charge: string) {
  const data = books.refunds.newestFirst().filter((refund) => refund.charge === charge)
  return {
    object: 'list',
    data: structuredClone(data),
    has_more: false,
    url: `/v1/charges/${charge}/refunds`,
  }
}

function findById(books: Books, id: string): object | undefined {
  switch (id.split('_')[0]) {
    case 'cus':
      return books.customers.get(id)
    case 'pm': {
      const row = books.paymentMethods.get(id)
      return row && showPaymentMethod(row)
    }
    case 'pi':
      return books.paymentIntents.get(id)
    case 'ch':
      return books.charges.get(id)
    case 're':
      return books.refunds.get(id)
    case 'txn':
      return books.balanceTransactions.get(id)
    default:
      return undefined
  }
}
