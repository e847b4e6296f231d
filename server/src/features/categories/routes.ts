import { categories } from '@almanac/contract'
import type { Database, Reader } from '../../platform/database.ts'
import { bind, type Route } from '../../platform/http/bind.ts'
import { listCategories } from './queries.ts'

/** The mediums by which a consumer receives each of some categories; categories not received are missing. */
export type ReadSubscriptions = (
  reader: Reader,
  owner: { tenantId: number; consumerId: number },
  categoryIds: readonly number[],
) => Promise<ReadonlyMap<number, ('sms' | 'email')[]>>

export interface CategoryDeps {
  db: Database
  /** Subscriptions lie above categories, so that they are handed in. */
  readSubscriptions: ReadSubscriptions
}

/** Categories of a tenant; for a consumer who asks for it, with the state of the subscriptions. */
export function categoryRoutes({ db, readSubscriptions }: CategoryDeps): Route[] {
  return [
    bind(categories.listConsumerCategories, async ({ session, query }) => {
      const page = await listCategories(db.reader, session.tenantId, query)
      if (!query.includeSubscription || session.role !== 'consumer') return page
      const owner = { tenantId: session.tenantId, consumerId: session.userId }
      const ids = page.data.map(({ id }) => id)
      const received = await readSubscriptions(db.reader, owner, ids)
      const data = page.data.map((category) => {
        const subscribedMediums = received.get(category.id) ?? []
        return { ...category, isSubscribed: subscribedMediums.length > 0, subscribedMediums }
      })
      return { ...page, data }
    }),
  ]
}
