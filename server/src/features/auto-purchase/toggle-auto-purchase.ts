import type { AutoPurchase } from '@almanac/contract/auto-purchase'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { toDollars } from '../../platform/dollars.ts'
import { DomainError } from '../../platform/errors.ts'
import { wakeJob } from '../../platform/wakeups.ts'
import { formatMoment } from '../../platform/zoned-time.ts'
import { afterDebitsJob, readBalance } from '../ledger/index.ts'
import { type PackageOnSale, requirePackageOnSale } from '../packages/index.ts'
import { countTokens } from '../payments/index.ts'
import type { AutoPurchaseDeps } from './deps.ts'
import { endRule } from './end-rule.ts'
import { queueNotice, turnedOn } from './notices.ts'
import { readAutoPurchase } from './queries.ts'
import {
  announceRule,
  type Held,
  holdRule,
  isBarred,
  noteConsent,
  type Owner,
  type Rule,
} from './rule-store.ts'
import { isAutoPurchasable } from './rules.ts'

export interface Choice extends Owner {
  packageId: number
  isOn: boolean
  /** What the client showed (decision P11): dollars, and tokens. */
  expectedPrice?: number | undefined
  expectedTokens?: number | undefined
  expectedThreshold?: number | undefined
}

export type Shown = Pick<Choice, 'expectedPrice' | 'expectedTokens' | 'expectedThreshold'>

type Answered = AutoPurchase & { message: string }

/**
 * Has a package bought automatically from now on, at what it costs now, or no longer. One takes the place of another;
 * turning off what is not on changes nothing.
 * @throws DomainError `package_not_on_sale`, `not_auto_purchasable`, `price_changed`, `no_default_payment`,
 * `payment_method_barred`; nothing was changed then.
 */
export async function toggleAutoPurchase(deps: AutoPurchaseDeps, choice: Choice): Promise<Answered> {
  return deps.db.transact(async (tx) => {
    const held = await holdRule(tx, deps, choice)
    if (choice.isOn) return turnOn(tx, deps, held, choice)
    const { rule } = held
    if (rule?.packageId === choice.packageId) await endRule(tx, deps, { ...held, rule }, 'switch')
    return { ...(await readAutoPurchase(tx, choice)), message: 'Automatic purchase is off.' }
  })
}

async function turnOn(tx: Tx, deps: AutoPurchaseDeps, held: Held, choice: Choice): Promise<Answered> {
  const offer = await requireOffer(tx, held, choice)
  await requirePayment(tx, held)
  if (held.rule && isSame(held.rule, offer) && hasAgreed(held, held.rule, choice)) {
    return { ...(await readAutoPurchase(tx, choice)), message: onFrom(held, offer) }
  }
  return agree(tx, deps, held, offer, 'on', choice)
}

/** @throws DomainError `no_default_payment`, `payment_method_barred` */
export async function requirePayment(tx: Tx, held: Held): Promise<void> {
  if (held.payment) return
  throw new DomainError((await isBarred(tx, held)) ? 'payment_method_barred' : 'no_default_payment')
}

/** What the consumer agrees to now: the tenant's threshold, unless a lower one was shown to them. */
function thresholdOf({ party: { thresholdToken } }: Held, { expectedThreshold }: Shown): number {
  return Math.min(thresholdToken, expectedThreshold ?? thresholdToken)
}

/** Whether a rule buys at this threshold already. */
export function hasAgreed(held: Held, { thresholdTokens }: Rule, shown: Shown): boolean {
  return thresholdTokens !== null && thresholdTokens >= thresholdOf(held, shown)
}

/** A repeated click changes nothing, and nothing is bought twice for it. */
function isSame(rule: Rule, offer: PackageOnSale): boolean {
  return (
    rule.state === 'active' &&
    rule.paidBy !== null &&
    rule.packageId === offer.id &&
    rule.priceCents === offer.autoRenewPriceCents &&
    rule.numberOfTokens === offer.numberOfTokens
  )
}

const onFrom = ({ party }: Held, { name }: PackageOnSale) =>
  `${name} is bought when your token balance falls to ${countTokens(party.thresholdToken)} or below.`

/** The package as it can be bought automatically now, held until the transaction ends; at the price shown, or refused. */
export async function requireOffer(
  tx: Tx,
  { tenantId, party }: Held,
  shown: { packageId: number } & Shown,
): Promise<PackageOnSale> {
  const offer = await requirePackageOnSale(tx, tenantId, shown.packageId)
  if (!isAutoPurchasable(offer, party.thresholdToken)) throw new DomainError('not_auto_purchasable')
  const price = toDollars(offer.autoRenewPriceCents)
  const { numberOfTokens } = offer
  const { expectedPrice = price, expectedTokens = numberOfTokens } = shown
  if (expectedPrice !== price || expectedTokens !== numberOfTokens) {
    throw new DomainError('price_changed', { extra: { price, numberOfTokens } })
  }
  return offer
}

/**
 * Makes what is offered now what the consumer agreed to, with nothing counted against it, and keeps and mails the terms.
 * Where the balance is low already it buys at once, and says so (decision L3).
 */
export async function agree(
  tx: Tx,
  deps: AutoPurchaseDeps,
  found: Held,
  offer: PackageOnSale,
  act: 'on' | 'resumed',
  shown: Shown,
): Promise<Answered> {
  const thresholdToken = thresholdOf(found, shown)
  const held = { ...found, party: { ...found.party, thresholdToken, ruleThreshold: thresholdToken } }
  const { tenantId, consumerId, party } = held
  const isLow = (await readBalance(tx, tenantId, consumerId)) <= party.thresholdToken
  const agreed = {
    packageId: offer.id,
    priceCents: offer.autoRenewPriceCents,
    numberOfTokens: offer.numberOfTokens,
  }
  const values = {
    ...agreed,
    thresholdTokens: thresholdToken,
    state: 'active' as const,
    pauseReason: null,
    paidBy: consumerId,
    wantedSince: isLow ? sql<Date>`clock_timestamp()` : null,
    countsFrom: sql<Date>`clock_timestamp()`,
    declines: 0,
    failures: 0,
    failureMessage: null,
    triedMethod: null,
    nextLookAt: sql<Date>`now()`,
  }
  await tx
    .insertInto('autoPurchases')
    .values({ tenantId, consumerId, ...values })
    .onConflict((conflict) => conflict.column('consumerId').doUpdateSet(values))
    .execute()
  const terms = await noteConsent(tx, held, { ...agreed, packageName: offer.name }, { act })
  await queueNotice(tx, held, turnedOn(deps, held, terms))
  await announceRule(tx, held)
  await wakeJob(tx, afterDebitsJob)
  const answer = await readAutoPurchase(tx, held)
  return { ...answer, message: messageOf(answer, held, offer, isLow) }
}

/** Says what really happens next. */
function messageOf({ rule }: AutoPurchase, held: Held, offer: PackageOnSale, isLow: boolean): string {
  if (rule?.state === 'paused') return 'Automatic purchase is on, and waits.'
  if (!isLow) return onFrom(held, offer)
  if (rule?.waitReason === 'limit' && rule.nextTryAt) {
    const at = formatMoment(new Date(rule.nextTryAt), held.party.timeZone)
    return `${offer.name} is bought on ${at}. Automatic purchases have reached their limit for 24 hours.`
  }
  const balance = `your token balance is at ${countTokens(held.party.thresholdToken)} or below`
  return `${offer.name} is bought now, since ${balance}.`
}
