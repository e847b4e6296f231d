import type { ledger } from '@almanac/contract'
import type { Answer, Query } from '@almanac/contract/endpoint'
import type { Reader, Tx } from '../../platform/database.ts'
import { readPage, toPage } from '../../platform/paging.ts'

/** A consumer's balance in tokens. */
export async function readBalance(
  reader: Reader | Tx,
  tenantId: number,
  consumerId: number,
): Promise<number> {
  const wallet = await reader
    .selectFrom('wallets')
    .select('balance')
    .where('tenantId', '=', tenantId)
    .where('consumerId', '=', consumerId)
    .executeTakeFirst()
  return wallet?.balance ?? 0
}

/** The balance that the entry with a business reference left, in tokens. */
export async function readEntryBalance(reader: Reader, reference: string): Promise<number> {
  const entry = await reader
    .selectFrom('ledgerEntries')
    .select('newBalance')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  return entry.newBalance
}

type OwnRows = Answer<typeof ledger.listOwnTokenTransactions>

/** The consumer's own token history, newest first. */
export async function listOwnEntries(
  reader: Reader,
  owner: { tenantId: number; consumerId: number },
  query: Query<typeof ledger.listOwnTokenTransactions>,
): Promise<OwnRows> {
  const own = reader
    .selectFrom('ledgerEntries')
    .where('tenantId', '=', owner.tenantId)
    .where('consumerId', '=', owner.consumerId)
  const { rows, totalItems } = await readPage(
    query,
    own,
    own.select(['id', 'description', 'debit', 'credit', 'newBalance', 'createdAt']).orderBy('id', 'desc'),
  )
  return toPage(query, totalItems, rows.map(toTransaction))
}

export interface EntryRow {
  id: number
  description: string
  debit: number
  credit: number
  newBalance: number
  createdAt: Date
}

/** An entry as the wire has it. */
export function toTransaction(row: EntryRow): OwnRows['data'][number] {
  return {
    id: row.id,
    description: row.description,
    tokenDebit: row.debit,
    tokenCredit: row.credit,
    newTokenBalance: row.newBalance,
    createdAt: row.createdAt.toISOString(),
  }
}
