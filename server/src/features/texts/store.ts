import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { announceChange } from '../../platform/wakeups.ts'

/** A text whose time has come; locked by the transaction that claimed it. */
export interface DueText {
  id: number
  tenantId: number
  categoryId: number
  messageName: string
  disburseAt: Date
  /** When it was claimed. */
  present: Date
}

/**
 * Locks the text that has been due longest and whose subscribers are not all planned; texts that another worker holds
 * are passed over, and so are those of deleted tenants and categories.
 */
export async function claimDueText(tx: Tx): Promise<DueText | undefined> {
  const { rows } = await sql<DueText>`
    select t.id, t.tenant_id, t.category_id, t.message_name, t.disburse_at, present()
    from short_texts t
      join tenants on tenants.id = t.tenant_id and tenants.deleted_at is null
      join categories c on c.id = t.category_id and c.deleted_at is null
    where t.state in ('scheduled', 'sending') and t.planned_at is null
      and t.disburse_at <= present() and t.deleted_at is null
    order by t.disburse_at, t.id limit 1
    for update of t skip locked
  `.execute(tx)
  return rows[0]
}

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
