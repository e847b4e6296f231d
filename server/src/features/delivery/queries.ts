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
