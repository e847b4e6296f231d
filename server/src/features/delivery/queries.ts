import type { ReceivedSunburst } from '@almanac/contract/delivery'
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
 * How many deliveries of all tenants stand how: `due`, `held` (until a time that lies ahead) and `sending` now, those that
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
  }
  const { rows } = await sql<Counts>`
    select due.*, held.*, sending.*, past.* from
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
      from tenants t join deliveries d on d.tenant_id = t.id and d.created_at > present() - interval '24 hours') as past
  `.execute(reader)
  const [counts] = rows
  if (!counts) throw new Error('The deliveries could not be counted')
  return counts
}
