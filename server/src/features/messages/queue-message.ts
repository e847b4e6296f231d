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
  const mail = message.channel === 'email' ? renderMail(message) : null
  const lane = laneOf({ channel: message.channel, isCode: message.codeLifeSeconds !== undefined })
  const lifeSeconds = message.codeLifeSeconds ?? keepSeconds
  const { id } = await tx
    .insertInto('outboxMessages')
    .values({
      tenantId: message.tenantId,
      channel: message.channel,
      lane,
      recipient: message.recipient,
      subject: message.subject.replace(/[\r\n]+/g, ' '),
      text: mail?.text ?? message.paragraphs.join(' '),
      html: mail?.html ?? null,
      expiresAt: sql<Date>`now() + make_interval(secs => ${lifeSeconds})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await wakeJob(tx, jobOf(lane))
  return id
}

/** Ends the messages whose ids a select answers: what was not handed over yet never is. For a code that ended. */
export function expireMessagesSql(ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    update outbox_messages set expires_at = now() where state in ('queued', 'sending') and id in (${ids})
  `
}
