import type { ProviderName } from '@almanac/contract/payments'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Reader, Tables, Tx } from '../../platform/database.ts'
import type { Refund } from '../payments/index.ts'

/** A refund as it is stored; amounts in cents. */
export type StoredRefund = Selectable<Tables['refunds']>

/**
 * The failure code of a refund at the provider that is what a dispute took: it counts with the dispute, and lists of
 * refunds leave it out.
 */
export const withdrawnCode = 'disputed'

/** The same, of a dispute that was lost and then won: its money came back, so that it counts nowhere. */
export const returnedCode = 'returned'

/** Whether a refund is part of a dispute. */
export function isOfDispute({ failureCode }: Pick<StoredRefund, 'failureCode'>): boolean {
  return failureCode === withdrawnCode || failureCode === returnedCode
}

/** Stores a refund; undefined where the provider's id, or the admin's idempotency key, is known already. */
export async function insertRefund(
  tx: Tx,
  refund: Insertable<Tables['refunds']>,
): Promise<StoredRefund | undefined> {
  return tx
    .insertInto('refunds')
    .values(refund)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function findRefund(reader: Reader | Tx, refundId: number): Promise<StoredRefund | undefined> {
  return reader.selectFrom('refunds').selectAll().where('id', '=', refundId).executeTakeFirst()
}

export async function findByIdempotencyKey(
  reader: Reader | Tx,
  adminUserId: number,
  idempotencyKey: string,
): Promise<StoredRefund | undefined> {
  return reader
    .selectFrom('refunds')
    .selectAll()
    .where('adminUserId', '=', adminUserId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()
}

/** By its name at the provider. */
export async function findByReference(
  tx: Tx,
  purchaseId: number,
  reference: string,
): Promise<StoredRefund | undefined> {
  return tx
    .selectFrom('refunds')
    .selectAll()
    .where('purchaseId', '=', purchaseId)
    .where('reference', '=', reference)
    .executeTakeFirst()
}

/**
 * Ours that a refund of a purchase at the provider is, by its id, else by our reference; not by the reference of one that
 * has failed here: what turns up of it is another.
 */
export async function findByProvider(
  reader: Reader | Tx,
  purchaseId: number,
  { refundId, reference }: Refund,
): Promise<StoredRefund | undefined> {
  const own = await reader
    .selectFrom('refunds')
    .selectAll()
    .where('purchaseId', '=', purchaseId)
    .where((e) =>
      e.or([
        e('providerRefundId', '=', refundId),
        e.and([
          e('providerRefundId', 'is', null),
          e('reference', '=', reference ?? ''),
          e('state', '<>', 'failed'),
        ]),
      ]),
    )
    .execute()
  return own.find(({ providerRefundId }) => providerRefundId === refundId) ?? own[0]
}

/** By the provider's id of it. */
export async function findByProviderId(
  reader: Reader,
  provider: ProviderName,
  providerRefundId: string,
): Promise<StoredRefund | undefined> {
  return reader
    .selectFrom('refunds')
    .selectAll()
    .where('provider', '=', provider)
    .where('providerRefundId', '=', providerRefundId)
    .executeTakeFirst()
}

/** Notes that the provider is being told; undefined where it has ended or was taken on meanwhile: it is not sent then. */
export async function markSent(reader: Reader, refundId: number): Promise<StoredRefund | undefined> {
  return reader
    .updateTable('refunds')
    .set({ sentAt: sql<Date>`coalesce(sent_at, now())` })
    .where('id', '=', refundId)
    .where('state', '=', 'started')
    .where('providerRefundId', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Cents that lost disputes took of a purchase, and whether one is open. */
export async function readDisputed(
  reader: Reader | Tx,
  purchaseId: number,
): Promise<{ lostCents: number; isDisputed: boolean }> {
  return reader
    .selectFrom('disputes')
    .select([
      sql<number>`coalesce(sum(amount_cents) filter (where state = 'lost'), 0)::int`.as('lostCents'),
      sql<boolean>`coalesce(bool_or(state = 'open'), false)`.as('isDisputed'),
    ])
    .where('purchaseId', '=', purchaseId)
    .executeTakeFirstOrThrow()
}
