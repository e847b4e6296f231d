import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { wakeJob } from '../../platform/wakeups.ts'
import { renderMail } from './mail-layout.ts'
import type { OutgoingMessage } from './outgoing-message.ts'
import { keepSeconds, laneOf, type OutboxLane } from './rules.ts'

/** The job that works off a lane. */
export function jobOf(lane: OutboxLane): string {
  return `send-${lane}`
}

/** Puts a message into the outbox; it leaves once the transaction has committed. @returns its id there. */
export async function queueMessage(tx: Tx, message: OutgoingMessage): Promise<number> {
  const row = rowOf(message)
  const { id } = await tx.insertInto('outboxMessages').values(row).returning('id').executeTakeFirstOrThrow()
  await wakeJob(tx, jobOf(row.lane))
  return id
}

/** Rows of one statement: a letter has some kilobytes. */
const rowsAtOnce = 200

/** Puts many messages into the outbox, as one does for all subscribers of something. */
export async function queueMessages(tx: Tx, messages: readonly OutgoingMessage[]): Promise<void> {
  const lanes = new Set<OutboxLane>()
  for (let from = 0; from < messages.length; from += rowsAtOnce) {
    const rows = messages.slice(from, from + rowsAtOnce).map(rowOf)
    await tx.insertInto('outboxMessages').values(rows).execute()
    for (const { lane } of rows) lanes.add(lane)
  }
  for (const lane of lanes) await wakeJob(tx, jobOf(lane))
}

function rowOf(message: OutgoingMessage) {
  const mail = message.channel === 'email' ? renderMail(message) : null
  const lifeSeconds = message.codeLifeSeconds ?? message.lifeSeconds ?? keepSeconds
  const { since } = message
  const restoreId = since && sql<number | null>`(select max(id) from restores where restored_at >= ${since})`
  return {
    tenantId: message.tenantId,
    channel: message.channel,
    lane: laneOf({ channel: message.channel, isCode: message.codeLifeSeconds !== undefined }),
    recipient: message.recipient,
    subject: message.subject.replace(/[\r\n]+/g, ' '),
    text: mail?.text ?? message.paragraphs.join(' '),
    html: mail?.html ?? null,
    expiresAt: sql<Date>`now() + make_interval(secs => ${lifeSeconds})`,
    ...(restoreId && {
      restoreId,
      state: sql<'queued'>`case when ${restoreId} is null then 'queued' else 'held' end`,
    }),
  }
}

/** Ends the messages whose ids a select answers: what was not handed over yet never is. For a code that ended. */
export function expireMessagesSql(ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    update outbox_messages set expires_at = now() where state in ('queued', 'sending') and id in (${ids})
  `
}
