import { sql } from 'kysely'
import type { Reader } from '../../platform/database.ts'

/** How many letters and SMS of all tenants wait to leave or are leaving, and how many of the last 24 hours were given up. */
export async function countMessages(reader: Reader): Promise<{ waiting: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; failed: number }>`
    select
      (select count(*)::int from outbox_messages where state in ('queued', 'sending')) as waiting,
      (select count(*)::int from outbox_messages
        where state = 'failed' and created_at > now() - interval '24 hours') as failed
  `.execute(reader)
  return rows[0] ?? { waiting: 0, failed: 0 }
}
