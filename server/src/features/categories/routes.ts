import { categories } from '@almanac/contract'
import type { Database } from '../../platform/database.ts'
import { bind, type Route } from '../../platform/http/bind.ts'
import { listCategories, type SubscribedMediums } from './queries.ts'

export interface CategoryDeps {
  db: Database
  /** What a consumer receives of each category. Subscriptions lie above categories, so that it is handed in. */
  subscribedMediums: (owner: { tenantId: number; consumerId: number }) => SubscribedMediums
}

/** Categories of a tenant; for a consumer who asks for it, with the state of the subscriptions. */
export function categoryRoutes({ db, subscribedMediums }: CategoryDeps): Route[] {
  return [
    bind(categories.listConsumerCategories, ({ session, query }) => {
      const owner = { tenantId: session.tenantId, consumerId: session.userId }
      const isAsked = query.includeSubscription && session.role === 'consumer'
      return listCategories(
        db.reader,
        session.tenantId,
        query,
        isAsked ? subscribedMediums(owner) : undefined,
      )
    }),
  ]
}
