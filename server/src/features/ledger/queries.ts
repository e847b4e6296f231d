import type { ledger } from '@almanac/contract'
import type { Answer, Query } from '@almanac/contract/endpoint'
import type { Paged } from '@almanac/contract/primitives'
import type { Reader, Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { readPage, toPage } from '../../platform/paging.ts'
import { dayRange, isValidZone } from '../../platform/zoned-time.ts'

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
  return toPage(query, totalItems, rows.map(toWire))
}

type AdminQuery = Query<typeof ledger.listTokenTransactions>
type AdminRow = Answer<typeof ledger.listTokenTransactions>['data'][number]

const columns = {
  createdAt: 'ledgerEntries.createdAt',
  username: 'users.username',
  description: 'ledgerEntries.description',
  tokenDebit: 'ledgerEntries.debit',
  tokenCredit: 'ledgerEntries.credit',
  newTokenBalance: 'ledgerEntries.newBalance',
} as const

/**
 * Every consumer's token history, for the admin; the days are those of the zone sent.
 * @throws DomainError `invalid_input` for an unknown zone or an end before the start.
 */
export async function listAllEntries(reader: Reader, query: AdminQuery): Promise<Paged<AdminRow>> {
  const { startDate, endDate, searchText } = query
  if (!isValidZone(query.timeZone))
    throw new DomainError('invalid_input', { message: 'The time zone is not known.' })
  if (startDate && endDate && startDate > endDate) {
    throw new DomainError('invalid_input', { message: 'End date can not be before start date' })
  }
  let matching = reader
    .selectFrom('ledgerEntries')
    .innerJoin('users', 'users.id', 'ledgerEntries.consumerId')
    .innerJoin('tenants', 'tenants.id', 'ledgerEntries.tenantId')
  if (startDate)
    matching = matching.where(
      'ledgerEntries.createdAt',
      '>=',
      dayRange(startDate, startDate, query.timeZone).from,
    )
  if (endDate)
    matching = matching.where(
      'ledgerEntries.createdAt',
      '<',
      dayRange(endDate, endDate, query.timeZone).until,
    )
  if (searchText)
    matching = matching.where('users.username', 'ilike', `%${searchText.replace(/[\\%_]/g, '\\$&')}%`)
  const direction = query.isShortAscending ? 'asc' : 'desc'
  const { rows, totalItems } = await readPage(
    query,
    matching,
    matching
      .select([
        'ledgerEntries.id',
        'ledgerEntries.description',
        'ledgerEntries.debit',
        'ledgerEntries.credit',
        'ledgerEntries.newBalance',
        'ledgerEntries.createdAt',
        'users.username',
        'tenants.url as customerUrl',
      ])
      .orderBy(columns[query.shortByColumn], direction)
      .orderBy('ledgerEntries.id', direction),
  )
  return toPage(
    query,
    totalItems,
    rows.map((row) => ({ ...toWire(row), username: row.username, customerUrl: row.customerUrl })),
  )
}

interface EntryRow {
  id: number
  description: string
  debit: number
  credit: number
  newBalance: number
  createdAt: Date
}

function toWire(row: EntryRow): OwnRows['data'][number] {
  return {
    id: row.id,
    description: row.description,
    tokenDebit: row.debit,
    tokenCredit: row.credit,
    newTokenBalance: row.newBalance,
    createdAt: row.createdAt.toISOString(),
  }
}
