import type { Tx } from '../../platform/database.ts'
import { hashRequest } from '../../platform/request-hash.ts'
import type { PackageOnSale } from '../packages/index.ts'
import { insertPurchase, type Purchase } from './purchase-store.ts'
import type { ChargeableDefault } from './queries.ts'

export interface AutomaticOrder {
  tenantId: number
  consumerId: number
  bought: Pick<PackageOnSale, 'id' | 'name' | 'numberOfTokens' | 'autoRenewPriceCents'>
  paidWith: ChargeableDefault
}

/**
 * Stores a purchase that the product makes by itself, at the automatic price, for `chargePurchase` to charge once this
 * transaction has committed. The caller holds the consumer by `lockBuying` and has found that none is in flight, which
 * an index of the database holds besides. It carries no key of a client's (decision P12): the provider knows it by its
 * reference, and it is sent again under that alone.
 */
export async function startAutomaticPurchase(tx: Tx, order: AutomaticOrder): Promise<Purchase> {
  const { tenantId, consumerId, bought, paidWith } = order
  const purchase = await insertPurchase(tx, {
    ...paidWith.with,
    tenantId,
    consumerId,
    packageId: bought.id,
    packageName: bought.name,
    numberOfTokens: bought.numberOfTokens,
    amountCents: bought.autoRenewPriceCents,
    paymentMethodId: paidWith.methodId,
    isSavedAsDefault: false,
    isAutoPurchase: true,
    isOffSession: true,
    idempotencyKey: null,
    requestHash: hashRequest({ with: 'automatic', packageId: bought.id }),
  })
  if (!purchase) throw new Error('An automatic purchase was not stored')
  return purchase
}
