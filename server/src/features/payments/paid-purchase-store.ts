import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database.ts'
import type { PaymentIds } from './ports.ts'
import type { ProviderAccount } from './providers.ts'
import type { Purchase } from './purchase-store.ts'

/** A purchase that was paid; undefined for any other. */
export async function findPaidPurchase(
  reader: Reader | Tx,
  purchaseId: number,
): Promise<Purchase | undefined> {
  return paid(reader).where('id', '=', purchaseId).executeTakeFirst()
}

/** The same, kept as it is until the transaction ends: refunds and disputes of one purchase follow each other. */
export async function lockPaidPurchase(tx: Tx, purchaseId: number): Promise<Purchase | undefined> {
  return paid(tx).where('id', '=', purchaseId).forUpdate().executeTakeFirst()
}

/** The paid purchase that a provider's account knows by one of these ids. */
export async function findPaidBy(
  reader: Reader,
  { name, account }: ProviderAccount,
  { providerPaymentId, captureId }: PaymentIds,
): Promise<Purchase | undefined> {
  return paid(reader)
    .where('provider', '=', name)
    .where((e) => e.or([e('providerAccount', 'is', null), e('providerAccount', '=', account)]))
    .where((e) =>
      e.or([e('providerCaptureId', '=', captureId), e('providerPaymentId', '=', providerPaymentId)]),
    )
    .executeTakeFirst()
}

/**
 * Adds to what is refunded of a purchase, or takes away from it; it can't pass the amount. Whoever calls this changes the
 * purchase's refunds by the same cents, which the database checks at the end of the transaction.
 */
export async function changeRefunded(tx: Tx, purchaseId: number, cents: number): Promise<Purchase> {
  return tx
    .updateTable('purchases')
    .set({ refundedCents: sql<number>`refunded_cents + ${cents}` })
    .where('id', '=', purchaseId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

function paid(reader: Reader | Tx) {
  return reader.selectFrom('purchases').selectAll().where('state', '=', 'settled')
}
