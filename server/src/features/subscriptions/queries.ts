import type { ConsumerProfile } from '@almanac/contract/profile'
import type { RaisedCost } from '@almanac/contract/subscriptions'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../platform/database.ts'

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

/** The columns of a `Recipient`, over the row `u` of `users`. */
export const recipientSql: RawBuilder<unknown> = sql`
  u.email, u.is_email_verified, u.email_dead_at, u.sms_phone_number, u.sms_opted_out_at`

/** Whether the user `u` is written to of what can wait: the address is verified, and not known to send letters back. */
export const takesLettersSql: RawBuilder<boolean> = sql`(u.is_email_verified and u.email_dead_at is null)`

/** What a consumer receives that costs more than when they subscribed, until they have answered; not what fell again since. */
export async function listRaisedCosts(
  reader: Reader,
  tenantId: number,
  consumerId: number,
): Promise<RaisedCost[]> {
  interface Row {
    consumerCategoryId: number
    categoryName: string
    raisedAt: Date
    medium: 'sms' | 'email'
    fromTokens: number
    toTokens: number
  }
  const { rows } = await sql<Row>`
    select c.id as consumer_category_id, c.name as category_name, r.raised_at, r.medium, r.from_tokens,
      m.number_of_tokens as to_tokens
    from raised_costs r
      join categories c on c.tenant_id = r.tenant_id and c.id = r.category_id and c.deleted_at is null
      join category_mediums m on m.category_id = r.category_id and m.name = r.medium and not m.is_disable
    where r.tenant_id = ${tenantId} and r.consumer_id = ${consumerId} and m.number_of_tokens > r.from_tokens
    order by c.sort_order, c.name, c.id, r.medium desc
  `.execute(reader)
  const signs = Map.groupBy(rows, ({ consumerCategoryId }) => consumerCategoryId)
  return [...signs].map(([consumerCategoryId, ofSign]) => {
    const raised = ofSign.map(({ raisedAt }) => raisedAt.toISOString()).toSorted()
    return {
      consumerCategoryId,
      categoryName: ofSign[0]?.categoryName ?? '',
      raisedDateTime: raised[0] ?? '',
      costs: ofSign.map(({ medium, fromTokens, toTokens }) => ({ medium, fromTokens, toTokens })),
    }
  })
}
