import type Stripe from 'stripe'
import { newStripeId } from '../state/ids.ts'
import { addBalanceTransaction } from './charges.ts'
import { nowSeconds, type StripeWorld } from './context.ts'
import { refused } from './errors.ts'
import { emit } from './events.ts'
import { idOf } from './references.ts'

const disputeFeeCents = 1500
const evidenceFields =
  'access_activity_log billing_address cancellation_policy cancellation_policy_disclosure cancellation_rebuttal customer_communication customer_email_address customer_name customer_purchase_ip customer_signature duplicate_charge_documentation duplicate_charge_explanation duplicate_charge_id product_description receipt refund_policy refund_policy_disclosure refund_refusal_explanation service_date service_documentation shipping_address shipping_carrier shipping_date shipping_documentation shipping_tracking_number uncategorized_file uncategorized_text'

/**
 * The cardholder disputes a charge: the bank takes the amount and a fee at once.
 * @throws refused when the charge didn't succeed or is disputed already
 */
export function openDispute(
  world: StripeWorld,
  chargeId: string,
  input: { reason?: string; amountCents?: number } = {},
): Stripe.Dispute {
  const charge = world.books.charges.get(chargeId)
  if (charge?.status !== 'succeeded') throw refused(`Charge ${chargeId} can't be disputed.`)
  if (charge.disputed) throw refused(`Charge ${chargeId} is disputed already.`, { code: 'charge_disputed' })
  const amount = input.amountCents ?? charge.amount - charge.amount_refunded
  if (amount < 1 || amount > charge.amount)
    throw refused(`A dispute of ${amount} cents doesn't fit charge ${chargeId}.`)
  const id = newStripeId('du')
  const transaction = addBalanceTransaction(world, {
    type: 'adjustment',
    source: id,
    amountCents: -amount,
    feeCents: disputeFeeCents,
  })
  const brand = charge.payment_method_details?.card?.brand ?? 'visa'
  const dispute = {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [world.books.balanceTransactions.get(transaction)],
    charge: charge.id,
    created: nowSeconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {
      ...Object.fromEntries(evidenceFields.split(' ').map((name) => [name, null])),
      enhanced_evidence: {},
    },
    evidence_details: {
      due_by: nowSeconds() + 8 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: '10.4',
    payment_intent: charge.payment_intent,
    payment_method_details: {
      type: 'card',
      card: {
        brand,
        case_type: 'chargeback',
        network: brand,
        network_reason_code: '10.4',
      },
    },
    reason: input.reason ?? 'fraudulent',
    status: 'needs_response',
  } as unknown as Stripe.Dispute
  world.books.disputes.put(dispute)
  world.books.charges.put({ ...charge, disputed: true })
  emit(world, 'charge.dispute.created', dispute)
  emit(world, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/**
 * The bank decides. Won: the money comes back. Lost: it stays gone, or the part of it that is named.
 * @throws refused when it is closed already, or the part is more than the whole
 */
export function closeDispute(
  world: StripeWorld,
  disputeId: string,
  status: 'won' | 'lost',
  partCents?: number,
): Stripe.Dispute {
  const dispute = world.books.disputes.get(disputeId)
  if (!dispute) throw refused(`No such dispute: '${disputeId}'`, { code: 'resource_missing' })
  if (['won', 'lost'].includes(dispute.status)) throw refused(`Dispute ${disputeId} is closed already.`)
  const lostCents = status === 'won' ? 0 : (partCents ?? dispute.amount)
  if (lostCents > dispute.amount) throw refused(`Dispute ${disputeId} is of ${dispute.amount} cents.`)
  const transactions = [...dispute.balance_transactions]
  if (lostCents < dispute.amount) {
    const id = addBalanceTransaction(world, {
      type: 'adjustment',
      source: dispute.id,
      amountCents: dispute.amount - lostCents,
      feeCents: status === 'won' ? -disputeFeeCents : 0,
    })
    const back = world.books.balanceTransactions.get(id)
    if (back) transactions.push(back)
  }
  const closed = world.books.disputes.put({ ...dispute, status, balance_transactions: transactions })
  emit(world, 'charge.dispute.closed', closed, { previous: { status: dispute.status } })
  if (lostCents < dispute.amount) emit(world, 'charge.dispute.funds_reinstated', closed)
  return closed
}

/** Whether a refund of this charge would pay the cardholder twice. */
export function isDisputeOpenOrLost(world: StripeWorld, chargeId: string): boolean {
  return world.books.disputes.all().some((one) => idOf(one.charge) === chargeId && one.status !== 'won')
}

/** For the test card that is always disputed: the dispute follows its payment. */
export function openDisputeLater(world: StripeWorld, chargeId: string): void {
  setImmediate(() => openDispute(world, chargeId))
}
