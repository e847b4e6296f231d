import { setTimeout as wait } from 'node:timers/promises'
import type { Click } from './shopper.ts'
import { rowsOf, type World } from './world.ts'

/** A purchase as our database and the provider have it. */
export interface BookedPurchase {
  reference: string
  consumerId: number
  idempotencyKey: string | null
  state: string
  amountCents: number
  numberOfTokens: number
  settledAt: Date | null
  /** Tokens credited for it in the ledger, an entry each. */
  credits: number[]
  /** What the provider took for it, in cents. */
  captures: number[]
}

export interface Books {
  purchases: BookedPurchase[]
  /** Captures and credits that belong to no purchase. */
  strays: string[]
}

/** Money as the provider's own books have it; amounts in dollars. */
interface ProviderMoney {
  data: { kind: 'capture' | 'refund'; amount: number; metadata: { reference?: string; custom_id?: string } }[]
}

/** Reads both sides, one after the other: while payments are under way, they may differ by what came between. */
export async function readBooks(world: World): Promise<Books> {
  const response = await fetch(`${world.sandbox.url}/sandbox/payments`)
  const { data } = (await response.json()) as ProviderMoney
  const rows = await rowsOf<Omit<BookedPurchase, 'captures'>>(
    world,
    `select p.reference, p.consumer_id, p.idempotency_key, p.state, p.amount_cents, p.number_of_tokens, p.settled_at,
       array(select credit from ledger_entries where reference = 'purchase:' || p.id) as credits
     from purchases p order by p.id`,
  )
  const orphans = await rowsOf<{ reference: string }>(
    world,
    `select reference from ledger_entries l where kind = 'purchase'
       and not exists (select from purchases p where l.reference = 'purchase:' || p.id)`,
  )
  const captures = new Map<string, number[]>()
  for (const { kind, amount, metadata } of data) {
    if (kind !== 'capture') continue
    const reference = metadata.reference ?? metadata.custom_id ?? 'none'
    captures.set(reference, [...(captures.get(reference) ?? []), Math.round(amount * 100)])
  }
  const purchases = rows.map((row) => ({ ...row, captures: captures.get(row.reference) ?? [] }))
  const known = new Set(rows.map(({ reference }) => reference))
  return {
    purchases,
    strays: [
      ...orphans.map(({ reference }) => `the credit ${reference} has no purchase`),
      ...[...captures.keys()]
        .filter((one) => !known.has(one))
        .map((one) => `a capture of ${one} has no purchase`),
    ],
  }
}

/** Where captures and credits don't answer each other, one sentence each. */
export function compareBooks({ purchases, strays }: Books): string[] {
  const problems = purchases.flatMap((purchase) => {
    const { reference, captures, credits, amountCents, numberOfTokens, state } = purchase
    const name = `${reference} (${state})`
    if (captures.length > 1) return [`${name} was captured ${captures.length} times`]
    if (credits.length > captures.length) return [`${name} was credited without a capture`]
    if (captures.length > credits.length) return [`${name} was captured and not credited`]
    if (captures.length === 0) return state === 'settled' ? [`${name} has neither capture nor credit`] : []
    if (state !== 'settled') return [`${name} was captured and credited`]
    if (captures[0] !== amountCents) return [`${name} took ${captures[0]} cents for ${amountCents}`]
    if (credits[0] !== numberOfTokens) return [`${name} credited ${credits[0]} tokens for ${numberOfTokens}`]
    return []
  })
  return [...strays, ...problems]
}

/** What clients were told, held against the books: one sentence for each lie. */
export function compareClicks(clicks: readonly Click[], { purchases }: Books): string[] {
  const paid = new Map<string, number>()
  for (const { idempotencyKey, captures } of purchases) {
    if (idempotencyKey) paid.set(idempotencyKey, (paid.get(idempotencyKey) ?? 0) + captures.length)
  }
  return clicks.flatMap(({ key, isAcknowledged, refusal }) => {
    const times = paid.get(key) ?? 0
    if (times > 1) return [`the click ${key} was charged ${times} times`]
    if (isAcknowledged && times === 0) return [`the click ${key} was acknowledged and not charged`]
    if (refusal && times > 0) return [`the click ${key} was refused (${refusal}) and charged`]
    return []
  })
}

const promisedMs = 60_000
const pollMs = 200

/**
 * Waits until captures and credits answer each other, for at most 60 s.
 * @returns how long that took, and what was not right by then
 */
export async function settleBooks(world: World): Promise<{ settledMs: number; violations: string[] }> {
  const startedAt = performance.now()
  for (;;) {
    const violations = compareBooks(await readBooks(world))
    const settledMs = performance.now() - startedAt
    if (violations.length === 0 || settledMs > promisedMs) return { settledMs, violations }
    await wait(pollMs)
  }
}
