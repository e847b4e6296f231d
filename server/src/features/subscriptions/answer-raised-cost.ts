import type { subscriptions } from '@almanac/contract'
import type { Body } from '@almanac/contract/endpoint'
import type { Database } from '../../platform/database.ts'
import { announceChange } from '../../platform/wakeups.ts'
import { requireCategory } from '../categories/index.ts'
import { agreeToShownCosts } from './raised-cost-store.ts'
import { endMedium, lockRecipient, type Subscription } from './subscription-store.ts'

/**
 * Keeps what costs more, or ends it by the mediums that do: by others it goes on, whatever the balance. A repeat says the
 * same. What costs still more than was shown is not kept by that.
 * @throws DomainError `not_found` for an unknown category.
 */
export async function answerRaisedCost(
  { db }: { db: Database },
  subscription: Subscription,
  { isKept, costs }: Body<typeof subscriptions.answerRaisedCost>,
): Promise<{ message: string }> {
  const { tenantId, consumerId, categoryId } = subscription
  await db.transact(async (tx) => {
    await requireCategory(tx, tenantId, categoryId)
    await lockRecipient(tx, tenantId, consumerId)
    if (isKept) await agreeToShownCosts(tx, subscription, costs)
    else for (const { medium } of costs) await endMedium(tx, subscription, medium)
    await announceChange(tx, { topic: 'subscriptions', tenantId, userId: consumerId })
  })
  return { message: isKept ? 'Subscription kept.' : 'Unsubscribed successfully.' }
}
