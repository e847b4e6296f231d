import type { OutcomeLine, TextComparison } from '@almanac/contract/rehearsal'
import { sql } from 'kysely'
import type { Reader } from '../../platform/database.ts'
import { countOutcomes, type OutcomeCount, wordsOf } from '../delivery/index.ts'
import { requireText } from '../texts/index.ts'
import { nameOf } from './stage.ts'

interface Kept {
  rehearsedAt: Date
  recipients: number
  /** As text: the names in it are nobody's columns. */
  counts: string
  subscribed: number
  toppedUp: number
}

/**
 * What was rehearsed of a text the day before, beside what our side then did with it; null while it has not begun, and
 * where no rehearsal of it at that time was kept.
 * @throws DomainError `not_found` for an unknown text, a deleted one, or another tenant's.
 */
export async function compareText(
  reader: Reader,
  tenantId: number,
  textId: number,
): Promise<TextComparison | null> {
  const text = await requireText(reader, tenantId, textId)
  if (text.state === 'scheduled' || text.state === 'cancelled') return null
  const { rows } = await sql<Kept>`
    select r.rehearsed_at, r.recipients, r.counts::text as counts,
      (select count(distinct d.consumer_id)::int from deliveries d
        where d.tenant_id = r.tenant_id and d.text_id = r.text_id and exists (
          select from subscriptions s where s.consumer_id = d.consumer_id and s.category_id = ${text.categoryId}
          having min(s.created_at) > r.rehearsed_at)) as subscribed,
      (select count(distinct d.consumer_id)::int from deliveries d
        join ledger_entries e on e.tenant_id = d.tenant_id and e.consumer_id = d.consumer_id
        where d.tenant_id = r.tenant_id and d.text_id = r.text_id and e.credit > 0 and e.kind <> 'sunburst-return'
          and e.created_at > r.kept_at and e.created_at <= d.created_at) as topped_up
    from text_rehearsals r join short_texts t on t.id = r.text_id and t.disburse_at = r.disburse_at
    where r.tenant_id = ${tenantId} and r.text_id = ${textId}
  `.execute(reader)
  const [kept] = rows
  if (!kept) return null
  const { recipients, outcomes } = await countOutcomes(reader, tenantId, textId)
  return {
    rehearsedDateTime: kept.rehearsedAt.toISOString(),
    recipients: { rehearsed: kept.recipients, happened: recipients },
    lines: linesOf(JSON.parse(kept.counts) as Record<string, number>, outcomes),
    since: {
      subscribed: kept.subscribed,
      left: Math.max(0, kept.recipients + kept.subscribed - recipients),
      toppedUp: kept.toppedUp,
    },
  }
}

/** Every way that was rehearsed or happened, by medium and then what went out first. */
function linesOf(rehearsed: Readonly<Record<string, number>>, outcomes: readonly OutcomeCount[]) {
  const happened = new Map(outcomes.map((one) => [nameOf(one), one.count]))
  const names = [...new Set([...Object.keys(rehearsed), ...happened.keys()])]
  return names
    .map((name): OutcomeLine => {
      const [medium, outcome, reason] = name.split(':') as [
        OutcomeLine['medium'],
        OutcomeLine['outcome'],
        string?,
      ]
      const words = reason === undefined ? null : wordsOf('skipped', reason)
      return { medium, outcome, words, rehearsed: rehearsed[name] ?? 0, happened: happened.get(name) ?? 0 }
    })
    .toSorted((one, other) => rankOf(one) - rankOf(other) || other.rehearsed - one.rehearsed)
}

const order = ['sms sent', 'sms held', 'sms skipped', 'email sent', 'email held', 'email skipped']
const rankOf = ({ medium, outcome }: OutcomeLine) => order.indexOf(`${medium} ${outcome}`)
