import type { ReceivedSunburst } from '@almanac/contract/delivery'
import type { DoubtedBounce } from '@almanac/contract/operations'
import { sql } from 'kysely'
import type { Reader } from '../../platform/database.ts'

/** More than a consumer of every sign has in a day. */
const receivedMax = 50

/**
 * The texts that were sent to a consumer in the last 24 hours, newest first, each once with the mediums it came by.
 * Quiet hours and new attempts can hold a message for hours, never for days: older texts aren't looked at.
 */
export async function listReceivedSunbursts(
  reader: Reader,
  tenantId: number,
  consumerId: number,
): Promise<ReceivedSunburst[]> {
  const { rows } = await sql<Omit<ReceivedSunburst, 'sentDateTime'> & { sentAt: Date }>`
    select t.id, t.text_content as text, c.id as consumer_category_id, c.name as category_name,
      sent.mediums, sent.sent_at
    from categories c
    join short_texts t on t.tenant_id = c.tenant_id and t.category_id = c.id
    cross join lateral (
      select array_agg(d.medium order by d.medium desc) as mediums, min(d.sent_at) as sent_at from deliveries d
      where d.tenant_id = ${tenantId} and d.text_id = t.id and d.consumer_id = ${consumerId}
        and d.state in ('sent', 'delivered') and d.sent_at > present() - interval '24 hours'
    ) sent
    where c.tenant_id = ${tenantId} and t.tenant_id = ${tenantId} and t.deleted_at is null
      and t.disburse_at between present() - interval '4 days' and present()
      and sent.sent_at is not null
    order by sent.sent_at desc, t.id desc
    limit ${receivedMax}
  `.execute(reader)
  return rows.map(({ sentAt, ...sunburst }) => ({ ...sunburst, sentDateTime: sentAt.toISOString() }))
}

/**
 * How many deliveries of all tenants stand how: `due`, `held` (until a time that lies ahead, or by a restore, `doubtful`) and `sending` now, those that
 * were charged in the last 24 hours by what became of them; and since when the one is due that has waited longest.
 */
export async function countDeliveries(reader: Reader) {
  interface Counts {
    due: number
    dueSince: Date | null
    held: number
    sending: number
    sent: number
    delivered: number
    undeliverable: number
    unknown: number
    skipped: number
    doubtful: number
  }
  const { rows } = await sql<Counts>`
    select due.*, held.*, sending.*, past.*, doubt.* from
      (select count(*)::int as due, min(send_after) as due_since from deliveries
        where state = 'planned' and not is_waiting and send_after <= present()) as due,
      (select count(*)::int as held from deliveries where state = 'planned' and is_waiting) as held,
      (select count(*)::int as sending from deliveries where state = 'sending') as sending,
      (select
        count(*) filter (where state = 'sent')::int as sent,
        count(*) filter (where state = 'delivered')::int as delivered,
        count(*) filter (where state = 'undeliverable')::int as undeliverable,
        count(*) filter (where state = 'unknown')::int as unknown,
        count(*) filter (where state = 'skipped')::int as skipped
      from tenants t join deliveries d on d.tenant_id = t.id and d.created_at > present() - interval '24 hours') as past,
      (select count(*)::int as doubtful from deliveries
        where restore_id is not null and held_for is not null and state = 'planned') as doubt
  `.execute(reader)
  const [counts] = rows
  if (!counts) throw new Error('The deliveries could not be counted')
  return counts
}

/** What a restore holds of a text for a person, by medium. */
export interface HeldText {
  textId: number
  tenantId: number
  messageName: string
  dueAt: Date
  letters: number
  sms: number
}

/** The texts of which a restore holds something for a person, the longest due first, and at most so many. */
export async function readHeldTexts(reader: Reader, restoreId: number, atMost: number): Promise<HeldText[]> {
  const { rows } = await sql<HeldText>`
    select d.text_id, d.tenant_id, t.message_name, t.disburse_at as due_at,
      count(*) filter (where d.medium = 'email')::int as letters, count(*) filter (where d.medium = 'sms')::int as sms
    from deliveries d join short_texts t on t.id = d.text_id
    where d.restore_id = ${restoreId} and d.held_for = 'decision' and d.state = 'planned'
    group by d.text_id, d.tenant_id, t.message_name, t.disburse_at
    order by t.disburse_at, d.text_id limit ${atMost}
  `.execute(reader)
  return rows
}

/** How far the SMS of a restore's lost time have been looked up. */
export async function countHeldSms(
  reader: Reader,
  restoreId: number,
): Promise<{ lookedUp: number; foundSent: number; released: number }> {
  const { rows } = await sql<{ lookedUp: number; foundSent: number; released: number }>`
    select
      count(*) filter (where held_for = 'look-up' and state = 'planned')::int as looked_up,
      count(*) filter (where held_for is null and attempts = 0 and provider_id is not null)::int as found_sent,
      count(*) filter (where held_for is null and (attempts > 0 or state = 'planned'))::int as released
    from deliveries where restore_id = ${restoreId} and medium = 'sms'
  `.execute(reader)
  return rows[0] ?? { lookedUp: 0, foundSent: 0, released: 0 }
}

/**
 * How many SMS of all tenants were charged later than this, and taken by the provider at least so many seconds ago. A report on
 * any of them comes after it was charged.
 */
export async function countUntoldSms(reader: Reader, since: Date, graceSeconds: number): Promise<number> {
  const { rows } = await sql<{ messages: number }>`
    select count(*)::int as messages from tenants t
    join deliveries d on d.tenant_id = t.id and d.created_at > ${since}
    where d.medium = 'sms' and d.sent_at <= present() - make_interval(secs => ${graceSeconds})
  `.execute(reader)
  return rows[0]?.messages ?? 0
}

const doubtedMax = 100
const doubtedDays = 7

/** Reports of the last week that were not believed, newest first. */
export async function listDoubtedBounces(reader: Reader): Promise<DoubtedBounce[]> {
  const rows = await reader
    .selectFrom('bounces')
    .innerJoin('users', 'users.id', 'bounces.consumerId')
    .innerJoin('tenants', 'tenants.id', 'bounces.tenantId')
    .select([
      'bounces.deliveryId',
      'tenants.companyName',
      'users.username',
      'bounces.status',
      'bounces.receivedAt',
    ])
    .select(sql<DoubtedBounce['doubt']>`bounces.doubt`.as('doubt'))
    .where('bounces.doubt', 'is not', null)
    .where(sql<boolean>`bounces.received_at > present() - make_interval(days => ${doubtedDays})`)
    .orderBy('bounces.receivedAt', 'desc')
    .orderBy('bounces.deliveryId', 'desc')
    .limit(doubtedMax)
    .execute()
  return rows.map((bounce) => ({ ...bounce, receivedAt: bounce.receivedAt.toISOString() }))
}
