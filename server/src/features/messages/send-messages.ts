import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import { OutcomeUnknownError } from '../../platform/errors.ts'
import type { Lane } from '../../platform/lanes.ts'
import type { Log } from '../../platform/log.ts'
import { aheadOfPace, atPace, type Pace } from '../../platform/pace.ts'
import { type ClaimedMessage, claimMessages, renewLeases } from './claim-messages.ts'
import { referenceOf } from './outgoing-message.ts'
import type { Mailer, SmsSender } from './ports.ts'
import { jobOf } from './queue-message.ts'
import { type Attempt, type Fate, fateOf, type OutboxLane, validitySeconds } from './rules.ts'

export interface MessageSenders {
  db: Database
  mailer: Mailer
  sms: SmsSender
  /** How fast each medium's sender may be used. */
  paces: Readonly<Record<'sms' | 'email', Pace>>
  log: Log
}

export interface LaneSizes {
  atOnce: number
  atOncePerTenant: number
  /** How often it looks and renews its leases, in seconds. */
  everySeconds: number
  /** After how many seconds without renewal a message is taken for lost with its worker. */
  leaseSeconds: number
}

const usualSizes: LaneSizes = { atOnce: 20, atOncePerTenant: 10, everySeconds: 5, leaseSeconds: 60 }

/** A message in hand, and when it was claimed, by this process's own monotonic clock. */
interface MessageInHand extends ClaimedMessage {
  lane: OutboxLane
  claimedAtMs: number
}

/**
 * Sends what waits in a lane of the outbox. A message is claimed, and that committed, before the provider is called. One
 * whose sender died is sent again when its lease ends, since a second copy of a code or receipt is better than none.
 */
export function messageLane(
  senders: MessageSenders,
  lane: OutboxLane,
  sizes: Partial<LaneSizes> = {},
): Lane<MessageInHand> {
  const { db, log } = senders
  const { leaseSeconds, ...size } = { ...usualSizes, ...sizes }
  const window: Lane<MessageInHand> = {
    name: jobOf(lane),
    ...size,
    async claim(wish) {
      const claimedAtMs = performance.now()
      const { claimed, givenUp, lost } = await claimMessages(db, lane, wish, leaseSeconds)
      for (const { id, error, lastError } of givenUp) {
        log[lossLevelOf(lane)]({ message: id, error, lastError }, 'a message was given up')
      }
      return {
        rows: claimed.map((message) => ({ ...message, lane, claimedAtMs })),
        settled: givenUp.length + lost,
      }
    },
    async work(message) {
      const heldSeconds = (performance.now() - message.claimedAtMs) / 1_000
      const attempt: Attempt =
        heldSeconds > leaseSeconds
          ? { kind: 'retry', reason: 'held-up' }
          : await tryToSend(senders, message, message.secondsLeft - heldSeconds)
      await record(senders, message, attempt)
    },
    renew: (messages) => renewLeases(db, messages, leaseSeconds),
  }
  // Somebody waits for a code.
  if (lane === 'mail') return atPace(window, senders.paces.email)
  return aheadOfPace(window, senders.paces[lane === 'sms' ? 'sms' : 'email'])
}

/** A code that came too late is asked for again; a lost receipt is missed by nobody who could tell us. */
function lossLevelOf(lane: OutboxLane): 'warn' | 'error' {
  return lane === 'mail' ? 'error' : 'warn'
}

async function tryToSend(
  { mailer, sms, log }: MessageSenders,
  message: ClaimedMessage,
  secondsLeft: number,
): Promise<Attempt> {
  const { recipient: to, text, subject, html } = message
  const validity = validitySeconds(secondsLeft)
  if (validity === null) return { kind: 'expired' }
  try {
    return message.channel === 'sms'
      ? await sms.sendSms({ to, text, validitySeconds: validity })
      : await mailer.sendMail({ to, subject, text, html, reference: referenceOf('message', message) })
  } catch (error) {
    if (error instanceof OutcomeUnknownError) return { kind: 'unknown', reason: error.message }
    log.error({ err: error, message: message.id }, 'sending a message failed')
    return { kind: 'retry', reason: error instanceof Error ? error.message : 'unknown' }
  }
}

/** Records the outcome, unless another worker has claimed the message since: then the outcome is that worker's. */
async function record({ db, log }: MessageSenders, message: MessageInHand, attempt: Attempt): Promise<void> {
  const unknownOutcomes = message.unknownOutcomes + (attempt.kind === 'unknown' ? 1 : 0)
  const fate = fateOf({ ...message, unknownOutcomes }, attempt)
  const { numUpdatedRows } = await db.reader
    .updateTable('outboxMessages')
    .set({ ...columnsOf(fate), unknownOutcomes })
    .where('id', '=', message.id)
    .where('attempts', '=', message.attempts)
    .where('state', '=', 'sending')
    .executeTakeFirst()
  const about = { message: message.id, attempts: message.attempts, ...fate }
  if (numUpdatedRows === 0n) log.warn(about, 'a message was taken up by another worker meanwhile')
  else if (fate.state === 'failed') log[lossLevelOf(message.lane)](about, 'a message was given up')
  // Once a message: what comes after is most likely the same.
  else if (fate.state === 'queued' && message.attempts === 1) log.warn(about, 'a message has to wait')
}

function columnsOf(fate: Fate) {
  switch (fate.state) {
    case 'sent':
      return {
        state: fate.state,
        providerId: fate.providerId,
        error: null,
        sentAt: sql<Date>`now()`,
      }
    case 'failed':
      return { state: fate.state, error: fate.error }
    case 'queued':
      return {
        state: fate.state,
        error: fate.error,
        // Not beyond its end, so that what is given up is seen in time.
        nextAttemptAt: sql<Date>`least(now() + make_interval(secs => ${fate.pauseSeconds}), expires_at)`,
      }
  }
}
