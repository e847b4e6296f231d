import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'

/** What lives no longer than this is a code. */
const codeSecondsMax = 3_600

/**
 * Holds what the outbox had to send when a backup was made: it may have been sent since. A letter can't be looked up, so that
 * a person decides. A code is given up: its person asks for another.
 * @returns how many are held.
 */
export async function holdMessages(tx: Tx, restoreId: number): Promise<number> {
  const { rows } = await sql<{ state: string }>`
    update outbox_messages m
    set restore_id = ${restoreId}::int,
      state = case when is_code then 'failed' else 'held' end,
      error = case when is_code then 'expired' else m.error end
    from (
      select id, expires_at - created_at < make_interval(secs => ${codeSecondsMax}) as is_code
      from outbox_messages where state in ('queued', 'sending', 'held')
    ) as waiting
    where waiting.id = m.id
    returning m.state
  `.execute(tx)
  return rows.filter(({ state }) => state === 'held').length
}
