import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { ownSql } from '../../platform/http/session.ts'
import type { SubscribedMediums } from '../categories/index.ts'
import type { Recipient } from './rules.ts'

/** A consumer's choice for one category. */
export interface Subscription {
  tenantId: number
  consumerId: number
  categoryId: number
}

/** Reads how a consumer is reached and holds their row, so that two changes of one consumer's choice follow each other. */
export async function lockRecipient(
  tx: Tx,
  tenantId: number,
  consumerId: number,
): Promise<Recipient | undefined> {
  return tx
    .selectFrom('users')
    .select(['email', 'isEmailVerified', 'smsPhoneNumber', 'smsOptedOutAt'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', consumerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Makes `mediums` the whole choice; what was chosen before keeps its date. */
export async function replaceChoice(
  tx: Tx,
  subscription: Subscription,
  mediums: readonly ('sms' | 'email')[],
): Promise<void> {
  await removeMediums(
    tx,
    subscription,
    (['sms', 'email'] as const).filter((medium) => !mediums.includes(medium)),
  )
  if (mediums.length === 0) return
  await tx
    .insertInto('subscriptions')
    .values(mediums.map((medium) => ({ ...subscription, medium })))
    .onConflict((conflict) => conflict.columns(['consumerId', 'categoryId', 'medium']).doNothing())
    .execute()
}

async function removeMediums(
  tx: Tx,
  { tenantId, consumerId, categoryId }: Subscription,
  mediums: readonly ('sms' | 'email')[],
): Promise<void> {
  if (mediums.length === 0) return
  await tx
    .deleteFrom('subscriptions')
    .where('tenantId', '=', tenantId)
    .where('consumerId', '=', consumerId)
    .where('categoryId', '=', categoryId)
    .where('medium', 'in', mediums)
    .execute()
}

/** Ends one medium of a subscription, as an unsubscribe link asks for; one that is gone already stays so. */
export async function endMedium(tx: Tx, subscription: Subscription, medium: 'sms' | 'email'): Promise<void> {
  await removeMediums(tx, subscription, [medium])
}

/** The mediums by which the session's consumer receives each category; null for whoever is no consumer. */
export const subscribedMediums: RawBuilder<SubscribedMediums | null> = sql`case
  when ${ownSql.role} = 'consumer' then (
    select coalesce(json_object_agg(category_id, mediums), '{}') from (
      select category_id, array_agg(medium order by medium desc) as mediums from subscriptions
      where tenant_id = ${ownSql.tenantId} and consumer_id = ${ownSql.userId} group by category_id
    ) chosen
  )
end`
