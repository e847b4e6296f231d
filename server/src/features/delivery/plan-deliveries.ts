import type { Config } from '../../platform/config.ts'
import type { Category } from '../categories/index.ts'
import { addressOf, type Recipient } from '../subscriptions/index.ts'

/** A subscriber of a text's category. */
export interface Subscriber extends Recipient {
  consumerId: number
  mediums: ('sms' | 'email')[]
}

/** One message that a subscriber should get; `refused` says why they can't, and then nothing is charged. */
export interface PlannedDelivery {
  consumerId: number
  medium: 'sms' | 'email'
  recipient: string
  costTokens: number
  refused: string | null
}

/** SMS first, then e-mail: the order in which a balance is spent (decision S2). */
const spendingOrder = ['sms', 'email'] as const

/** What one subscriber of a category should get of a text. */
export function planDeliveries(
  subscriber: Subscriber,
  category: Category,
  smsCountries: Config['SMS_COUNTRIES'],
): PlannedDelivery[] {
  const chosen = spendingOrder.filter((medium) => subscriber.mediums.includes(medium))
  return chosen.map((medium) => {
    const offered = category.mediums[medium]
    const reached = addressOf(medium, subscriber, smsCountries)
    return {
      consumerId: subscriber.consumerId,
      medium,
      recipient: 'address' in reached ? reached.address : '',
      costTokens: offered?.numberOfTokens ?? 0,
      refused:
        !offered || offered.isDisable ? 'medium-disabled' : 'obstacle' in reached ? reached.obstacle : null,
    }
  })
}
