import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { EntryKind } from './tables.ts'

/** What acts on balances that fell. Told of debits by whoever makes many, once for all of them; it also looks by itself. */
export const afterDebitsJob = 'buy-automatically'

/**
 * Nobody may buy or be given tokens beyond this balance. The database holds 2,147,483,647: what is being paid for, and
 * what Sunbursts and refunds give back, always fits.
 */
export const balanceMaxTokens = 2_000_000_000

/** One change of a consumer's balance. Exactly one of debit and credit is above 0, both in whole tokens. */
export interface Entry {
  tenantId: number
  consumerId: number
  debitTokens?: number
  creditTokens?: number
  kind: EntryKind
  /** The business event, once and for ever: a second entry with it is refused by the database. */
  reference: string
  description: string
  /** Who did it: `consumer:12`, `admin:3`, `system`. */
  actor: string
  /** For history that is written down later than it happened, oldest first: the demo's. Now, where it is not said. */
  createdAt?: Date
  /** Why an admin did it. */
  reason?: string
}

type Part<Value> = Value | RawBuilder<Value>

/**
 * The statement that moves a balance and writes its row, for composing into a larger one: the new balance, or null
 * where the balance does not cover the debit. Every part may be an SQL expression. For a consumer without a wallet,
 * which is a bug, the statement fails with SQLSTATE `LE404`.
 */
export function postEntrySql(
  entry: { [Key in keyof Entry]: Part<NonNullable<Entry[Key]>> },
): RawBuilder<number | null> {
  const createdAt =
    entry.createdAt === undefined ? sql`` : sql`, p_created_at => ${entry.createdAt}::timestamptz`
  const reason = entry.reason === undefined ? sql`` : sql`, p_reason => ${entry.reason}::text`
  return sql<number | null>`post_ledger_entry(
    ${entry.tenantId}::int, ${entry.consumerId}::int, ${entry.debitTokens ?? 0}::int, ${entry.creditTokens ?? 0}::int,
    ${entry.kind}::text, ${entry.reference}::text, ${entry.description}::text, ${entry.actor}::text${createdAt}${reason})`
}

/** Many changes of one kind, of consumers of one tenant; the arrays tell of the same entries in the same order. */
export interface Entries {
  tenantId: Part<number>
  consumerIds: RawBuilder<number[]>
  debitTokens: RawBuilder<number[]>
  creditTokens: RawBuilder<number[]>
  kind: EntryKind
  references: RawBuilder<string[]>
  descriptions: RawBuilder<string[]>
  actor: string
}

/**
 * As `postEntrySql` for each of many, at less than half the cost: the new balances in the order of the entries, null where
 * the balance does not cover the debit. What one consumer has twice is taken in that order too.
 */
export function postEntriesSql(entries: Entries): RawBuilder<(number | null)[]> {
  const { tenantId, consumerIds, debitTokens, creditTokens, kind, references, descriptions, actor } = entries
  return sql<(number | null)[]>`post_ledger_entries(
    ${tenantId}::int, ${consumerIds}, ${debitTokens}, ${creditTokens}, ${kind}::text, ${references}, ${descriptions},
    ${actor}::text)`
}

/**
 * Posts an entry and answers the new balance.
 * @throws DomainError `insufficient_tokens` where the balance does not cover the debit; nothing is written then.
 * For a consumer without a wallet, which is a bug, the database's own error `LE404`.
 */
export async function postEntry(tx: Tx, entry: Entry): Promise<number> {
  const { rows } = await sql<{ balance: number | null }>`select ${postEntrySql(entry)} as balance`.execute(tx)
  const balance = rows[0]?.balance
  if (balance === null || balance === undefined) throw new DomainError('insufficient_tokens')
  return balance
}

/** Opens the empty wallet of a new consumer. */
export async function openWallet(tx: Tx, tenantId: number, consumerId: number): Promise<void> {
  await tx.insertInto('wallets').values({ tenantId, consumerId }).execute()
}
