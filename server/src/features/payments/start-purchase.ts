import type { Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { requirePackageOnSale } from '../packages/index.ts'
import { refuseAfterDeclines } from './decline-limit.ts'
import type { PaymentDeps } from './deps.ts'
import { hashRequest } from './rules.ts'
import { findByIdempotencyKey, insertCardPurchase, type Purchase } from './store.ts'

export interface PurchaseOrder {
  tenantId: number
  consumerId: number
  packageId: number
  /** Which card; asked for only where the purchase is new. */
  chooseMethod(tx: Tx): Promise<string>
  isSavedAsDefault: boolean
  idempotencyKey: string | undefined
  /** What the client sent, for telling whether a repeated key carries the same request. */
  request: Readonly<Record<string, string | number | boolean>>
}

/**
 * Commits the purchase with its price before the provider is called (decision P1); a repeated idempotency key answers
 * the purchase that it made.
 * @throws DomainError `idempotency_mismatch`, `package_not_on_sale`, `no_default_payment`, `rate_limited`.
 */
export async function startPurchase(
  { db }: Pick<PaymentDeps, 'db'>,
  order: PurchaseOrder,
): Promise<Purchase> {
  const requestHash = hashRequest(order.request)
  const purchase = await db.transact(async (tx) => {
    const known = await findRepeated(tx, order)
    if (known) return known
    await refuseAfterDeclines(tx, order.consumerId)
    const bought = await requirePackageOnSale(tx, order.tenantId, order.packageId)
    const inserted = await insertCardPurchase(tx, {
      tenantId: order.tenantId,
      consumerId: order.consumerId,
      packageId: bought.id,
      packageName: bought.name,
      numberOfTokens: bought.numberOfTokens,
      amountCents: bought.priceCents,
      paymentMethodId: await order.chooseMethod(tx),
      isSavedAsDefault: order.isSavedAsDefault,
      idempotencyKey: order.idempotencyKey ?? null,
      requestHash,
    })
    return inserted ?? findRepeated(tx, order)
  })
  if (!purchase) throw new Error('A purchase was neither stored nor found')
  if (purchase.requestHash !== requestHash) throw new DomainError('idempotency_mismatch')
  return purchase
}

async function findRepeated(tx: Tx, order: PurchaseOrder): Promise<Purchase | undefined> {
  if (order.idempotencyKey === undefined) return undefined
  return findByIdempotencyKey(tx, order.consumerId, order.idempotencyKey)
}
