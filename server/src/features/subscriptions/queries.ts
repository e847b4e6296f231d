import type { ConsumerProfile } from '@almanac/contract/profile'
import { type RawBuilder, sql } from 'kysely'

/** What a consumer receives, over the row of `users`: the categories in their order, each with its mediums, SMS first. */
export const receivedCategories: RawBuilder<ConsumerProfile['subscriptions']> = sql`(
  select coalesce(
    json_agg(json_build_object('categoryName', name, 'deliveryMediums', mediums) order by sort_order, name), '[]'
  )
  from (
    select categories.name, categories.sort_order, array_agg(s.medium order by s.medium desc) as mediums
    from subscriptions s join categories on categories.id = s.category_id
    where s.consumer_id = users.id and categories.deleted_at is null
    group by categories.id
  ) received
)`
