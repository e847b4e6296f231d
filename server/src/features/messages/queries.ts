import { sql } from 'kysely'
import type { Reader } from '../../platform/database.ts'

/**
 * How many letters and SMS of all tenants wait to leave or are leaving, how many a restore has held, and how many of the last
 * 24 hours were given up.
 */
export async function countMessages(
  reader: Reader,
): Promise<{ waiting: number; held: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; held: number; failed: number }>`
    select
      (select count(*)::int from outbox_messages where state in ('queued', 'sending')) as waiting,
      (select count(*)::int from outbox_messages where restore_id is not null and state = 'held') as held,
      (select count(*)::int from outbox_messages
        where state = 'failed' and created_at > now() - interval '24 hours') as failed
  `.execute(reader)
  return rows[0] ?? { waiting: 0, held: 0, failed: 0 }
}

/** A letter that may have been sent before its database was restored. */
export interface HeldMessage {
  id: number
  tenantId: number | null
  channel: 'sms' | 'email'
  recipient: string
  subject: string
  createdAt: Date
}

/** The letters that a restore has held, the oldest first, and at most so many. */
export async function readHeldMessages(
  reader: Reader,
  restoreId: number,
  atMost: number,
): Promise<HeldMessage[]> {
  return reader
    .selectFrom('outboxMessages')
    .select(['id', 'tenantId', 'channel', 'recipient', 'subject', 'createdAt'])
    .where('restoreId', '=', restoreId)
    .where('state', '=', 'held')
    .orderBy('id')
    .limit(atMost)
    .execute()
}
