import { paths } from '@almanac/contract/pages'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { queueMessages } from '../messages/index.ts'
import { takesLettersSql } from '../subscriptions/index.ts'
import type { DueText } from '../texts/index.ts'
import type { ChargedDelivery } from './charge-deliveries.ts'

/**
 * Tells those whose balance covered no medium, once until a later text is covered again (decision S2).
 * The notice goes by e-mail, which costs the consumer nothing.
 */
export async function noteSkips(
  tx: Tx,
  text: DueText,
  charged: readonly ChargedDelivery[],
  publicUrl: string,
): Promise<void> {
  const covered = new Set(consumersOf(charged, 'charged'))
  const skipped = consumersOf(charged, 'not-covered').filter((consumerId) => !covered.has(consumerId))
  await sql`
    delete from subscription_notices where tenant_id = ${text.tenantId} and consumer_id = any(${[...covered]}::int[])
  `.execute(tx)
  const { rows: told } = await sql<{ email: string; companyName: string; url: string }>`
    with noted as (
      insert into subscription_notices (tenant_id, consumer_id)
      select ${text.tenantId}::int, unnest(${skipped}::int[])
      on conflict (consumer_id) do nothing
      returning consumer_id
    )
    select u.email, t.company_name, t.url
    from noted join users u on u.id = noted.consumer_id join tenants t on t.id = u.tenant_id
    where ${takesLettersSql}
  `.execute(tx)
  await queueMessages(
    tx,
    told.map(({ email, companyName, url }) => ({
      tenantId: text.tenantId,
      channel: 'email' as const,
      recipient: email,
      subject: 'Your Sunburst is waiting for tokens',
      paragraphs: [
        `Today's Sunburst '${text.messageName}' was not sent to you, because your balance does not cover it. Nothing was charged.`,
        `Your subscription stays. Once you have tokens again, the next Sunburst is sent automatically: ${publicUrl}${paths.packages(url)}`,
      ],
      companyName,
      since: text.disburseAt,
    })),
  )
}

function consumersOf(charged: readonly ChargedDelivery[], outcome: ChargedDelivery['outcome']): number[] {
  return [...new Set(charged.filter((one) => one.outcome === outcome).map(({ consumerId }) => consumerId))]
}
