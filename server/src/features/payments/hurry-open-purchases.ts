import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { wakeJob } from '../../platform/wakeups.ts'

/** Finds out how a purchase stands whose answer was lost. */
export const reconcilePurchasesJob = 'reconcile-purchases'
/** Looks at what waits for the consumer. */
export const watchChallengesJob = 'watch-challenges'

/** Has all open purchases of a tenant looked at as soon as the transaction commits: it is being deleted. */
export async function hurryOpenPurchases(tx: Tx, tenantId: number): Promise<void> {
  await tx
    .updateTable('purchases')
    .set({ nextLookAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('state', 'in', ['started', 'requires_action'])
    .execute()
  for (const job of [reconcilePurchasesJob, watchChallengesJob]) await wakeJob(tx, job)
}
