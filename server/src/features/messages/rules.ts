/** Each is worked off by itself, so that what hangs in one holds up none of another. */
export type OutboxLane = 'sms' | 'code-mail' | 'mail'

/** Receipts and notices are tried for so long: over a day, whatever the mail host's trouble. */
export const keepSeconds = 48 * 3_600

/** Which lane a message takes: a letter that somebody waits for does not stand behind those that keep. */
export function laneOf(message: { channel: 'sms' | 'email'; isCode: boolean }): OutboxLane {
  if (message.channel === 'sms') return 'sms'
  return message.isCode ? 'code-mail' : 'mail'
}

const firstPauseSeconds = 5
const pauseMaxSeconds = 1_800

/**
 * How long to wait after a number of attempts: twice as long each time, up to half an hour, and never more than a tenth
 * of the message's life, so that a code is tried once a minute.
 */
export function pauseSeconds(attempts: number, lifeSeconds: number): number {
  return Math.min(firstPauseSeconds * 2 ** (attempts - 1), pauseMaxSeconds, Math.ceil(lifeSeconds / 10))
}

/**
 * A second copy of a code or receipt is better than none, but a host that takes each and never says so must not fill a
 * mailbox: after so many attempts of unknown outcome a message is given up, so that nobody gets more copies.
 */
export const copiesMax = 3

/** How an attempt ended. */
export type Attempt =
  | { kind: 'accepted'; providerId: string }
  | { kind: 'refused'; reason: string }
  /** It was not handed over. */
  | { kind: 'retry'; reason: string; afterSeconds?: number }
  /** It may have been handed over. */
  | { kind: 'unknown'; reason: string }
  /** Its time ended before it could be handed over. */
  | { kind: 'expired' }

/** What becomes of a message after an attempt. */
export type Fate =
  | { state: 'sent'; providerId: string }
  | { state: 'failed'; error: string }
  | { state: 'queued'; error: string; pauseSeconds: number }

/** `unknownOutcomes` counts this attempt, if it was one. */
export function fateOf(
  message: { attempts: number; lifeSeconds: number; unknownOutcomes: number },
  attempt: Attempt,
): Fate {
  switch (attempt.kind) {
    case 'accepted':
      return { state: 'sent', providerId: attempt.providerId }
    case 'refused':
      return { state: 'failed', error: attempt.reason }
    case 'expired':
      return { state: 'failed', error: 'expired' }
    case 'unknown':
      if (message.unknownOutcomes >= copiesMax) return { state: 'failed', error: 'outcome-unknown' }
      return again(message, attempt)
    case 'retry':
      return again(message, attempt)
  }
}

function again(
  { attempts, lifeSeconds }: { attempts: number; lifeSeconds: number },
  { reason, afterSeconds }: { reason: string; afterSeconds?: number },
): Fate {
  return {
    state: 'queued',
    error: reason,
    pauseSeconds: afterSeconds ?? pauseSeconds(attempts, lifeSeconds),
  }
}

/** The most that the SMS provider takes for a validity period, in seconds. */
const validityMaxSeconds = 36_000

/** For how many whole seconds an SMS is still worth delivering; null where it no longer is. */
export function validitySeconds(secondsLeft: number): number | null {
  const whole = Math.floor(secondsLeft)
  return whole < 1 ? null : Math.min(whole, validityMaxSeconds)
}
