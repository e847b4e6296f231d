import type { Reader, Tx } from '../../platform/database.ts'
import type { PaymentProvider, Purchase } from '../payments/index.ts'
import { type ListedRefund, reversalsOf } from './rules.ts'

/**
 * The provider's ids of refunds that are what a dispute of the purchase took. Those that we asked for carry a reference of
 * their own and are none; in a transaction the caller holds the purchase's row.
 */
export async function findReversals(
  reader: Reader | Tx,
  provider: Pick<PaymentProvider, 'isReversalListed'>,
  { id, reference }: Pick<Purchase, 'id' | 'reference'>,
  listed: readonly (ListedRefund & { reference: string | null })[],
): Promise<ReadonlySet<string>> {
  const madeThere = listed.filter((one) => one.reference === null || one.reference === reference)
  if (!provider.isReversalListed || madeThere.length === 0) return new Set()
  const disputes = await reader
    .selectFrom('disputes')
    .select(['amountCents', 'state', 'openedAt', 'decidedAt'])
    .where('purchaseId', '=', id)
    .orderBy('openedAt')
    .execute()
  return reversalsOf(disputes, madeThere)
}
