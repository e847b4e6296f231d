import type { refunds } from '@almanac/contract'
import type { Answer } from '@almanac/contract/endpoint'
import type { Reader } from '../../platform/database.ts'
import { readStop } from '../auto-purchase/index.ts'

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
  const unbalanced = (
    await reader.selectFrom('paymentMatches').selectAll().orderBy('day', 'desc').limit(shownMax).execute()
  ).filter(({ differences }) => differences.length > 0)
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
