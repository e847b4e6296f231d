import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../platform/database.ts'
import { recipientSql } from '../subscriptions/index.ts'
import type { Player, ScheduledText } from './stage.ts'

/** A scheduled text with what screens name it by. */
export interface NamedText extends ScheduledText {
  messageName: string
  categoryName: string
}

/**
 * The texts of a tenant whose time comes within so many hours and whose subscribers are not all planned, in the order in
 * which `claimDueText` takes them; and the present.
 */
export async function readScheduledTexts(
  reader: Reader,
  tenantId: number,
  hours: number,
): Promise<{ present: Date; texts: NamedText[] }> {
  const { rows } = await sql<{ present: Date } & (NamedText | { id: null })>`
    select present(), t.id, t.category_id, t.message_name, c.name as category_name, t.disburse_at,
      coalesce((select max(consumer_id) from deliveries where text_id = t.id and t.state = 'sending'), 0)
        as planned_up_to
    from (select) as one
      left join short_texts t on t.tenant_id = ${tenantId} and t.state in ('scheduled', 'sending')
        and t.planned_at is null and t.deleted_at is null
        and t.disburse_at <= present() + make_interval(hours => ${hours})
        and exists (select from categories where id = t.category_id and deleted_at is null)
      left join categories c on c.tenant_id = ${tenantId} and c.id = t.category_id
    order by t.disburse_at, t.id
  `.execute(reader)
  const [first] = rows
  if (!first) throw new Error('The database does not say what time it is')
  return { present: first.present, texts: rows.filter((row) => row.id !== null) }
}

/** Consumers that are read at once: few enough that nobody else's request waits while they are played. */
const playersAtOnce = 500

/** The subscribers of a tenant, a portion at a time by their ids. */
export async function* readPlayers(reader: Reader, tenantId: number): AsyncGenerator<Player[]> {
  let afterId = 0
  while (true) {
    const players = await selectPlayers(reader, tenantId, sql`u.id > ${afterId}`)
    if (players.length > 0) yield players
    if (players.length < playersAtOnce) return
    afterId = players.at(-1)?.consumerId ?? afterId
  }
}

/** One consumer as a player; undefined for whoever receives nothing. */
export async function readPlayer(
  reader: Reader,
  tenantId: number,
  consumerId: number,
): Promise<Player | undefined> {
  const [player] = await selectPlayers(reader, tenantId, sql`u.id = ${consumerId}`)
  return player
}

async function selectPlayers(reader: Reader, tenantId: number, which: RawBuilder<unknown>) {
  const { rows } = await sql<Player>`
    select u.id as consumer_id, ${recipientSql},
      coalesce(u.time_zone, t.time_zone) as time_zone, w.balance, s.choices
    from users u
      join tenants t on t.id = u.tenant_id
      join wallets w on w.tenant_id = u.tenant_id and w.consumer_id = u.id
      cross join lateral (
        select json_agg(json_build_array(category_id, medium, extract(epoch from created_at) * 1000)) as choices
        from subscriptions where tenant_id = u.tenant_id and consumer_id = u.id
      ) s
    where u.tenant_id = ${tenantId} and u.deleted_at is null and s.choices is not null and ${which}
    order by u.id limit ${playersAtOnce}
  `.execute(reader)
  return rows
}
