import type Stripe from 'stripe'
import type { StripeCall } from './context.ts'
import { badParameter } from './errors.ts'
import { idOf } from './references.ts'

type Clause = { field: string; key: string | null; operator: string; value: string }

const clausePattern =
  /^\s*(-?)(amount|created|currency|customer|status|metadata)(?:\[\s*["']([^"']+)["']\s*\])?\s*(:|>=|<=|>|<)\s*(?:"([^"]*)"|'([^']*)'|(\S+))\s*$/

/**
 * Search over payment intents: `metadata['key']:'value' AND status:'succeeded'`.
 * New objects appear after the lag that the control call sets: the real search lags, by up to a minute.
 */
export function searchPaymentIntents(call: StripeCall) {
  const { parameters, world } = call
  const query = parameters.query as string
  const limit = Math.min((parameters.limit as number | undefined) ?? 10, 100)
  const any = /\sOR\s/.test(query)
  if (any && /\sAND\s/.test(query)) throw badParameter('query', 'A query may not mix AND and OR.')
  const clauses = query.split(any ? /\sOR\s/ : /\sAND\s/).map(readClause)
  const newest = Date.now() / 1000 - world.search.lagMs / 1000
  const found = world.books.paymentIntents.newestFirst().filter((intent) => {
    if (world.search.lagMs > 0 && intent.created > newest) return false
    return any
      ? clauses.some((clause) => fits(intent, clause))
      : clauses.every((clause) => fits(intent, clause))
  })
  const start = Number(parameters.page ?? 0)
  return {
    object: 'search_result',
    data: found.slice(start, start + limit),
    has_more: found.length > start + limit,
    next_page: found.length > start + limit ? String(start + limit) : null,
    url: '/v1/payment_intents/search',
  }
}

function readClause(text: string): Clause & { negated: boolean } {
  const match = clausePattern.exec(text)
  if (!match) {
    throw badParameter(
      'query',
      `We were unable to parse your search query near '${text.trim().slice(0, 40)}'.`,
    )
  }
  const [, minus, field = '', key, operator = ':', double, single, bare] = match
  return { negated: minus === '-', field, key: key ?? null, operator, value: double ?? single ?? bare ?? '' }
}

function fits(intent: Stripe.PaymentIntent, clause: Clause & { negated: boolean }): boolean {
  return matches(intent, clause) !== clause.negated
}

function matches(intent: Stripe.PaymentIntent, clause: Clause): boolean {
  if (clause.field === 'metadata') return intent.metadata[clause.key ?? ''] === clause.value
  if (clause.field === 'customer') return idOf(intent.customer) === clause.value
  if (clause.field === 'status' || clause.field === 'currency') return intent[clause.field] === clause.value
  const left = clause.field === 'amount' ? intent.amount : intent.created
  const right = Number(clause.value)
  switch (clause.operator) {
    case '>':
      return left > right
    case '<':
      return left < right
    case '>=':
      return left >= right
    case '<=':
      return left <= right
    default:
      return left === right
  }
}
