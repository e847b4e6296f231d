import { sql } from 'kysely'
import { crashPoint } from '../../platform/crash-points.ts'
import type { Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { chargePurchase, type Purchase, startAutomaticPurchase } from '../payments/index.ts'
import type { AutoPurchaseDeps } from './deps.ts'
import { findLastPurchase } from './note-outcome.ts'
import { limitReached, paused, queueNotice } from './notices.ts'
import { type ActiveRule, methodOf, reviewRule } from './review-rule.ts'
import { changeRule, type Owner, pauseRule } from './rule-store.ts'
import { fullUntilSql, isDueSql, isLeftBehindSql } from './wanted-rules.ts'

/**
 * Buys what a rule wants, if it still does: one transaction finds that true and stores the purchase, then the provider is
 * told, outside of any. What a crash leaves is a purchase that is gone on with under the same key, or that payments settle
 * or give up, and whose end `reviewRule` finds.
 */
export async function buyAutomatically(deps: AutoPurchaseDeps, owner: Owner): Promise<void> {
  const purchase = await deps.db.transact((tx) => begin(tx, deps, owner))
  if (!purchase) return
  const { id, reference, tenantId: tenant, consumerId: consumer } = purchase
  deps.log.info({ purchase: id, reference, tenant, consumer }, 'a purchase was made automatically')
  crashPoint('auto-purchase.started')
  try {
    await chargePurchase(deps, purchase)
  } catch (error) {
    // Its fate is being found out.
    if (!(error instanceof DomainError)) throw error
  }
  crashPoint('auto-purchase.charged')
  await deps.db.transact((tx) => reviewRule(tx, deps, owner))
}

/** Null where nothing is bought now. */
async function begin(tx: Tx, deps: AutoPurchaseDeps, owner: Owner): Promise<Purchase | null> {
  const active = await reviewRule(tx, deps, owner)
  if (!active) return null
  const { isDue, isLeftBehind } = await readDue(tx, owner)
  if (isLeftBehind) return (active.payment && (await findLastPurchase(tx, active.rule))) ?? null
  if (!isDue) {
    // Another debit may fire it in a moment.
    await changeRule(tx, owner, { nextLookAt: sql<Date>`now()` })
    return null
  }
  const { payment, offer } = active
  if (!payment) {
    await pauseUnchargeable(tx, deps, active)
    return null
  }
  const fullUntil = await readFullUntil(tx, owner)
  if (fullUntil) {
    await waitForRoom(tx, deps, active, fullUntil)
    return null
  }
  const purchase = await startAutomaticPurchase(tx, { ...owner, bought: offer, paidWith: payment })
  await changeRule(tx, owner, {
    purchaseId: purchase.id,
    outcome: null,
    triedMethod: methodOf(payment),
    wantedSince: null,
  })
  return purchase
}

/** Whether its rule buys, or goes on with a purchase that a process died over. */
async function readDue(
  tx: Tx,
  { tenantId, consumerId }: Owner,
): Promise<{ isDue: boolean; isLeftBehind: boolean }> {
  const { rows } = await sql<{ isDue: boolean; isLeftBehind: boolean }>`
    select ${isDueSql} as is_due, ${isLeftBehindSql} as is_left_behind
    from auto_purchases r join wallets w on w.consumer_id = r.consumer_id join tenants t on t.id = r.tenant_id
    where r.tenant_id = ${tenantId} and r.consumer_id = ${consumerId}
  `.execute(tx)
  return rows[0] ?? { isDue: false, isLeftBehind: false }
}

const unchargeable = 'Your default payment can no longer be charged. Please add it again.'

/** The default payment is kept at an account of the provider that is not ours any more (ADR 14). */
async function pauseUnchargeable(tx: Tx, deps: AutoPurchaseDeps, active: ActiveRule): Promise<void> {
  const { rule, offer } = active
  await pauseRule(tx, rule, 'declined', { failureMessage: unchargeable, triedMethod: 'none' })
  const bought = { ...rule, packageName: offer.name }
  await queueNotice(tx, active, paused(deps, active, bought, { reason: 'declined', why: unchargeable }))
}

async function readFullUntil(tx: Tx, owner: Owner): Promise<Date | null> {
  const { rows } = await sql<{ fullUntil: Date | null }>`select ${fullUntilSql(owner)} as full_until`.execute(
    tx,
  )
  return rows[0]?.fullUntil ?? null
}

/** Lets a rule continue by itself once the daily limit has room, and tells the consumer once. */
async function waitForRoom(tx: Tx, deps: AutoPurchaseDeps, active: ActiveRule, until: Date): Promise<void> {
  const { rule, offer } = active
  await changeRule(tx, rule, { nextLookAt: until, limitNoticeUntil: until })
  if (rule.limitNoticeUntil?.getTime() === until.getTime()) return
  const named = {
    packageName: offer.name,
    priceCents: offer.autoRenewPriceCents,
    numberOfTokens: offer.numberOfTokens,
  }
  await queueNotice(tx, active, limitReached(deps, active, named, until))
}
