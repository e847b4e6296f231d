import { type Selectable, sql } from 'kysely'
import type { Tables, Tx } from '../../platform/database.ts'
import type { AutoPurchaseDeps } from './deps.ts'
import { declined, paused, queueNotice } from './notices.ts'
import { changeRule, type Held, inSeconds, pauseRule, type Rule } from './rule-store.ts'
import { refusalOf, secondsUntilNextTry, secondsUntilRetry } from './rules.ts'
import { fullUntilSql } from './wanted-rules.ts'

type Purchase = Selectable<Tables['purchases']>
type HeldRule = Held & { rule: Rule }

/**
 * Has a rule learn how its last purchase ended, once, however that was found out: by the answer, an event or a look. Also
 * that one which had failed was paid after all. Answers the rule as it is then.
 */
export async function noteOutcome(tx: Tx, deps: AutoPurchaseDeps, held: HeldRule): Promise<Rule> {
  const { rule } = held
  const purchase = await findLastPurchase(tx, rule)
  if (!purchase || purchase.state === rule.outcome) return rule
  if (purchase.state === 'settled') await notePaid(tx, rule)
  else if (purchase.state === 'failed') await noteRefusal(tx, deps, held, purchase)
  else return rule
  return tx
    .selectFrom('autoPurchases')
    .selectAll()
    .where('consumerId', '=', rule.consumerId)
    .executeTakeFirstOrThrow()
}

/** Undefined where it has made none. */
export async function findLastPurchase(tx: Tx, { purchaseId }: Rule): Promise<Purchase | undefined> {
  if (purchaseId === null) return undefined
  return tx.selectFrom('purchases').selectAll().where('id', '=', purchaseId).executeTakeFirst()
}

async function notePaid(tx: Tx, rule: Rule): Promise<void> {
  const isHeldUp = rule.pauseReason === 'declined' || rule.pauseReason === 'bank'
  await changeRule(tx, rule, {
    outcome: 'settled',
    declines: 0,
    failures: 0,
    failureMessage: null,
    wantedSince: null,
    countsFrom: sql<Date>`now()`,
    nextLookAt: sql<Date>`now()`,
    ...(isHeldUp ? { state: 'active', pauseReason: null } : {}),
  })
}

async function noteRefusal(
  tx: Tx,
  deps: AutoPurchaseDeps,
  held: HeldRule,
  purchase: Purchase,
): Promise<void> {
  const { rule } = held
  const { failureMessage } = purchase
  const bought = { ...purchase, priceCents: purchase.amountCents }
  const noted = { outcome: 'failed', failureMessage, nextLookAt: sql<Date>`now()` } as const
  const refusal = refusalOf(purchase)
  if (rule.state === 'paused') return changeRule(tx, rule, noted)
  if (refusal === 'withdrawn') {
    return changeRule(tx, rule, { ...noted, failureMessage: null, countsFrom: sql<Date>`now()` })
  }
  // Whatever made it wanted still counts, unless the balance has been above the threshold since then.
  const wantedSince = purchase.createdAt
  if (refusal === 'unwanted') return changeRule(tx, rule, { ...noted, failureMessage: null, wantedSince })
  if (refusal === 'unheard') {
    const failures = rule.failures + 1
    const nextLookAt = await findRetryTime(tx, rule, secondsUntilRetry(failures))
    return changeRule(tx, rule, { ...noted, failures, nextLookAt, wantedSince })
  }
  const declines = rule.declines + 1
  const seconds = refusal === 'declined' ? secondsUntilNextTry(declines) : null
  if (seconds === null) {
    const reason = refusal === 'bank' ? 'bank' : 'declined'
    await pauseRule(tx, rule, reason, { ...noted, declines })
    return queueNotice(tx, held, paused(deps, held, bought, { reason, why: failureMessage ?? '' }))
  }
  const nextLookAt = await findRetryTime(tx, rule, seconds)
  await changeRule(tx, rule, { ...noted, declines, wantedSince, nextLookAt })
  if (declines > 1) return
  await queueNotice(tx, held, declined(deps, held, bought, failureMessage ?? '', nextLookAt))
}

/** So many seconds from now, but not before the daily limit has room. */
async function findRetryTime(tx: Tx, rule: Rule, seconds: number): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select greatest(${inSeconds(seconds)}, ${fullUntilSql(rule)}) as at
  `.execute(tx)
  return rows[0]?.at as Date
}
