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

/**
 * Cancels the texts of a category that is gone. Those that are being sent have nobody left to plan: they end once their
 * last message has.
 * @returns how many had not begun.
 */
export async function cancelTexts(
  tx: Tx,
  { tenantId, categoryId }: { tenantId: number; categoryId: number },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('shortTexts')
    .set({ state: 'cancelled' })
    .where('tenantId', '=', tenantId)
    .where('categoryId', '=', categoryId)
    .where('state', '=', 'scheduled')
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('shortTexts')
    .set({ plannedAt: sql<Date>`present()` })
    .where('tenantId', '=', tenantId)
    .where('categoryId', '=', categoryId)
    .where('state', '=', 'sending')
    .where('plannedAt', 'is', null)
    .execute()
  return Number(numUpdatedRows)
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
