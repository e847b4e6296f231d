import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'

/**
 * Ends what is not sent yet of a tenant that is being deleted: scheduled texts are cancelled, of one that is on its way no
 * further subscriber is planned. What is planned already is withdrawn, and paid back, when it would leave.
 */
export async function stopTexts(tx: Tx, tenantId: number): Promise<void> {
  await tx
    .updateTable('shortTexts')
    .set({ state: 'cancelled' })
    .where('tenantId', '=', tenantId)
    .where('state', '=', 'scheduled')
    .execute()
  await tx
    .updateTable('shortTexts')
    .set({ plannedAt: sql<Date>`present()` })
    .where('tenantId', '=', tenantId)
    .where('state', '=', 'sending')
    .where('plannedAt', 'is', null)
    .execute()
}
