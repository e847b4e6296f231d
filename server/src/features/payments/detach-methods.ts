import { sql } from 'kysely'
import type { Reader } from '../../platform/database.ts'
import { drainLane, type Lane } from '../../platform/lanes.ts'
import { detachMethodsJob } from './default-method-store.ts'
import type { PaymentDeps } from './deps.ts'
import type { PaymentProvider } from './ports.ts'
import { listProviders } from './providers.ts'

interface DetachedMethod {
  tenantId: null
  providerMethodId: string
}

const atOnce = 5
/** How long a claim holds at least while the provider is asked, in seconds; renewed until that is over. */
const leaseSeconds = 60

/**
 * Have the providers forget what was replaced or deleted. One that could not be detached comes again a minute
 * later, then ever more rarely, up to every six hours.
 */
export function detachLanes(deps: PaymentDeps): Lane<DetachedMethod>[] {
  return listProviders(deps).map((provider) => laneOf(deps, provider))
}

function laneOf({ db, log }: PaymentDeps, provider: PaymentProvider): Lane<DetachedMethod> {
  return {
    name: detachMethodsJob,
    everySeconds: 30,
    atOnce,
    atOncePerTenant: atOnce,
    claim: async ({ room }) => ({ rows: await claimMethods(db.reader, provider, room) }),
    async work({ providerMethodId }) {
      try {
        await provider.detachMethod(providerMethodId)
      } catch (error) {
        log.warn({ err: error }, 'a payment method could not be detached yet')
        return
      }
      await db.reader
        .deleteFrom('detachedMethods')
        .where('provider', '=', provider.name)
        .where('providerMethodId', '=', providerMethodId)
        .execute()
    },
    async renew(methods) {
      await db.reader
        .updateTable('detachedMethods')
        .set({
          nextAttemptAt: sql<Date>`greatest(next_attempt_at, now() + make_interval(secs => ${leaseSeconds}))`,
        })
        .where('provider', '=', provider.name)
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
  let taken = 0
  for (const lane of detachLanes(deps)) taken += await drainLane(lane, deps.log)
  return taken
}

/** Those of another account are left until it is ours again. */
async function claimMethods(
  reader: Reader,
  { name, account }: PaymentProvider,
  room: number,
): Promise<DetachedMethod[]> {
  const { rows } = await sql<DetachedMethod>`
    update detached_methods set attempts = attempts + 1,
      next_attempt_at = now() + make_interval(secs => least(21600, 60 * 2 ^ least(attempts, 9)))
    where (provider, provider_method_id) in (
      select provider, provider_method_id from detached_methods
      where provider = ${name} and account = ${account} and next_attempt_at <= now()
      order by next_attempt_at limit ${room} for update skip locked
    )
    returning null as tenant_id, provider_method_id
  `.execute(reader)
  return rows
}
