import type { Config } from '../../platform/config.ts'
import { addressOf, type Recipient } from '../subscriptions/index.ts'
import { isMissed } from '../texts/index.ts'
import { heldUntil, type QuietHours } from './quiet-hours.ts'

/** What is known of a planned delivery at the moment it could leave. */
export interface Candidate extends Recipient {
  medium: 'sms' | 'email'
  sendAfter: Date
  timeZone: string
  isSubscribed: boolean
  /** False once the text, its category, its tenant or the consumer is gone. */
  isLive: boolean
}

export type Decision =
  | { kind: 'send'; address: string }
  | { kind: 'hold'; until: Date }
  | { kind: 'withdraw'; reason: string }

/**
 * Whether a planned delivery still leaves. Between plan and send the consumer may have unsubscribed, texted STOP or
 * changed the address, the text may be gone, or the worker may have been down until it was too late.
 */
export function decide(
  candidate: Candidate,
  rules: { now: Date; quietHours: QuietHours | null; smsCountries: Config['SMS_COUNTRIES'] },
): Decision {
  const { medium, sendAfter, timeZone, isSubscribed, isLive } = candidate
  if (!isLive) return { kind: 'withdraw', reason: 'cancelled' }
  if (!isSubscribed) return { kind: 'withdraw', reason: 'unsubscribed' }
  if (isMissed(sendAfter, rules.now)) return { kind: 'withdraw', reason: 'missed' }
  const reached = addressOf(medium, candidate, rules.smsCountries)
  if ('obstacle' in reached) return { kind: 'withdraw', reason: reached.obstacle }
  const until = medium === 'sms' ? heldUntil(rules.now, timeZone, rules.quietHours) : rules.now
  return until > rules.now ? { kind: 'hold', until } : { kind: 'send', address: reached.address }
}
