import { keptWays, type WalletSource, waysToPay } from '@almanac/contract/payments'
import type { WalletOrder } from '@almanac/contract/wallets'
import { DomainError } from '../../platform/errors.ts'
import { chargePurchase, isRepeatable } from './charge-purchase.ts'
import { errorCodeOf } from './declines.ts'
import type { PaymentDeps } from './deps.ts'
import { earlierPurchasePaid } from './open-purchases.ts'
import { requireProvider } from './providers.ts'
import type { ExpectedOffer } from './start-purchase.ts'
import { startPurchase } from './start-purchase.ts'

export interface WalletWish {
  tenantId: number
  consumerId: number
  packageId: number
  paymentSource: WalletSource
  isSavedAsDefault: boolean
  expected: ExpectedOffer
  idempotencyKey: string | undefined
}

/**
 * Begins to buy a package with a wallet: the provider's order, and the address where the consumer approves it. A repeated
 * idempotency key answers the same order.
 * @throws DomainError `invalid_input` for a wallet that is not kept, `earlier_purchase_paid` where the order of a repeated
 * key is paid, `payment_failed`, `payment_pending`, `provider_unavailable` and those of `startPurchase`.
 */
export async function orderWithWallet(deps: PaymentDeps, wish: WalletWish): Promise<WalletOrder> {
  const { paymentSource, isSavedAsDefault, packageId, expected } = wish
  const way = waysToPay[paymentSource]
  if (isSavedAsDefault && way !== keptWays.wallet) {
    const message = `${way.paymentMethod} pays once and cannot be saved as the default payment.`
    throw new DomainError('invalid_input', { message })
  }
  if (!deps.wallets.includes(paymentSource)) throw new DomainError('provider_unavailable')
  requireProvider(deps, way.provider)
  const started = await startPurchase(deps, {
    ...wish,
    with: way,
    chooseMethod: async () => null,
    request: { with: paymentSource, packageId, isSavedAsDefault, ...expected },
  })
  const isUnsent = started.state === 'started' && started.providerPaymentId === null
  const { purchase } =
    isUnsent && isRepeatable(deps, started) ? await chargePurchase(deps, started) : { purchase: started }
  if (purchase.state === 'settled') throw earlierPurchasePaid(purchase)
  if (purchase.state === 'failed') {
    throw new DomainError(errorCodeOf(purchase.failureCode), {
      message: purchase.failureMessage ?? undefined,
    })
  }
  const { id: purchaseId, providerPaymentId, approveUrl } = purchase
  if (purchase.state !== 'requires_action' || !providerPaymentId || !approveUrl) {
    throw new DomainError('payment_pending')
  }
  return { id: providerPaymentId, status: 'PAYER_ACTION_REQUIRED', approveUrl, purchaseId }
}
