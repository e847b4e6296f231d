import { sql } from 'kysely'
import { applyCharge } from './apply-charge.ts'
import { failureOf } from './declines.ts'
import type { PaymentDeps } from './deps.ts'
import { lookUpPurchase } from './look-up-purchase.ts'
import { markAbandoned, type Purchase } from './store.ts'

/** All of a batch are looked up at once. */
const batchSize = 10
const seconds = {
  /** Younger ones are most likely still being answered. */
  youngest: 10,
  betweenLooks: 10,
  betweenLooksAtChallenges: 45,
  /** Longer than any call to the provider with all its retries. */
  untilAbandoned: 60,
  untilExpired: 24 * 3_600,
  betweenLooksAtAbandoned: 3_600,
  /** How long a charge may still turn up for a purchase that was given up. */
  abandonedWatched: 25 * 3_600,
} as const

type DuePurchase = Purchase & { isOld: boolean; isExpired: boolean }

/**
 * Finds out how purchases ended whose answer was lost to a crash, a timeout or a closed browser, and settles them.
 * One that the provider has never heard of is given up a minute after it was last told of it, a challenge that nobody answered after a day.
 */
export async function reconcilePurchases(deps: PaymentDeps): Promise<number> {
  const due = await claimDue(deps)
  await Promise.all(due.map((purchase) => tryToReconcile(deps, purchase)))
  return due.length
}

async function tryToReconcile(deps: PaymentDeps, purchase: DuePurchase): Promise<void> {
  try {
    await reconcile(deps, purchase)
  } catch (error) {
    deps.log.warn({ purchase: purchase.id, err: error }, 'a purchase could not be reconciled yet')
  }
}

async function claimDue({ db }: PaymentDeps): Promise<DuePurchase[]> {
  const { rows } = await sql<DuePurchase>`
    update purchases set looked_up_at = now()
    where id in (
      select id from purchases
      where provider = 'stripe'
        and (state in ('started', 'requires_action') or failure_code = 'abandoned')
        and created_at < now() - make_interval(secs => ${seconds.youngest})
        and (looked_up_at is null or looked_up_at < now() - make_interval(secs => case
          when state = 'started' then ${seconds.betweenLooks}::int
          when state = 'requires_action' then ${seconds.betweenLooksAtChallenges}::int
          else ${seconds.betweenLooksAtAbandoned}::int end))
        and (state <> 'failed' or created_at > now() - make_interval(secs => ${seconds.abandonedWatched}))
      order by created_at limit ${batchSize} for update skip locked
    )
    returning *, greatest(created_at, charge_sent_at) < now() - make_interval(secs => ${seconds.untilAbandoned}) as is_old,
      created_at < now() - make_interval(secs => ${seconds.untilExpired}) as is_expired
  `.execute(db.reader)
  return rows
}

async function reconcile(deps: PaymentDeps, due: DuePurchase): Promise<void> {
  const { isOld, isExpired, ...purchase } = due
  const { purchase: found, charge } = await lookUpPurchase(deps, purchase)
  if (found.state !== 'started' && found.state !== 'requires_action') return
  if (!charge) {
    // Only what was quiet before the look can be given up: a call begun since may have charged after it.
    if (isOld) await markAbandoned(deps.db.reader, found.id, failureOf('abandoned'), seconds.untilAbandoned)
    return
  }
  if (!isExpired) return
  const ended = await deps.cards.cancelCharge(charge.providerPaymentId)
  const asExpired = ended.status === 'failed' ? { ...ended, failureCode: 'expired' } : ended
  await applyCharge(deps, found, asExpired)
}
