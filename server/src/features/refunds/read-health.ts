import type { refunds } from '@almanac/contract'
import type { Answer } from '@almanac/contract/endpoint'
import { sql } from 'kysely'
import type { Reader } from '../../platform/database.ts'
import { readStop } from '../auto-purchase/index.ts'
import { countInSpans, type UntoldSpan } from '../payments/index.ts'

const shownMax = 100

/** How the books of payments stand, and which events wait for a person or another try. */
export async function readHealth(reader: Reader): Promise<Answer<typeof refunds.readPaymentHealth>> {
  const latest = await reader
    .selectFrom('paymentMatches')
    .selectAll()
    .distinctOn(['provider', 'account'])
    .orderBy('provider')
    .orderBy('account')
    .orderBy('day', 'desc')
    .execute()
  const unbalanced = await reader
    .selectFrom('paymentMatches')
    .selectAll()
    .where(sql<boolean>`differences <> '[]'`)
    .orderBy('day', 'desc')
    .limit(shownMax)
    .execute()
  const events = await reader
    .selectFrom('paymentEvents')
    .select(['provider', 'eventId', 'type', 'error', 'attempts', 'receivedAt', 'parkedAt'])
    .where('processedAt', 'is', null)
    .orderBy('receivedAt', 'desc')
    .limit(shownMax)
    .execute()
  const stop = await readStop(reader)
  return {
    latest: latest.map(toMatch),
    unbalanced: unbalanced.map(toMatch),
    automaticPurchasesStopped: stop && { reason: stop.reason, since: stop.stoppedAt.toISOString() },
    events: events.map(({ receivedAt, parkedAt, ...event }) => ({
      ...event,
      receivedAt: receivedAt.toISOString(),
      isParked: parkedAt !== null,
    })),
  }
}

type Match = Answer<typeof refunds.readPaymentHealth>['latest'][number]

function toMatch({
  provider,
  day,
  matchedAt,
  payments,
  refunds,
  differences,
}: Omit<Match, 'matchedAt'> & { matchedAt: Date }): Match {
  return { provider, day, matchedAt: matchedAt.toISOString(), payments, refunds, differences }
}

/** Days of the last seven whose books agree, and all days whose books do not. */
export async function countMatches(reader: Reader): Promise<{ balanced: number; unbalanced: number }> {
  const { rows } = await sql<{ balanced: number; unbalanced: number }>`
    select
      (select count(*)::int from payment_matches
        where differences = '[]' and day >= (now() at time zone 'UTC')::date - 7) as balanced,
      (select count(*)::int from payment_matches where differences <> '[]') as unbalanced
  `.execute(reader)
  return rows[0] ?? { balanced: 0, unbalanced: 0 }
}

/** As `countUntoldPayments`, of refunds that were given back: asked for here, or made at the provider itself. */
export function countUntoldRefunds(
  reader: Reader,
  spans: readonly UntoldSpan[],
  graceSeconds: number,
): Promise<number[]> {
  const counted = sql`
    select count(*)::int as count from refunds r join purchases p on p.id = r.purchase_id
    where r.state = 'refunded' and r.created_at > now() - interval '24 hours' and r.created_at > span.since
      and greatest(r.created_at, r.sent_at) <= now() - make_interval(secs => ${graceSeconds})
      and r.provider = span.provider and p.provider_account = span.account`
  return countInSpans(reader, spans, counted)
}
