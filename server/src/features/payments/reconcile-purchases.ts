import { sql } from 'kysely'
import { drainLane, type Lane } from '../../platform/lanes.ts'
import { adoptPayment } from './adopt-payment.ts'
import { applyPayment } from './apply-payment.ts'
import { giveUpUntaken } from './cancel-purchase.ts'
import { type Charged, chargePurchase, isRepeatable } from './charge-purchase.ts'
import { claimPurchases, type DuePurchase, renewClaims, type Watch } from './claim-purchases.ts'
import { closePurchase } from './close-purchase.ts'
import { failureOf } from './declines.ts'
import type { PaymentDeps } from './deps.ts'
import { reconcilePurchasesJob, watchChallengesJob } from './hurry-open-purchases.ts'
import { clockDifferenceMs, followPurchase, lookUpPurchase } from './look-up-purchase.ts'
import { chargeSecondsMax, type PaymentProvider } from './ports.ts'
import { listProviders, providerOf } from './providers.ts'
import { closePurchasesJob, markAbandoned, type Purchase } from './purchase-store.ts'

const seconds = {
  /** Longer than any charge at the provider with all its retries. */
  untilAbandoned: chargeSecondsMax + 10,
  untilExpired: 24 * 3_600,
  untilFirstLookAtAbandoned: 60,
  /** How long a charge may still turn up for a purchase that was given up. */
  abandonedWatched: 25 * 3_600,
} as const

const limits = { untilQuiet: seconds.untilAbandoned, untilExpired: seconds.untilExpired }

/**
 * Whose answer was lost: every few seconds at first. The provider's return is noticed within the last of them. What the
 * provider has and does not decide, as a payment out of a bank account, is looked at ever later, up to every hour.
 */
const started: Watch = {
  state: 'started',
  nextLookAt: sql`now() + make_interval(secs => case when p.provider_payment_id is null or p.looks < 6
    then (array[5, 10, 15, 20])[least(p.looks + 1, 4)] else least(3600, 20 * 2 ^ least(p.looks - 5, 8)) end)`,
  seconds: limits,
}

/** Waiting for the cardholder: 45 s, doubling to an hour, and once more when the day is over. */
const challenged: Watch = {
  state: 'requires_action',
  nextLookAt: sql`least(now() + make_interval(secs => least(3600, 90 * 2 ^ least(p.looks, 10))),
    case when p.created_at + make_interval(secs => ${seconds.untilExpired}) > now()
      then p.created_at + make_interval(secs => ${seconds.untilExpired}) end)`,
  seconds: limits,
}

/**
 * Failed here and not closed there. One that has a charge is tried again until that is canceled, 5 s doubling to an
 * hour. One that was given up has none, and is looked for ever more rarely, up to every four hours, for a day.
 */
const failed: Watch = {
  state: 'failed',
  nextLookAt: sql`case
    when p.provider_payment_id is not null then now() + make_interval(secs => least(3600, 5 * 2 ^ least(p.looks, 12)))
    when greatest(p.created_at, p.charge_sent_at) > now() - make_interval(secs => ${seconds.abandonedWatched})
      then now() + make_interval(secs => least(14400, 120 * 2 ^ least(p.looks, 12))) end`,
  seconds: limits,
}

/**
 * Finds out how purchases ended whose answer was lost to a crash, a timeout or a closed browser, and settles them; and
 * takes back what has failed. Each state has a window of its own, so that slow looks at challenges, of which there may
 * be thousands, never stand before a purchase that may have been paid; and so has each provider.
 */
export function reconcileLanes(deps: PaymentDeps): Lane<DuePurchase>[] {
  return listProviders(deps).flatMap((provider) => lanesOf(deps, provider))
}

function lanesOf(deps: PaymentDeps, provider: PaymentProvider): Lane<DuePurchase>[] {
  return [
    laneOf(deps, provider, {
      name: reconcilePurchasesJob,
      everySeconds: 3,
      atOnce: 10,
      watch: started,
      look: reconcile,
    }),
    laneOf(deps, provider, {
      name: watchChallengesJob,
      everySeconds: 5,
      atOnce: 10,
      watch: challenged,
      look: reconcile,
    }),
    laneOf(deps, provider, {
      name: closePurchasesJob,
      everySeconds: 5,
      atOnce: 5,
      watch: failed,
      look: closePurchase,
    }),
  ]
}

/** Looks at all purchases that are due. For tests and scripts. @returns how many were looked at */
export async function reconcilePurchases(deps: PaymentDeps): Promise<number> {
  let looked = 0
  for (const lane of reconcileLanes(deps)) looked += await drainLane(lane, deps.log)
  return looked
}

interface LaneOptions {
  name: string
  everySeconds: number
  atOnce: number
  watch: Watch
  look(deps: PaymentDeps, due: DuePurchase): Promise<void>
}

function laneOf(
  deps: PaymentDeps,
  provider: PaymentProvider,
  { name, everySeconds, atOnce, watch, look }: LaneOptions,
): Lane<DuePurchase> {
  const { db, log } = deps
  return {
    name,
    everySeconds,
    atOnce,
    atOncePerTenant: Math.ceil(atOnce / 2),
    claim: async (wish) => ({ rows: await claimPurchases(db.reader, watch, provider, wish) }),
    async work(due) {
      try {
        await look(deps, due)
      } catch (error) {
        log.warn({ purchase: due.id, err: error }, 'a purchase could not be looked up yet')
      }
    },
    renew: (due) => renewClaims(db.reader, due),
  }
}

/** Whether it was sent, its answer was lost, and sending it again under its key charges it once. */
function isLost(deps: PaymentDeps, purchase: Purchase): boolean {
  const { state, chargeSentAt, providerPaymentId } = purchase
  return (
    state === 'started' && chargeSentAt !== null && providerPaymentId === null && isRepeatable(deps, purchase)
  )
}

/**
 * What was approved is taken, but not what is to be given up, nor what the provider refused to take before: of that the
 * consumer is asked for another source, and comes back by themselves or by an event.
 */
function look(
  deps: PaymentDeps,
  purchase: Purchase,
  ending: { isExpired: boolean; isOrphaned: boolean },
): Promise<Charged> {
  const isLeft = ending.isExpired || ending.isOrphaned
  const isRefused = purchase.state === 'requires_action' && purchase.failureCode !== null
  return isLeft || isRefused ? lookUpPurchase(deps, purchase) : followPurchase(deps, purchase)
}

/**
 * Looks for an order in the provider's books: one that must not be sent again can't be found in any other way. Answers
 * whether that was done; before the books are complete it is too early.
 */
async function lookInBooks(
  deps: PaymentDeps,
  provider: PaymentProvider,
  { chargeSentAt, createdAt, reference }: Purchase,
): Promise<boolean> {
  const until = deps.clock.now()
  const sentAt = chargeSentAt ?? createdAt
  const completeAfter = seconds.untilAbandoned + provider.bookedAfterSeconds
  if (until.getTime() < sentAt.getTime() + completeAfter * 1_000) return false
  const from = new Date(createdAt.getTime() - clockDifferenceMs)
  for await (const movement of provider.listMovements({ from, until })) {
    if (movement.kind !== 'payment' || movement.reference !== reference) continue
    await adoptPayment(deps, provider, { ...movement, reference })
    break
  }
  return true
}

/**
 * Asks the provider how a purchase stands. One that it has never heard of is given up once no payment can be on its way
 * any more; a challenge that nobody answered within a day, or whose tenant is deleted, is canceled.
 */
async function reconcile(deps: PaymentDeps, due: DuePurchase): Promise<void> {
  const { isQuiet, isExpired, isOrphaned, ...purchase } = due
  const provider = providerOf(deps, purchase)
  if (provider?.isFoundByRepeating && isLost(deps, purchase) && !isOrphaned) {
    const { purchase: sent, payment } = await chargePurchase(deps, purchase)
    if (payment || sent.state !== 'started') return
  }
  const { purchase: found, payment } = await look(deps, purchase, { isExpired, isOrphaned })
  if (found.state !== 'started' && found.state !== 'requires_action') return
  if (!payment) {
    // Only what was quiet before the look can be given up: a call begun since may have charged after it.
    if (!isQuiet) return
    const isTakenAtOnce = provider?.isFoundByRepeating && found.chargeSentAt && found.paymentMethodId
    if (isTakenAtOnce && !(await lookInBooks(deps, provider, found))) return
    const { untilAbandoned: quiet, untilFirstLookAtAbandoned: untilLook } = seconds
    await markAbandoned(deps.db.reader, found.id, failureOf('abandoned'), { quiet, untilLook })
    return
  }
  if (!isExpired && !isOrphaned) return
  if (provider?.isTakenByAdvance) {
    await giveUpUntaken(deps, found, 'expired')
    return
  }
  const ended = await provider?.cancel(payment.providerPaymentId)
  if (!ended) return
  const isUnanswered = ended.status === 'failed' && isExpired
  await applyPayment(deps, found, isUnanswered ? { ...ended, failureCode: 'expired' } : ended)
}
