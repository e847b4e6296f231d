import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { ownSql } from '../../platform/http/session.ts'
import type { SubscribedMediums } from '../categories/index.ts'
import { type Consent, recordConsents } from './consent-store.ts'
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
    .select(['email', 'isEmailVerified', 'emailDeadAt', 'smsPhoneNumber', 'smsOptedOutAt'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', consumerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** What a choice changed: mediums that came or went. */
export interface ChangedMediums {
  added: ('sms' | 'email')[]
  removed: ('sms' | 'email')[]
}

/** Makes `mediums` the whole choice; what was chosen before keeps its date. */
export async function replaceChoice(
  tx: Tx,
  subscription: Subscription,
  mediums: readonly ('sms' | 'email')[],
): Promise<ChangedMediums> {
  const removed = await removeMediums(
    tx,
    subscription,
    (['sms', 'email'] as const).filter((medium) => !mediums.includes(medium)),
  )
  if (mediums.length === 0) return { added: [], removed }
  const added = await tx
    .insertInto('subscriptions')
    .values(mediums.map((medium) => ({ ...subscription, medium })))
    .onConflict((conflict) => conflict.columns(['consumerId', 'categoryId', 'medium']).doNothing())
    .returning('medium')
    .execute()
  return { added: added.map(({ medium }) => medium), removed }
}

/** Ends some mediums of a subscription, and goes on by others. @returns those that there were. */
export async function removeMediums(
  tx: Tx,
  { tenantId, consumerId, categoryId }: Subscription,
  mediums: readonly ('sms' | 'email')[],
): Promise<('sms' | 'email')[]> {
  if (mediums.length === 0) return []
  const rows = await tx
    .deleteFrom('subscriptions')
    .where('tenantId', '=', tenantId)
    .where('consumerId', '=', consumerId)
    .where('categoryId', '=', categoryId)
    .where('medium', 'in', mediums)
    .returning('medium')
    .execute()
  return rows.map(({ medium }) => medium)
}

/** Why e-mail ends that its consumer did not end on a screen. */
type Withdrawal = Pick<Consent, 'recipient' | 'wording' | 'source' | 'ipAddress'>

/**
 * Ends the e-mail of one category, or of every one (`categoryId` null), that a consumer receives so, with a row for each in the
 * record of consents; what is gone already stays so.
 */
export async function endEmail(
  tx: Tx,
  { tenantId, consumerId, categoryId }: Omit<Subscription, 'categoryId'> & { categoryId: number | null },
  withdrawal: Withdrawal,
): Promise<void> {
  const ended = await tx
    .deleteFrom('subscriptions')
    .where('tenantId', '=', tenantId)
    .where('consumerId', '=', consumerId)
    .where('medium', '=', 'email')
    .$if(categoryId !== null, (query) => query.where('categoryId', '=', categoryId))
    .returning(['tenantId', 'consumerId', 'categoryId', 'medium'])
    .execute()
  await recordConsents(
    tx,
    ended.map((row) => ({ ...row, act: 'withdrawn' as const, ...withdrawal })),
  )
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
