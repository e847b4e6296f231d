import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import type { Purchase } from '../payments/index.ts'
import { moveTokens } from './move-tokens.ts'

/** A refund or dispute that may be short of tokens. */
interface Short {
  kind: 'refund' | 'dispute'
  id: number
  tokensMissing: number
  /** Whether it is an open dispute. */
  isHolding: boolean
}

/**
 * Takes what came back to purchases whose money has gone back: tokens of a Sunburst that reached nobody first cover what a
 * refund or dispute could not take (decision L11). For whoever returns tokens, in the same transaction: the returns
 * hold the wallets, so that nothing is spent in between.
 */
export async function coverShortfalls(tx: Tx, consumerIds: readonly number[]): Promise<void> {
  if (consumerIds.length === 0) return
  const { rows } = await sql<Purchase>`
    select p.* from purchases p
    where p.consumer_id = any(${consumerIds}::int[]) and p.state = 'settled' and (p.refunded_cents > 0
      or exists (select from disputes d where d.purchase_id = p.id and d.state in ('open', 'lost')))
    order by p.id
  `.execute(tx)
  for (const purchase of rows) await cover(tx, purchase)
}

async function cover(tx: Tx, purchase: Purchase): Promise<void> {
  const short = await findShort(tx, purchase.id)
  const [first] = short
  if (!first) return
  const { takenTokens } = await moveTokens(tx, purchase, { kind: first.kind, id: first.id, actor: 'system' })
  let left = takenTokens
  for (const one of short) {
    const tokens = one.isHolding ? left : Math.min(left, one.tokensMissing)
    if (tokens > 0) await note(tx, one, tokens)
    left -= tokens
  }
}

/** An open dispute first, which holds whatever comes back, then the oldest. */
async function findShort(tx: Tx, purchaseId: number): Promise<Short[]> {
  const { rows } = await sql<Short>`
    select 'dispute' as kind, id, tokens_missing, state = 'open' as is_holding, opened_at as at from disputes
      where purchase_id = ${purchaseId} and (state = 'open' or tokens_missing > 0)
    union all
    select 'refund', id, tokens_missing, false, created_at from refunds
      where purchase_id = ${purchaseId} and state <> 'failed' and tokens_missing > 0
    order by is_holding desc, at
  `.execute(tx)
  return rows
}

async function note(tx: Tx, { kind, id, tokensMissing }: Short, tokens: number): Promise<void> {
  const missing = { tokensMissing: Math.max(0, tokensMissing - tokens) }
  if (kind === 'refund')
    await tx
      .updateTable('refunds')
      .set({ ...missing, tokensTakenBack: sql<number>`tokens_taken_back + ${tokens}` })
      .where('id', '=', id)
      .execute()
  else
    await tx
      .updateTable('disputes')
      .set({ ...missing, tokensHeld: sql<number>`tokens_held + ${tokens}` })
      .where('id', '=', id)
      .execute()
}
