import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { announceChange } from '../../platform/wakeups.ts'
import type { DueText } from './due-texts.ts'

/** Records how far a claimed text has come; `isPlanned` when no subscriber is left to plan. */
export async function advanceText(
  tx: Tx,
  text: DueText,
  to: { state: 'sending' | 'missed'; isPlanned: boolean },
): Promise<void> {
  await tx
    .updateTable('shortTexts')
    .set({ state: to.state, plannedAt: to.isPlanned ? sql<Date>`present()` : null })
    .where('tenantId', '=', text.tenantId)
    .where('id', '=', text.id)
    .execute()
  if (to.isPlanned) await announceChange(tx, { topic: 'texts', tenantId: text.tenantId })
}

/** Ends a text whose deliveries have all left, or could not leave in time. */
export async function endText(
  tx: Tx,
  text: { tenantId: number; id: number },
  state: 'sent' | 'missed',
): Promise<void> {
  await tx
    .updateTable('shortTexts')
    .set({ state })
    .where('tenantId', '=', text.tenantId)
    .where('id', '=', text.id)
    .where('state', '=', 'sending')
    .execute()
  await announceChange(tx, { topic: 'texts', tenantId: text.tenantId })
}

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
