import { crashPoint } from '../../platform/crash-points.ts'
import type { Tx } from '../../platform/database.ts'
import { announceChanges, reportsChanged } from '../../platform/wakeups.ts'
import { postEntry } from '../ledger/index.ts'
import { queueMessage } from '../messages/index.ts'
import { keptOf, putDefaultMethod } from './default-method-store.ts'
import type { PaymentDeps } from './deps.ts'
import type { Payment } from './ports.ts'
import { providerOf } from './providers.ts'
import { markSettled, type Purchase, readPayingConsumer } from './purchase-store.ts'
import { receiptOf } from './receipt-mail.ts'

/**
 * Credits a paid purchase, once, whoever comes first: the answer, the webhook or the reconciler. A purchase that was
 * given up before is honoured. The caller has checked that the payment is the purchase's own.
 */
export async function settlePurchase(
  deps: Pick<PaymentDeps, 'db' | 'providers' | 'statementPrefix' | 'publicUrl'>,
  purchaseId: number,
  payment: Payment,
): Promise<void> {
  const { db } = deps
  await db.transact(async (tx) => {
    const purchase = await markSettled(tx, purchaseId, payment)
    if (!purchase) return
    const balance = await creditTokens(tx, purchase)
    const kept = purchase.isSavedAsDefault ? keptOf(payment.instrument) : null
    const provider = providerOf(deps, purchase)
    if (kept && provider) {
      await putDefaultMethod(tx, purchase, { instrument: kept, at: provider, chosenAt: purchase.createdAt })
    }
    const consumer = await readPayingConsumer(tx, purchase.consumerId)
    // A click repeated after a restore is a new purchase here, and an old payment there.
    const since = payment.madeAt < purchase.createdAt ? payment.madeAt : purchase.createdAt
    await queueMessage(tx, { ...receiptOf(deps, purchase, consumer, balance), since })
    const { tenantId, consumerId } = purchase
    await announceChanges(tx, [{ topic: 'balance', tenantId, userId: consumerId }, reportsChanged(tenantId)])
    crashPoint('purchase.in-transaction')
  })
}

/** The business reference of a purchase's credit in the ledger. */
export function ledgerReference(purchaseId: number): string {
  return `purchase:${purchaseId}`
}

async function creditTokens(tx: Tx, purchase: Purchase): Promise<number> {
  return postEntry(tx, {
    tenantId: purchase.tenantId,
    consumerId: purchase.consumerId,
    creditTokens: purchase.numberOfTokens,
    kind: 'purchase',
    reference: ledgerReference(purchase.id),
    description: `Purchased ${purchase.packageName}`,
    actor: purchase.isAutoPurchase ? 'system' : `consumer:${purchase.consumerId}`,
  })
}
