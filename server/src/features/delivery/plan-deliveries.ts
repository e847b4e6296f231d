import type { Config } from '../../platform/config.ts'
import type { Category } from '../categories/index.ts'
import { addressOf, type Recipient } from '../subscriptions/index.ts'
import { heldUntil, type QuietHours } from './quiet-hours.ts'

/** A subscriber of a text's category. */
export interface Subscriber extends Recipient {
  consumerId: number
  mediums: ('sms' | 'email')[]
  timeZone: string
}

/** One message that a subscriber should get; `refused` says why they can't, and then nothing is charged. */
export interface PlannedDelivery {
  consumerId: number
  medium: 'sms' | 'email'
  recipient: string
  costTokens: number
  sendAfter: Date
  refused: string | null
}

/** SMS first, then e-mail: the order in which a balance is spent (decision S2). */
const spendingOrder = ['sms', 'email'] as const

/** What one subscriber of a category should get of a text that leaves now. */
export function planDeliveries(
  subscriber: Subscriber,
  category: Category,
  rules: { now: Date; quietHours: QuietHours | null; smsCountries: Config['SMS_COUNTRIES'] },
): PlannedDelivery[] {
  const chosen = spendingOrder.filter((medium) => subscriber.mediums.includes(medium))
  return chosen.map((medium) => {
    const offered = category.mediums[medium]
    const reached = addressOf(medium, subscriber, rules.smsCountries)
    const isHeld = medium === 'sms'
    return {
      consumerId: subscriber.consumerId,
      medium,
      recipient: 'address' in reached ? reached.address : '',
      costTokens: offered?.numberOfTokens ?? 0,
      sendAfter: isHeld ? heldUntil(rules.now, subscriber.timeZone, rules.quietHours) : rules.now,
      refused:
        !offered || offered.isDisable ? 'medium-disabled' : 'obstacle' in reached ? reached.obstacle : null,
    }
  })
}
