import { categories } from '@almanac/contract'
import type { RawBuilder } from 'kysely'
import type { Database } from '../../platform/database.ts'
import { bindBeside, type Route } from '../../platform/http/bind.ts'
import { categoryPageSql, type SubscribedMediums, toCategoryList } from './queries.ts'

export interface CategoryDeps {
  db: Database
  /** What the session's consumer receives of each category. Subscriptions lie above categories, so that it is handed in. */
  subscribedMediums: RawBuilder<SubscribedMediums | null>
}

/** Categories of a tenant; for a consumer who asks for it, with the state of the subscriptions. */
export function categoryRoutes({ db, subscribedMediums }: CategoryDeps): Route[] {
  return [
    bindBeside(
      categories.listConsumerCategories,
      (query) => categoryPageSql(db.reader, query, query.includeSubscription ? subscribedMediums : undefined),
      ({ query, beside }) => toCategoryList(query, beside),
    ),
  ]
}
