import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import { OutcomeUnknownError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Mailer, SendOutcome, SmsSender } from './ports.ts'

export interface MessageSenders {
  db: Database
  mailer: Mailer
  sms: SmsSender
  log: Log
}

const batchSize = 20
const attemptsMax = 6
const lostAfterSeconds = 120

interface Claimed {
  id: number
  channel: 'sms' | 'email'
  recipient: string
  subject: string
  text: string
  html: string | null
  attempts: number
}

/**
 * Sends what waits in the outbox. A row is claimed, and that committed, before the provider is called; one whose
 * sender died is taken up again, since a second copy of a code or receipt is better than none.
 */
export async function sendMessages(senders: MessageSenders): Promise<number> {
  const claimed = await claimMessages(senders.db)
  for (const message of claimed) {
    const outcome = await trySend(senders, message)
    await recordOutcome(senders.db, message, outcome)
  }
  return claimed.length
}

async function claimMessages(db: Database): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    update outbox_messages set state = 'sending', attempts = attempts + 1,
      next_attempt_at = now() + make_interval(secs => ${lostAfterSeconds})
    where id in (
      select id from outbox_messages
      where state in ('queued', 'sending') and next_attempt_at <= now()
      order by next_attempt_at limit ${batchSize} for update skip locked
    )
    returning id, channel, recipient, subject, text, html, attempts
  `.execute(db.reader)
  return rows
}

async function trySend({ mailer, sms, log }: MessageSenders, message: Claimed): Promise<SendOutcome> {
  try {
    return message.channel === 'sms'
      ? await sms.sendSms({ to: message.recipient, text: message.text })
      : await mailer.sendMail({
          to: message.recipient,
          subject: message.subject,
          text: message.text,
          html: message.html,
          reference: `message-${message.id}`,
        })
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) log.error({ err: error }, 'sending a message failed')
    return { kind: 'retry', reason: error instanceof Error ? error.message : 'unknown' }
  }
}

async function recordOutcome(db: Database, message: Claimed, outcome: SendOutcome): Promise<void> {
  const isOver = outcome.kind === 'refused' || (outcome.kind === 'retry' && message.attempts >= attemptsMax)
  const pauseSeconds = outcome.kind === 'retry' ? (outcome.afterSeconds ?? 5 * 2 ** message.attempts) : 0
  await db.reader
    .updateTable('outboxMessages')
    .set({
      state: outcome.kind === 'accepted' ? 'sent' : isOver ? 'failed' : 'queued',
      providerId: outcome.kind === 'accepted' ? outcome.providerId : null,
      error: outcome.kind === 'accepted' ? null : outcome.reason,
      sentAt: outcome.kind === 'accepted' ? sql<Date>`now()` : null,
      nextAttemptAt: sql<Date>`now() + make_interval(secs => ${pauseSeconds})`,
    })
    .where('id', '=', message.id)
    .execute()
}
