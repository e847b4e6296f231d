import { newPaypalId } from '../state/ids.ts'
import { findCapture } from './captures.ts'
import { compact, link, now, type PaypalCall, type PaypalWorld } from './context.ts'
import { notFound, refused } from './errors.ts'
import { emit } from './events.ts'
import { money } from './money.ts'
import { payee } from './payers.ts'
import { addRefund } from './refunds.ts'
import type { DisputeRow } from './rows.ts'

/** A dispute as the API shows it. It names its payment only by the seller's transaction, the capture. */
export function showDispute(world: PaypalWorld, dispute: DisputeRow) {
  const capture = findCapture(world, dispute.captureId)
  const { email_address: email, merchant_id } = payee(world)
  return compact({
    dispute_id: dispute.id,
    create_time: dispute.createdAt,
    update_time: dispute.updatedAt,
    disputed_transactions: [
      compact({
        buyer_transaction_id: `B${capture.id.slice(1)}`,
        seller_transaction_id: capture.id,
        create_time: capture.createdAt,
        transaction_status: 'COMPLETED',
        gross_amount: money(capture.amountCents),
        invoice_number: capture.invoiceId,
        custom: capture.customId,
        buyer: {
          email: capture.payer.email,
          payer_id: capture.payer.accountId,
          name: `${capture.payer.givenName} ${capture.payer.surname}`,
        },
        seller: { email, merchant_id, name: 'Sandbox Merchant' },
        seller_protection_eligible: false,
      }),
    ],
    reason: dispute.reason,
    status: dispute.status,
    dispute_state: dispute.status === 'RESOLVED' ? 'RESOLVED' : 'REQUIRED_ACTION',
    dispute_amount: money(dispute.amountCents),
    dispute_outcome: dispute.outcome && {
      outcome_code: dispute.outcome,
      amount_refunded: money(dispute.settledCents),
    },
    dispute_life_cycle_stage: dispute.stage,
    dispute_channel: dispute.stage === 'CHARGEBACK' ? 'EXTERNAL' : 'INTERNAL',
    messages: [],
    links: [link(world, 'self', `/v1/customer/disputes/${dispute.id}`)],
  })
}

export function getDispute({ world, path }: PaypalCall) {
  const dispute = world.books.paypalDisputes.get(path.id ?? '')
  if (!dispute) throw notFound()
  return { status: 200, body: showDispute(world, dispute) }
}

function tell(world: PaypalWorld, dispute: DisputeRow, what: 'CREATED' | 'UPDATED' | 'RESOLVED'): void {
  emit(
    world,
    {
      type: `CUSTOMER.DISPUTE.${what}`,
      resourceType: 'dispute',
      summary: `Dispute ${dispute.id} ${what.toLowerCase()}.`,
    },
    showDispute(world, dispute),
  )
}

type Opening = { stage?: DisputeRow['stage']; reason?: string; amountCents?: number }

/**
 * The payer disputes a payment: with PayPal (an inquiry), or at their bank (a chargeback). What is disputed is held
 * until it is decided.
 * @throws when the capture has no money left to dispute, or an open dispute
 */
export function openPaypalDispute(world: PaypalWorld, captureId: string, input: Opening = {}): DisputeRow {
  const capture = findCapture(world, captureId)
  const open = world.books.paypalDisputes
    .all()
    .some((one) => one.captureId === captureId && one.status !== 'RESOLVED')
  const rest = capture.amountCents - capture.refundedCents
  const amountCents = input.amountCents ?? rest
  const paid = capture.status === 'COMPLETED' || capture.status === 'PARTIALLY_REFUNDED'
  if (open || !paid || amountCents < 1 || amountCents > rest) throw refused('INCOMPATIBLE_PARAMETER_VALUE')
  const stage = input.stage ?? 'CHARGEBACK'
  const dispute = world.books.paypalDisputes.put({
    id: `PP-D-${newPaypalId(8)}`,
    captureId,
    status: stage === 'CHARGEBACK' ? 'WAITING_FOR_SELLER_RESPONSE' : 'OPEN',
    stage,
    reason: input.reason ?? 'UNAUTHORISED',
    amountCents,
    outcome: null,
    settledCents: 0,
    createdAt: now(),
    updatedAt: now(),
  })
  tell(world, dispute, 'CREATED')
  return dispute
}

/** An inquiry becomes a chargeback, or PayPal begins to look into it. @throws when it is resolved */
export function updatePaypalDispute(
  world: PaypalWorld,
  id: string,
  change: Partial<Pick<DisputeRow, 'stage' | 'status'>>,
): DisputeRow {
  const next = world.books.paypalDisputes.put({ ...openOne(world, id), ...change, updatedAt: now() })
  tell(world, next, 'UPDATED')
  return next
}

function openOne(world: PaypalWorld, id: string): DisputeRow {
  const dispute = world.books.paypalDisputes.get(id)
  if (!dispute) throw notFound()
  if (dispute.status === 'RESOLVED') throw refused('INCOMPATIBLE_PARAMETER_VALUE')
  return dispute
}

/**
 * It is decided. Lost: what is disputed, or the part of it that is named, goes back to the payer as a reversal. Won: it stays.
 * @throws when it is resolved, or the part is more than the whole
 */
export function decidePaypalDispute(
  world: PaypalWorld,
  id: string,
  outcome: 'won' | 'lost',
  partCents?: number,
): DisputeRow {
  const open = openOne(world, id)
  const lostCents = partCents ?? open.amountCents
  if (lostCents > open.amountCents) throw refused('INCOMPATIBLE_PARAMETER_VALUE')
  const resolved = world.books.paypalDisputes.put({
    ...open,
    status: 'RESOLVED',
    outcome: outcome === 'won' ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR',
    settledCents: outcome === 'won' ? 0 : lostCents,
    updatedAt: now(),
  })
  const capture = findCapture(world, resolved.captureId)
  const rest = capture.amountCents - capture.refundedCents
  if (outcome === 'lost' && rest > 0) {
    addRefund(world, capture, {
      status: 'COMPLETED',
      amountCents: Math.min(rest, lostCents),
      customId: capture.customId,
      invoiceId: null,
      note: null,
      by: 'reversal',
    })
  }
  tell(world, resolved, 'RESOLVED')
  return resolved
}
