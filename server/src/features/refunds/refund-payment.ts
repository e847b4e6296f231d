import type { refunds } from '@almanac/contract'
import type { Answer } from '@almanac/contract/endpoint'
import { refundMessages, refundRefusedMessage } from '@almanac/contract/refunds'
import { DomainError } from '../../platform/errors.ts'
import type { RefundDeps } from './deps.ts'
import { readPaymentHistories } from './queries.ts'
import type { StoredRefund } from './refund-store.ts'
import { sendRefund } from './send-refund.ts'
import { type RefundWish, startRefund } from './start-refund.ts'

/**
 * Refunds a payment, whole or in part: the row, the call, the outcome. A repeated idempotency key answers the same refund,
 * and goes on with it where that is not known to have ended.
 * @throws DomainError as `startRefund`; `not_refundable` and `dispute_open` also where it is the provider who says so.
 */
export async function refundPayment(
  deps: RefundDeps,
  wish: RefundWish,
): Promise<Answer<typeof refunds.refundPayment>> {
  const started = await startRefund(deps, wish)
  const refund = started.state === 'started' ? await sendRefund(deps, started) : started
  const rows = await readPaymentHistories(deps.db.reader, [refund.id, refund.purchaseId])
  const [own, payment] = [refund.id, refund.purchaseId].map((id) => rows.find((row) => row.id === id))
  if (!own || !payment) throw new Error(`Refund ${refund.id} or its payment is gone`)
  const state = own.refundState
  if (state === null || state === 'failed') throw refusalOf(refund)
  return { message: refundMessages[state], refund: own, payment }
}

/** What an admin reads where a provider refused, by its code; of the first two the catalogue has it. */
const refusals: Readonly<Record<string, string>> = {
  balance_insufficient:
    'The balance at the provider does not cover this refund. Nothing was refunded. Add money there, then try again.',
  refund_too_late:
    'The provider refunds no payment as old as this one. Nothing was refunded. The money has to go back another way.',
  refund_whole_only:
    'The consumer has an open case at the provider, so this payment can be refunded only in full. Nothing was refunded.',
  refunds_too_many:
    'The provider takes no more refunds of this payment. Nothing was refunded. The rest has to go back another way.',
}

function refusalOf({ failureCode }: StoredRefund): DomainError {
  if (failureCode === 'charge_disputed') return new DomainError('dispute_open')
  if (failureCode === 'charge_already_refunded') return new DomainError('not_refundable')
  const message = refusals[failureCode ?? ''] ?? refundRefusedMessage
  return new DomainError('not_refundable', { message })
}
