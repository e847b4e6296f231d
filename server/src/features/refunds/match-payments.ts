import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import type { Sweep } from '../../platform/jobs.ts'
import { allowAutoPurchases, readStop, stopAutoPurchases } from '../auto-purchase/index.ts'
import { listProviders, type PaymentProvider } from '../payments/index.ts'
import { type Compared, compareBooks } from './compare-books.ts'
import type { RefundDeps } from './deps.ts'

const stopReason = 'The books of payments do not agree.'

/**
 * Compares the books of each day that is over, in UTC, provider by provider, once the provider's own may be complete; a day
 * on which they do not agree every hour again, until they do. While there is one, nothing is bought automatically.
 */
export function matchJob(deps: RefundDeps): Sweep {
  return {
    name: 'match-payments',
    everySeconds: 600,
    async run() {
      let matched = 0
      const failures: unknown[] = []
      for (const provider of listProviders(deps)) {
        // One that does not answer holds up no other; its days stay due.
        matched += await matchPayments(deps, provider).catch((error: unknown) => {
          deps.log.warn(
            { provider: provider.name, err: error },
            'the books of a provider could not be compared yet',
          )
          failures.push(error)
          return 0
        })
      }
      // The job has failed all the same, and whoever looks at how jobs fare has to see it.
      if (failures.length > 0) throw failures[0]
      return matched
    },
  }
}

/** Compares the days of a provider that are due. @returns how many */
export async function matchPayments(deps: RefundDeps, provider: PaymentProvider): Promise<number> {
  const days = await readDueDays(deps.db, provider)
  for (const { day, from, until } of days) {
    const compared = await compareBooks(deps, provider, { from, until })
    await store(deps.db, provider, day, compared)
    const { differences } = compared
    if (differences.length > 0)
      deps.log.error({ provider: provider.name, day, differences }, 'the books of payments do not agree')
  }
  return days.length
}

interface DueDay {
  day: string
  from: Date
  until: Date
}

/** Of the last week: providers know all of a day six hours after it. */
async function readDueDays({ reader }: Database, { name, account }: PaymentProvider): Promise<DueDay[]> {
  const { rows } = await sql<DueDay>`
    select due.day::date as day, due.day at time zone 'UTC' as from, (due.day + interval '1 day') at time zone 'UTC' as until
    from (
      select generate_series(
        date_trunc('day', now() at time zone 'UTC') - interval '7 days',
        date_trunc('day', (now() - interval '6 hours') at time zone 'UTC') - interval '1 day', interval '1 day')
      union select day::timestamp from payment_matches
        where provider = ${name} and account = ${account} and differences <> '[]'
    ) as due (day)
      left join payment_matches m on m.provider = ${name} and m.account = ${account} and m.day = due.day::date
    where m.day is null or (m.differences <> '[]' and m.matched_at < now() - interval '1 hour')
    order by day
  `.execute(reader)
  return rows
}

async function store(
  db: Database,
  { name, account }: PaymentProvider,
  day: string,
  { payments, refunds, differences }: Compared,
): Promise<void> {
  const values = {
    payments,
    refunds,
    differences: sql<Compared['differences']>`${JSON.stringify(differences)}::jsonb`,
    matchedAt: sql<Date>`now()`,
  }
  await db.transact(async (tx) => {
    await tx
      .insertInto('paymentMatches')
      .values({ provider: name, account, day, ...values })
      .onConflict((conflict) => conflict.columns(['provider', 'account', 'day']).doUpdateSet(values))
      .execute()
    const open = await tx
      .selectFrom('paymentMatches')
      .select('day')
      .where(sql<boolean>`differences <> '[]'`)
      .limit(1)
      .executeTakeFirst()
    if (open) await stopAutoPurchases(tx, stopReason)
    else if ((await readStop(tx))?.reason === stopReason) await allowAutoPurchases(tx)
  })
}
