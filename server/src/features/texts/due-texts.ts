import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'

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
 * Locks the text that has been due longest and whose subscribers are not all planned, with its category; texts that
 * another worker holds are passed over, and so are those of deleted tenants and categories, and of categories that are
 * being changed: whoever changes one waits for nobody who waits for it.
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
    for update of t skip locked for share of c skip locked
  `.execute(tx)
  return rows[0]
}

/** Hours after which a text that could not be sent in time is missed (decision S4). */
const missedAfterHours = 6

/** When a text was due, and what does not count as lateness. */
export interface DueTimes {
  /** The text's own time: neither planning nor another attempt makes it later. */
  disburseAt: Date
  /** Seconds during which quiet hours held the message (decision S5); 0 of the text itself. */
  heldSeconds: number
}

/** From when on a text, or a message of it, is missed: six hours after the text's time, the quiet hours not counted. */
export function lateFrom({ disburseAt, heldSeconds }: DueTimes): Date {
  return new Date(disburseAt.getTime() + (missedAfterHours * 3_600 + heldSeconds) * 1_000)
}

/** Whether a text, or a message of it, may no longer be sent. */
export function isMissed(times: DueTimes, present: Date): boolean {
  return present >= lateFrom(times)
}
