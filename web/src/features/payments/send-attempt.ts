import { type PurchaseAnswer, purchaseWithCard, purchaseWithDefaultCard } from '@almanac/contract/payments'
import {
  checkoutWallet,
  orderWithWallet,
  purchaseWithDefaultWallet,
  type WalletOrder,
} from '@almanac/contract/wallets'
import { type ApiError, isDecided } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import type { useConsumerParams } from '../../api/session.ts'
import { type Attempt, isPending } from './purchase-rules.ts'

/** Sends a try to pay. `isAgain` asks for an outcome that is not known yet: having no answer again is nothing new. */
export function sendAttempt(
  { customerUrl, consumerId }: ReturnType<typeof useConsumerParams>,
  attempt: Attempt,
  isAgain: boolean,
): Promise<PurchaseAnswer | WalletOrder> {
  const { payWith, packageId, purchaseId, expected, idempotencyKey } = attempt
  const isTold = (error: ApiError) => isPending(error) || (isAgain && !isDecided(error))
  const manners = { params: { customerUrl }, idempotencyKey, isTold }
  const agreed = expected && { expectedPrice: expected.price, expectedTokens: expected.numberOfTokens }
  switch (payWith.method) {
    case 'card': {
      const { paymentId, saveCardAsDefault } = payWith
      const body = { paymentId, packageId, saveCardAsDefault, purchaseId, ...agreed }
      return call(purchaseWithCard, { ...manners, params: { customerUrl, consumerId }, body })
    }
    case 'paypal':
    case 'venmo': {
      const { method: paymentSource, saveAsDefault: saveCardAsDefault } = payWith
      return call(orderWithWallet, {
        ...manners,
        body: { packageId, saveCardAsDefault, paymentSource, ...agreed },
      })
    }
    case 'checkout': {
      const body = { packageId, orderId: payWith.orderId, paymentSource: payWith.source }
      // The screen says it, with the way to approve it.
      const isKnown = (error: ApiError) => error.code === 'approval_missing' || isTold(error)
      return call(checkoutWallet, { ...manners, body, isTold: isKnown })
    }
    case 'default-wallet':
      return call(purchaseWithDefaultWallet, { ...manners, body: { packageId, ...agreed } })
    default:
      return call(purchaseWithDefaultCard, { ...manners, body: { packageId, purchaseId, ...agreed } })
  }
}
