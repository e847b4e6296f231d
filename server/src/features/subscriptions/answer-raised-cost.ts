import type { subscriptions } from '@almanac/contract'
import type { Body } from '@almanac/contract/endpoint'
import type { Database } from '../../platform/database.ts'
import { announceChange } from '../../platform/wakeups.ts'
import { requireCategory } from '../categories/index.ts'
import { noteConsent } from './note-consent.ts'
import { agreeToShownCosts } from './raised-cost-store.ts'
import { lockRecipient, removeMediums, type Subscription } from './subscription-store.ts'

/**
 * Keeps what costs more, or ends it by the mediums that do: by others it goes on, whatever the balance. A repeat says the
 * same. What costs still more than was shown is not kept by that.
 * @throws DomainError `not_found` for an unknown category.
 */
export async function answerRaisedCost(
  { db }: { db: Database },
  subscription: Subscription,
  { isKept, costs }: Body<typeof subscriptions.answerRaisedCost>,
  address: string,
): Promise<{ message: string }> {
  const { tenantId, consumerId, categoryId } = subscription
  await db.transact(async (tx) => {
    const category = await requireCategory(tx, tenantId, categoryId)
    const recipient = await lockRecipient(tx, tenantId, consumerId)
    if (isKept) await agreeToShownCosts(tx, subscription, costs)
    else {
      const ended = costs.map(({ medium }) => medium)
      const removed = await removeMediums(tx, subscription, ended)
      if (recipient)
        await noteConsent(tx, { subscription, recipient, category, address }, { added: [], removed })
    }
    await announceChange(tx, { topic: 'subscriptions', tenantId, userId: consumerId })
  })
  return { message: isKept ? 'Subscription kept.' : 'Unsubscribed successfully.' }
}
