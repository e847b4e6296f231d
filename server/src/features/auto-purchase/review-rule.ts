import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { holdPackageOnSale, type PackageOnSale } from '../packages/index.ts'
import type { ChargeableDefault } from '../payments/index.ts'
import type { AutoPurchaseDeps } from './deps.ts'
import { endRule } from './end-rule.ts'
import { noteOutcome } from './note-outcome.ts'
import { paused, queueNotice } from './notices.ts'
import { changeRule, type Held, holdRule, type Owner, pauseRule, type Rule } from './rule-store.ts'
import { isAutoPurchasable, isBeyond } from './rules.ts'

/** A rule that may buy: what stands around it is as its consumer agreed to. */
export interface ActiveRule extends Held {
  rule: Rule
  offer: PackageOnSale
}

/**
 * Brings a rule to what has become of its last purchase, its package and its payment: it ends, waits, or goes on. Null
 * where it can't buy now.
 */
export async function reviewRule(tx: Tx, deps: AutoPurchaseDeps, owner: Owner): Promise<ActiveRule | null> {
  const found = await holdRule(tx, deps, owner)
  if (!found.rule) return null
  if (found.rule.paidBy === null) {
    await endRule(tx, deps, { ...found, rule: found.rule }, 'payment')
    return null
  }
  const rule = await revive(tx, {
    ...found,
    rule: await noteOutcome(tx, deps, { ...found, rule: found.rule }),
  })
  const held = { ...found, rule }
  const offer = await holdPackageOnSale(tx, rule.tenantId, rule.packageId)
  if (!offer || !isAutoPurchasable(offer, held.party.thresholdToken)) {
    await endRule(tx, deps, held, 'package')
    return null
  }
  if (rule.state === 'paused') return null
  if (isBeyond(rule, offer)) {
    await pauseRule(tx, rule, 'price')
    const now = { priceCents: offer.autoRenewPriceCents, numberOfTokens: offer.numberOfTokens }
    const bought = { ...rule, packageName: offer.name }
    await queueNotice(tx, held, paused(deps, held, bought, { reason: 'price', now }))
    return null
  }
  return { ...held, offer }
}

/** Names an instrument, to tell whether it was replaced since. */
export function methodOf(payment: ChargeableDefault): string {
  return `${payment.with.provider}:${payment.methodId}`
}

/** A replaced default payment has not been declined yet: what was to be bought with the old one is bought with it. */
async function revive(tx: Tx, { rule, payment }: Held & { rule: Rule }): Promise<Rule> {
  const isHeldUp = rule.declines > 0 || rule.pauseReason === 'declined' || rule.pauseReason === 'bank'
  const isReplaced = payment !== null && rule.triedMethod !== null && rule.triedMethod !== methodOf(payment)
  if (!isHeldUp || !isReplaced || rule.pauseReason === 'price') return rule
  const changes = {
    state: 'active',
    pauseReason: null,
    declines: 0,
    failures: 0,
    failureMessage: null,
    triedMethod: null,
  } as const
  await changeRule(tx, rule, {
    ...changes,
    wantedSince: sql<Date>`now()`,
    countsFrom: sql<Date>`now()`,
    nextLookAt: sql<Date>`now()`,
  })
  return { ...rule, ...changes }
}
