import { sql } from 'kysely'
import { drainLane, type Lane } from '../../platform/lanes.ts'
import { detachMethodsJob } from './default-card-store.ts'
import type { PaymentDeps } from './deps.ts'

interface DetachedMethod {
  tenantId: null
  providerMethodId: string
}

const atOnce = 5
/** How long a claim holds at least while the provider is asked, in seconds; renewed until that is over. */
const leaseSeconds = 60

/**
 * Has the provider forget cards that were replaced or deleted. One that could not be detached comes again a minute
 * later, then ever more rarely, up to every six hours.
 */
export function detachLane(deps: PaymentDeps): Lane<DetachedMethod> {
  const { db, cards, log } = deps
  return {
    name: detachMethodsJob,
    everySeconds: 30,
    atOnce,
    atOncePerTenant: atOnce,
    claim: async ({ room }) => ({ rows: await claimMethods(deps, room) }),
    async work({ providerMethodId }) {
      try {
        await cards.detachMethod(providerMethodId)
      } catch (error) {
        log.warn({ err: error }, 'a card could not be detached yet')
        return
      }
      await db.reader
        .deleteFrom('detachedMethods')
        .where('provider', '=', 'stripe')
        .where('providerMethodId', '=', providerMethodId)
        .execute()
    },
    async renew(methods) {
      await db.reader
        .updateTable('detachedMethods')
        .set({
          nextAttemptAt: sql<Date>`greatest(next_attempt_at, now() + make_interval(secs => ${leaseSeconds}))`,
        })
        .where('provider', '=', 'stripe')
        .where(
          'providerMethodId',
          'in',
          methods.map(({ providerMethodId }) => providerMethodId),
        )
        .execute()
    },
  }
}

/** Detaches all that are due. For tests and scripts. @returns how many were taken up */
export async function detachMethods(deps: PaymentDeps): Promise<number> {
  return drainLane(detachLane(deps), deps.log)
}

/** Those of another account are left until it is ours again. */
async function claimMethods(
  { db, cards }: Pick<PaymentDeps, 'db' | 'cards'>,
  room: number,
): Promise<DetachedMethod[]> {
  const { rows } = await sql<DetachedMethod>`
    update detached_methods set attempts = attempts + 1,
      next_attempt_at = now() + make_interval(secs => least(21600, 60 * 2 ^ least(attempts, 9)))
    where (provider, provider_method_id) in (
      select provider, provider_method_id from detached_methods
      where provider = 'stripe' and account = ${cards.account} and next_attempt_at <= now()
      order by next_attempt_at limit ${room} for update skip locked
    )
    returning null as tenant_id, provider_method_id
  `.execute(db.reader)
  return rows
}
