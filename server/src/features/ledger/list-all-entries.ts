import type { ledger } from '@almanac/contract'
import type { Answer, Query } from '@almanac/contract/endpoint'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Reader, Tables } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { anywhere } from '../../platform/like-pattern.ts'
import { countLong, sliceOf, toLongPage } from '../../platform/paging.ts'
import { plannedAnew } from '../../platform/prepared-statements.ts'
import { dayRange, isValidZone } from '../../platform/zoned-time.ts'
import { type EntryRow, toTransaction } from './queries.ts'

type AdminQuery = Query<typeof ledger.listTokenTransactions>
type AdminPage = Answer<typeof ledger.listTokenTransactions>

/** Up to so many consumers a search is answered from their own entries, else by going through everybody's in order. */
const fewConsumers = 500

/**
 * Every consumer's token history, for the admin; the days are those of the zone sent. Each order is an index's own, and
 * counts past `EXACT_COUNT_MAX` are estimates, so that a page takes no longer of ten million rows than of a thousand
 * ([plans](../../../../docs/token-transactions.md)).
 * @throws DomainError `invalid_input` for an unknown zone or an end before the start.
 */
export async function listAllEntries(reader: Reader, query: AdminQuery): Promise<AdminPage> {
  const matching = await findMatching(reader, query)
  const [rows, count] = await Promise.all([readRows(reader, matching, query), countLong(reader, matching)])
  return toLongPage(
    query,
    count,
    rows.map((row) => ({ ...toTransaction(row), username: row.username, customerUrl: row.customerUrl })),
  )
}

type Matching = SelectQueryBuilder<Tables, 'ledgerEntries' | 'users', object>

async function findMatching(reader: Reader, query: AdminQuery): Promise<Matching> {
  const { startDate, endDate, searchText, timeZone } = query
  if (!isValidZone(timeZone))
    throw new DomainError('invalid_input', { message: 'The time zone is not known.' })
  if (startDate && endDate && startDate > endDate) {
    throw new DomainError('invalid_input', { message: 'End date can not be before start date' })
  }
  let matching: Matching = reader
    .selectFrom('ledgerEntries')
    .innerJoin('users', 'users.id', 'ledgerEntries.consumerId')
  if (startDate)
    matching = matching.where('ledgerEntries.createdAt', '>=', dayRange(startDate, startDate, timeZone).from)
  if (endDate)
    matching = matching.where('ledgerEntries.createdAt', '<', dayRange(endDate, endDate, timeZone).until)
  if (!searchText) return matching
  const pattern = anywhere(searchText)
  const found = await reader
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'consumer')
    .where('username', 'ilike', pattern)
    .limit(fewConsumers + 1)
    .execute()
  if (found.length > fewConsumers) return matching.where('users.username', 'ilike', pattern)
  const ids = found.map(({ id }) => id)
  return matching.where(sql<boolean>`ledger_entries.consumer_id = any(${ids}::int[])`)
}

interface ShownRow extends EntryRow {
  username: string
  customerUrl: string
}

/**
 * What a column is sorted by. Entries have either a debit or a credit: in the order of what they change the balance by,
 * both columns are in theirs, one of them backward.
 */
const orders = {
  createdAt: { by: sql`ledger_entries.created_at`, isBackward: false },
  username: { by: sql`users.username_key`, isBackward: false },
  description: { by: sql`ledger_entries.description`, isBackward: false },
  tokenDebit: { by: sql`(ledger_entries.credit - ledger_entries.debit)`, isBackward: true },
  tokenCredit: { by: sql`(ledger_entries.credit - ledger_entries.debit)`, isBackward: false },
  newTokenBalance: { by: sql`ledger_entries.new_balance`, isBackward: false },
} as const

async function readRows(reader: Reader, matching: Matching, query: AdminQuery): Promise<readonly ShownRow[]> {
  const { by, isBackward } = orders[query.shortByColumn]
  const direction = query.isShortAscending === isBackward ? sql`desc` : sql`asc`
  const { limit, offset } = sliceOf(query)
  if (limit === 0) return []
  const { rows } = await sql<ShownRow>`${plannedAnew}
    select page.*, tenants.url as customer_url from (
      ${matching
        .select([
          'ledgerEntries.id',
          'ledgerEntries.tenantId',
          'ledgerEntries.description',
          'ledgerEntries.debit',
          'ledgerEntries.credit',
          'ledgerEntries.newBalance',
          'ledgerEntries.createdAt',
          'users.username',
          sql`${by}`.as('sortedBy'),
        ])
        .orderBy(
          sql`${by} ${direction}, ledger_entries.created_at ${direction}, ledger_entries.id ${direction}`,
        )
        .limit(limit)
        .offset(offset)}
    ) as page join tenants on tenants.id = page.tenant_id
    order by page.sorted_by ${direction}, page.created_at ${direction}, page.id ${direction}
  `.execute(reader)
  return rows
}
