import { subscriptions } from '@almanac/contract'
import { bind, type Route } from '../../platform/http/bind.ts'
import { answerRaisedCost } from './answer-raised-cost.ts'
import { listRaisedCosts } from './queries.ts'
import { type SubscriptionDeps, subscribe, unsubscribe } from './subscribe.ts'

/** A consumer's subscriptions to categories. */
export function subscriptionRoutes(deps: SubscriptionDeps): Route[] {
  return [
    bind(subscriptions.subscribe, ({ session, params, body, client }) => {
      const { tenantId, userId } = session
      return subscribe(
        deps,
        { tenantId, consumerId: userId, categoryId: params.consumerCategoryId },
        { ...body, address: client.address },
      )
    }),
    bind(subscriptions.unsubscribe, ({ session, params, client }) => {
      const { tenantId, userId } = session
      return unsubscribe(
        deps,
        { tenantId, consumerId: userId, categoryId: params.consumerCategoryId },
        client.address,
      )
    }),
    bind(subscriptions.listRaisedCosts, async ({ session: { tenantId, userId } }) => ({
      raisedCosts: await listRaisedCosts(deps.db.reader, tenantId, userId),
    })),
    bind(subscriptions.answerRaisedCost, ({ session, params, body, client }) => {
      const { tenantId, userId } = session
      return answerRaisedCost(
        deps,
        { tenantId, consumerId: userId, categoryId: params.consumerCategoryId },
        body,
        client.address,
      )
    }),
  ]
}
