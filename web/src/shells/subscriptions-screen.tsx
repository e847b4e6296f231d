import { AutoPurchaseAssurance } from '../features/auto-purchase/auto-purchase-assurance.tsx'
import { SubscriptionsPage } from '../features/subscriptions/subscriptions-page.tsx'

/** The Sunbursts, with word of what keeps their tokens from running out. */
export function Component() {
  return <SubscriptionsPage footNote={<AutoPurchaseAssurance />} />
}
