import type { Job } from '../../platform/jobs.ts'
import { drainLane, type Lane } from '../../platform/lanes.ts'
import { afterDebitsJob } from '../ledger/index.ts'
import { packagesChangedJob } from '../packages/index.ts'
import { buyAutomatically } from './buy-automatically.ts'
import { claimDueRules, renewClaims } from './claim-due-rules.ts'
import type { AutoPurchaseDeps } from './deps.ts'
import { followChanges, followPurchases } from './follow-rules.ts'
import type { Owner } from './rule-store.ts'

const atOnce = 10

/** Buys what is due, and keeps rules to what becomes of their purchases, packages and payments. */
export function autoPurchaseJobs(deps: AutoPurchaseDeps): Job[] {
  return [
    buyingLane(deps),
    { name: 'follow-automatic-purchases', everySeconds: 5, run: () => followPurchases(deps) },
    { name: packagesChangedJob, everySeconds: 10, run: () => followChanges(deps) },
  ]
}

/** Woken soon after debits; looks by itself for those that nobody told of. */
function buyingLane(deps: AutoPurchaseDeps): Lane<Owner> {
  const { db } = deps
  return {
    name: afterDebitsJob,
    everySeconds: 5,
    atOnce,
    atOncePerTenant: Math.ceil(atOnce / 2),
    claim: async (wish) => ({ rows: await claimDueRules(db.reader, wish) }),
    work: (owner) => buyAutomatically(deps, owner),
    renew: (owners) => renewClaims(db.reader, owners),
  }
}

/** Buys all that is due. For tests and scripts. @returns how many rules were taken up */
export function buyDue(deps: AutoPurchaseDeps): Promise<number> {
  return drainLane(buyingLane(deps), deps.log)
}
