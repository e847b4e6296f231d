import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'

/** For what a delivery is held, if it is: the provider can be asked about an SMS, and nobody about a letter. */
export function heldForSql(
  medium: RawBuilder<unknown>,
  isHeld: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return sql`case when ${isHeld} then case ${medium} when 'sms' then 'look-up' else 'decision' end end`
}

/**
 * Holds what was planned when a backup was made, and due by the time it was restored: it may have been sent since. What was
 * being sent is looked up as after any crash, and never sent again.
 * @returns how many are held.
 */
export async function holdDeliveries(tx: Tx, restoreId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update deliveries
    set restore_id = ${restoreId}, is_waiting = true, held_for = ${heldForSql(sql`medium`, sql`true`)},
      next_look_at = null, looks = 0
    where state = 'planned' and (
      held_for is not null or send_after <= (select restored_at from restores where id = ${restoreId})
    )
  `.execute(tx)
  return Number(numAffectedRows ?? 0)
}
