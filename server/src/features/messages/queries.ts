import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database.ts'
import type { OutboxLane } from './rules.ts'

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

/** Whether a message of a lane has waited longer than so many seconds. */
export async function hasWaited(reader: Reader | Tx, lane: OutboxLane, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    select from outbox_messages where lane = ${lane} and state in ('queued', 'sending')
      and created_at < now() - make_interval(secs => ${seconds}) limit 1
  `.execute(reader)
  return rows.length > 0
}

/** For how many seconds the oldest message of each lane has waited to leave; 0 where none waits. */
export async function readWaits(reader: Reader): Promise<Record<OutboxLane, number>> {
  const { rows } = await sql<{ lane: OutboxLane; seconds: number }>`
    select lane, floor(extract(epoch from now() - min(created_at)))::int as seconds
    from outbox_messages where state in ('queued', 'sending') group by lane
  `.execute(reader)
  const waits = { sms: 0, 'code-mail': 0, mail: 0 }
  for (const { lane, seconds } of rows) waits[lane] = seconds
  return waits
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
