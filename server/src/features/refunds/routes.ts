import { refunds } from '@almanac/contract'
import type { Body } from '@almanac/contract/endpoint'
import { DomainError } from '../../platform/errors.ts'
import { bind, type Route } from '../../platform/http/bind.ts'
import { replayEvent } from '../payments/index.ts'
import type { RefundDeps } from './deps.ts'
import { previewRefund } from './preview-refund.ts'
import { listPaymentHistories } from './queries.ts'
import { readHealth } from './read-health.ts'
import { refundPayment } from './refund-payment.ts'

/** The admin's payments and refunds. */
export function refundRoutes(deps: RefundDeps): Route[] {
  return [
    bind(refunds.listPaymentHistories, ({ query }) => listPaymentHistories(deps.db.reader, query)),
    bind(refunds.previewRefund, ({ params, query }) =>
      previewRefund(deps, params.paymentHistoryId, query.amountCents),
    ),
    bind(refunds.readPaymentHealth, () => readHealth(deps.db.reader)),
    bind(refunds.replayPaymentEvent, async ({ session, params }) => {
      await replayEvent(deps.db, session, { provider: params.provider, eventId: params.event })
      return { message: 'The event is worked off again.' }
    }),
    bind(refunds.refundPayment, ({ session, body, idempotencyKey }) =>
      refundPayment(deps, {
        admin: session,
        purchaseId: body.paymentHistoryId,
        consumerId: body.consumerId,
        amountCents: centsOf(body),
        reason: body.reason || undefined,
        expectedCents: body.expectedAmount === undefined ? undefined : Math.round(body.expectedAmount * 100),
        expectedTokens: body.expectedTokens,
        idempotencyKey,
      }),
    ),
  ]
}

/** Null for all that is left. @throws DomainError `invalid_input` for a part that says no amount. */
function centsOf({ isFullRefund, amount }: Body<typeof refunds.refundPayment>): number | null {
  if (isFullRefund) return null
  if (amount === undefined)
    throw new DomainError('invalid_input', { message: '* Partial refund amount can not be empty.' })
  return Math.round(amount * 100)
}
