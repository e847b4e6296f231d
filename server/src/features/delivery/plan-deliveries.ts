import type { Config } from '../../platform/config.ts'
import type { Category } from '../categories/index.ts'
import { addressOf, type Recipient } from '../subscriptions/index.ts'
import type { Hold } from './quiet-hours.ts'

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
  refused: string | null
  sendAfter: Date
  /** Of quiet hours, as far as they lie after the text's time. */
  heldSeconds: number
}

export interface PlanRules {
  present: Date
  /** Whether, and for how long, the quiet hours of a zone hold an SMS of the text that could leave at present. */
  holdIn: (timeZone: string) => Hold | null
  smsCountries: Config['SMS_COUNTRIES']
}

/** SMS first, then e-mail: the order in which a balance is spent (decision S2). */
const spendingOrder = ['sms', 'email'] as const

/**
 * What one subscriber of a category should get of a text. An SMS that falls into the quiet hours is held from the
 * start, so that whoever claims never finds it before its time.
 */
export function planDeliveries(
  subscriber: Subscriber,
  category: Category,
  { present, holdIn, smsCountries }: PlanRules,
): PlannedDelivery[] {
  const chosen = spendingOrder.filter((medium) => subscriber.mediums.includes(medium))
  return chosen.map((medium) => {
    const offered = category.mediums[medium]
    const reached = addressOf(medium, subscriber, smsCountries)
    const hold = medium === 'sms' ? holdIn(subscriber.timeZone) : null
    return {
      consumerId: subscriber.consumerId,
      medium,
      recipient: 'address' in reached ? reached.address : '',
      costTokens: offered?.numberOfTokens ?? 0,
      refused:
        !offered || offered.isDisable ? 'medium-disabled' : 'obstacle' in reached ? reached.obstacle : null,
      sendAfter: hold?.until ?? present,
      heldSeconds: hold?.heldSeconds ?? 0,
    }
  })
}
