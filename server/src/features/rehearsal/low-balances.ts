import { paths } from '@almanac/contract/pages'
import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import { autoPurchaseIsOn } from '../auto-purchase/index.ts'
import { queueMessages } from '../messages/index.ts'
import { countTokens } from '../payments/index.ts'
import { takesLettersSql } from '../subscriptions/index.ts'
import type { Player, ScheduledText } from './stage.ts'

export interface LowBalanceDeps {
  db: Database
  publicUrl: string
}

/** A consumer to whom something comes; `text` is the first that their balance covers by no medium, null for none. */
export interface Coming {
  player: Player
  text: ScheduledText | null
}

/**
 * Tells those whose balance will not cover a text of the next day, once until it covers what comes again. Who has already
 * been told that one was skipped, and whose tokens are bought automatically, are told nothing. The notice goes by email, which
 * costs the consumer nothing.
 */
export async function settleLowBalances(
  { db, publicUrl }: LowBalanceDeps,
  tenantId: number,
  coming: readonly Coming[],
): Promise<void> {
  const short = coming.flatMap(({ player, text }) => (text ? [{ player, text }] : []))
  const fine = coming.filter(({ text }) => !text).map(({ player }) => player.consumerId)
  await db.transact(async (tx) => {
    await sql`
      delete from low_balance_notices where tenant_id = ${tenantId} and consumer_id = any(${fine}::int[])
    `.execute(tx)
    if (short.length === 0) return
    const { rows: told } = await sql<Told>`
      with noted as (
        insert into low_balance_notices (tenant_id, consumer_id)
        select users.tenant_id, users.id from users
        where users.tenant_id = ${tenantId} and users.id = any(${short.map(({ player }) => player.consumerId)}::int[])
          and not exists (select from subscription_notices n where n.consumer_id = users.id)
          and not ${autoPurchaseIsOn}
        on conflict (consumer_id) do nothing
        returning consumer_id
      )
      select noted.consumer_id, u.email, t.company_name, t.url, c.id as category_id, c.name as category_name
      from noted join users u on u.id = noted.consumer_id join tenants t on t.id = u.tenant_id
        join unnest(${short.map(({ player }) => player.consumerId)}::int[], ${short.map(({ text }) => text.categoryId)}::int[])
          as s (consumer_id, category_id) on s.consumer_id = noted.consumer_id
        join categories c on c.id = s.category_id
      where ${takesLettersSql}
    `.execute(tx)
    const shortOf = new Map(short.map((one) => [one.player.consumerId, one]))
    await queueMessages(
      tx,
      told.flatMap((one) => {
        const of = shortOf.get(one.consumerId)
        return of ? [letterTo(tenantId, one, of, publicUrl)] : []
      }),
    )
  })
}

interface Told {
  consumerId: number
  email: string
  companyName: string
  /** The tenant's slug. */
  url: string
  categoryName: string
}

function letterTo(
  tenantId: number,
  { email, companyName, url, categoryName }: Told,
  { player, text }: { player: Player; text: ScheduledText },
  publicUrl: string,
) {
  const day = new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone: player.timeZone,
  }).format(text.disburseAt)
  return {
    tenantId,
    channel: 'email' as const,
    recipient: email,
    companyName,
    subject: 'Your tokens do not cover your next Sunbursts',
    paragraphs: [
      `You have ${countTokens(player.balance)}. By ${day} that does not cover the Sunburst of ${categoryName}, and it is skipped unless you purchase tokens before then.`,
      `Your subscription stays, and you owe nothing. You can purchase tokens here: ${publicUrl}${paths.packages(url)}`,
    ],
  }
}
