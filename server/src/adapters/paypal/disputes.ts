import { z } from 'zod'
import type { Dispute } from '../../features/payments/ports.ts'
import { centsOf } from './money.ts'

const money = z.object({ currency_code: z.string(), value: z.string() })

/** The SDK has no disputes: this is what we read of PayPal's own description of them. */
const disputeBody = z.object({
  dispute_id: z.string(),
  create_time: z.string(),
  update_time: z.string().nullish(),
  reason: z.string().nullish(),
  status: z.string(),
  dispute_amount: money,
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: z.string().nullish(), gross_amount: money.nullish() }))
    .nullish(),
  dispute_outcome: z
    .object({ outcome_code: z.string().nullish(), amount_refunded: money.nullish() })
    .nullish(),
  money_movements: z
    .array(
      z.object({
        affected_party: z.string().nullish(),
        type: z.string().nullish(),
        reason: z.string().nullish(),
        amount: money.nullish(),
      }),
    )
    .nullish(),
})
type Told = z.output<typeof disputeBody>

/**
 * Outcomes that cost the seller money. The buyer may have been paid by PayPal (RESOLVED_WITH_PAYOUT), have given up
 * (CANCELED_BY_BUYER), have been refused (DENIED), or nothing was decided (NONE): the seller keeps the money then.
 */
const costly = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'])

/**
 * One dispute for each transaction that a PayPal dispute is about, since each belongs to another purchase. The first one
 * has PayPal's id, each further one that id with its transaction. They share the amount in proportion to what they took.
 */
export function toDisputes(body: unknown): Dispute[] {
  const told = disputeBody.parse(body)
  const transactions = told.disputed_transactions ?? []
  const isOver = told.status === 'RESOLVED'
  const disputed = sharesOf(centsOf(told.dispute_amount), transactions)
  const lost = sharesOf(isOver ? lostCentsOf(told) : 0, transactions)
  return transactions.map(({ seller_transaction_id: captureId = null }, place) => {
    const [disputedCents = 0, lostCents = 0] = [disputed[place], lost[place]]
    return {
      disputeId: place === 0 ? told.dispute_id : `${told.dispute_id}/${captureId}`,
      providerPaymentId: null,
      captureId,
      status: !isOver ? 'open' : lostCents > 0 ? 'lost' : 'won',
      amountCents: Math.max(1, lostCents || disputedCents),
      currency: currencyOf(told),
      reason: told.reason ?? null,
      createdAt: new Date(told.create_time),
      decidedAt: isOver && told.update_time ? new Date(told.update_time) : null,
    }
  })
}

/** PayPal's id of a dispute that `toDisputes` named. */
export function paypalIdOf(disputeId: string): string {
  return disputeId.replace(/\/.*$/, '')
}

/**
 * What a decided dispute cost us: what moved out of our account and not back, without fees. Where PayPal shows no
 * movement, what the buyer was given, or the whole where that is not said either.
 */
function lostCentsOf(told: Told): number {
  const settled = settlementsOf(told)
  if (settled.length > 0) {
    const cents = settled.map(({ type, amount }) => (type === 'CREDIT' ? -1 : 1) * centsOf(amount))
    return Math.max(
      0,
      cents.reduce((sum, one) => sum + one, 0),
    )
  }
  const { outcome_code: code, amount_refunded: refunded } = told.dispute_outcome ?? {}
  return costly.has(code ?? '') ? centsOf(refunded ?? told.dispute_amount) : 0
}

function settlementsOf({ money_movements: movements }: Told) {
  return (movements ?? []).flatMap(({ affected_party: party, reason, type, amount }) =>
    party === 'SELLER' && reason === 'DISPUTE_SETTLEMENT' && amount ? [{ type, amount }] : [],
  )
}

/** Names every currency that it speaks of: amounts of different ones can't be compared. */
function currencyOf(told: Told): string {
  const refunded = told.dispute_outcome?.amount_refunded
  const amounts = [told.dispute_amount, ...(refunded ? [refunded] : [])]
  const all = [...amounts, ...settlementsOf(told).map(({ amount }) => amount)]
  return [...new Set(all.map(({ currency_code: code }) => code.toLowerCase()))].join('+')
}

/** Shares cents in proportion to what each transaction took, equally where that is not said; they add up exactly. */
function sharesOf(cents: number, transactions: NonNullable<Told['disputed_transactions']>): number[] {
  const taken = transactions.map(({ gross_amount: gross }) => (gross ? centsOf(gross) : 0))
  const weights = taken.includes(0) ? taken.map(() => 1) : taken
  const total = weights.reduce((sum, one) => sum + one, 0)
  let weight = 0
  let given = 0
  return weights.map((one) => {
    weight += one
    const share = Math.round((cents * weight) / total) - given
    given += share
    return share
  })
}
