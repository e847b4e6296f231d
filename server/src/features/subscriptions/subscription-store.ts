import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { ownSql } from '../../platform/http/session.ts'
import type { SubscribedMediums } from '../categories/index.ts'
import { recordConsents } from './consent-store.ts'
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

/**
 * Ends the e-mail of a subscription, as the link of a letter asks for, with its row in the record of consents; one that is
 * gone already stays so.
 */
export async function endEmail(
  tx: Tx,
  subscription: Subscription,
  from: { email: string; wording: string; ipAddress: string | null },
): Promise<void> {
  const removed = await removeMediums(tx, subscription, ['email'])
  const { email: recipient, ...rest } = from
  await recordConsents(
    tx,
    removed.map((medium) => ({
      ...subscription,
      ...rest,
      ...{ medium, recipient, act: 'withdrawn' as const, source: 'letter-link' as const },
    })),
  )
}

/**
 * Ends the e-mail of every category that a consumer receives so, as the mail host reports that they want none, with a row for
 * each in the record of consents.
 */
export async function endEveryEmail(
  tx: Tx,
  consumer: { tenantId: number; consumerId: number },
  { email: recipient, wording }: { email: string; wording: string },
): Promise<void> {
  const ended = await tx
    .deleteFrom('subscriptions')
    .where('tenantId', '=', consumer.tenantId)
    .where('consumerId', '=', consumer.consumerId)
    .where('medium', '=', 'email')
    .returning(['categoryId', 'medium'])
    .execute()
  await recordConsents(
    tx,
    ended.map((row) => ({
      ...consumer,
      ...row,
      ...{
        act: 'withdrawn' as const,
        recipient,
        wording,
        source: 'provider-report' as const,
        ipAddress: null,
      },
    })),
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
