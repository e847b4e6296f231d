import type { Config } from '../../platform/config.ts'
import { addressOf, type Recipient } from '../subscriptions/index.ts'
import { type DueTimes, isMissed, lateFrom } from '../texts/index.ts'
import { type Hold, holdOf, type QuietHours } from './quiet-hours.ts'

/** What is known of a planned delivery at the moment it could leave. */
export interface Candidate extends Recipient, DueTimes {
  medium: 'sms' | 'email'
  timeZone: string
  /** Whether the consumer subscribed before the text's time, and still does. */
  isSubscribed: boolean
  /** False once the text, its category, its tenant or the consumer is gone. */
  isLive: boolean
}

export type Decision =
  | { kind: 'send'; address: string }
  | ({ kind: 'hold' } & Hold)
  | { kind: 'withdraw'; reason: string }

/**
 * Whether a planned delivery still leaves. Between plan and send the consumer may have unsubscribed, texted STOP or
 * changed the address, the text may be gone, or it may have become too late for it.
 */
export function decide(
  candidate: Candidate,
  rules: { present: Date; quietHours: QuietHours | null; smsCountries: Config['SMS_COUNTRIES'] },
): Decision {
  const { present, quietHours, smsCountries } = rules
  const { medium, timeZone, isSubscribed, isLive, disburseAt } = candidate
  if (!isLive) return { kind: 'withdraw', reason: 'cancelled' }
  if (!isSubscribed) return { kind: 'withdraw', reason: 'unsubscribed' }
  if (isMissed(candidate, present)) return { kind: 'withdraw', reason: 'missed' }
  const reached = addressOf(medium, candidate, smsCountries)
  if ('obstacle' in reached) return { kind: 'withdraw', reason: reached.obstacle }
  const hold = medium === 'sms' ? holdOf({ present, disburseAt }, timeZone, quietHours) : null
  if (!hold) return { kind: 'send', address: reached.address }
  const heldSeconds = heldOnce(candidate.heldSeconds, hold)
  const isTooLong = hold.until >= lateFrom({ disburseAt, heldSeconds })
  return isTooLong ? { kind: 'withdraw', reason: 'missed' } : { kind: 'hold', until: hold.until, heldSeconds }
}

/** Only the first quiet hours that hold a message don't count as lateness, so that no chain of them makes it endless. */
export function heldOnce(heldSeconds: number, hold: Hold): number {
  return heldSeconds > 0 ? heldSeconds : hold.heldSeconds
}
