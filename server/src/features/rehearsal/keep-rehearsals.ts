import { sql } from 'kysely'
import type { Database, Reader } from '../../platform/database.ts'
import { type LowBalanceDeps, settleLowBalances } from './low-balances.ts'
import { type RehearsalDeps, rehearseTexts } from './rehearse-texts.ts'
import type { Player, ScheduledText, Visit } from './stage.ts'

export interface KeepDeps extends LowBalanceDeps {
  db: Database
  config: RehearsalDeps['config']
}

/** A text is rehearsed once it is no further away than this; what comes soon after it is kept along with it. */
const keptHours = { ahead: 24, along: 30 }

/**
 * Rehearses a tenant one of whose texts comes within a day and was not rehearsed yet, keeps what is expected of its texts, so
 * that it can be compared with what happens, and tells those whose balance will not do. A text that was moved is
 * rehearsed anew.
 * @returns 1 while there may be more such tenants, else 0.
 */
export async function keepRehearsals(deps: KeepDeps): Promise<number> {
  const { db, config } = deps
  const tenantId = await findTenant(db.reader)
  if (tenantId === null) return 0
  const { coverage, visit } = watchCoverage()
  const { present, texts, figures } = await rehearseTexts(
    { reader: db.reader, config },
    tenantId,
    keptHours.along,
    {
      also: visit,
      async portionDone(players) {
        await settleLowBalances(deps, tenantId, shortOf(players, coverage))
        coverage.clear()
      },
    },
  )
  const kept = texts.flatMap((text) => {
    const of = figures.get(text.id)
    return of && text.disburseAt > present ? [{ ...text, ...of }] : []
  })
  await sql`
    insert into text_rehearsals (text_id, tenant_id, disburse_at, rehearsed_at, recipients, counts)
    select v.id, ${tenantId}::int, v.disburse_at, ${present}::timestamptz, v.recipients, v.counts
    from unnest(
      ${kept.map(({ id }) => id)}::int[], ${kept.map(({ disburseAt }) => disburseAt)}::timestamptz[],
      ${kept.map(({ recipients }) => recipients)}::int[],
      ${kept.map(({ counts }) => JSON.stringify(Object.fromEntries(counts)))}::jsonb[]
    ) as v (id, disburse_at, recipients, counts)
    on conflict (text_id) do update set disburse_at = excluded.disburse_at, rehearsed_at = excluded.rehearsed_at, kept_at = now(),
      recipients = excluded.recipients, counts = excluded.counts
    where text_rehearsals.disburse_at <> excluded.disburse_at
  `.execute(db.reader)
  return 1
}

async function findTenant(reader: Reader): Promise<number | null> {
  const { rows } = await sql<{ tenantId: number }>`
    select t.tenant_id from short_texts t
      join tenants on tenants.id = t.tenant_id and tenants.deleted_at is null
      join categories c on c.id = t.category_id and c.deleted_at is null
    where t.state = 'scheduled' and t.planned_at is null and t.deleted_at is null and t.disburse_at > present()
      and t.disburse_at <= present() + make_interval(hours => ${keptHours.ahead})
      and not exists (select from text_rehearsals r where r.text_id = t.id and r.disburse_at = t.disburse_at)
    order by t.disburse_at limit 1
  `.execute(reader)
  return rows[0]?.tenantId ?? null
}

/** Of a consumer: the texts of which they are sent something, and those of which they have too few tokens for all. */
interface Coverage {
  covered: Set<number>
  short: Map<number, ScheduledText>
}

function watchCoverage() {
  const coverage = new Map<number, Coverage>()
  const visit: Visit = (text, { consumerId }, { outcome, reason }) => {
    const of = coverage.get(consumerId) ?? { covered: new Set(), short: new Map() }
    coverage.set(consumerId, of)
    if (outcome !== 'skipped') of.covered.add(text.id)
    else if (reason === 'insufficient-tokens') of.short.set(text.id, text)
  }
  return { coverage, visit }
}

/** Each consumer to whom something comes, with the first text of which they would be sent nothing. */
function shortOf(players: readonly Player[], coverage: ReadonlyMap<number, Coverage>) {
  return players.flatMap((player) => {
    const of = coverage.get(player.consumerId)
    if (!of) return []
    const short = [...of.short.values()].find(({ id }) => !of.covered.has(id))
    return [{ player, text: short ?? null }]
  })
}
