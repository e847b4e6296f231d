import { EXACT_COUNT_MAX, type Paged, type PageQuery } from '@almanac/contract/primitives'
import {
  type RawBuilder,
  type SelectQueryBuilder,
  type ShallowDehydrateObject,
  type Simplify,
  sql,
} from 'kysely'
import type { Reader } from './database.ts'
import { plannedAnew } from './prepared-statements.ts'

/** Rows a list answers at the most when it is asked for without pages (decision W3). */
const unpagedMax = 1_000

export interface Slice {
  limit: number
  offset: number
}

/** Which rows of a list to read. */
export function sliceOf(query: PageQuery): Slice {
  if (!query.sendList) return { limit: 0, offset: 0 }
  if (query.noPagination) return { limit: unpagedMax, offset: 0 }
  return { limit: query.itemPerPage, offset: (query.page - 1) * query.itemPerPage }
}

/**
 * Reads the rows of a page, and how many there are in all pages, in one round trip; only for a page beyond the last it
 * takes a second one to count.
 *
 * @param matching all that the list has, without columns
 * @param sorted the same with its columns and a complete order
 */
export async function readPage<DB, Matching extends keyof DB, Sorted extends keyof DB, Row>(
  query: PageQuery,
  matching: SelectQueryBuilder<DB, Matching, object>,
  sorted: SelectQueryBuilder<DB, Sorted, Row>,
): Promise<{ rows: Row[]; totalItems: number }> {
  const { limit, offset } = sliceOf(query)
  const counted = matching.select(({ fn }) => fn.countAll<number>().as('totalItems'))
  if (limit > 0) {
    const selected = sorted.select(counted.as('totalItems')).limit(limit).offset(offset)
    const found = (await selected.execute()) as (Row & Counted)[]
    const [first] = found
    if (first)
      return { rows: found.map(({ totalItems: _, ...row }) => row as Row), totalItems: first.totalItems }
    if (offset === 0) return { rows: [], totalItems: 0 }
  }
  const { totalItems } = (await counted.executeTakeFirstOrThrow()) as Counted
  return { rows: [], totalItems }
}

/** How many rows a list has; an estimate where it has more than `EXACT_COUNT_MAX`. */
export interface LongCount {
  totalItems: number
  isApproximate: boolean
}

/**
 * Counts rows one by one as far as `EXACT_COUNT_MAX`; of more the database's statistics tell about how many there are, since
 * to count millions takes seconds.
 *
 * @param matching all that the list has, without columns
 */
export async function countLong<DB, Matching extends keyof DB>(
  reader: Reader,
  matching: SelectQueryBuilder<DB, Matching, object>,
): Promise<LongCount> {
  const some = matching.select(sql<number>`1`.as('one')).limit(EXACT_COUNT_MAX + 1)
  const { rows } = await sql<{
    count: number
  }>`${plannedAnew} select count(*)::int as count from ${some} as counted`.execute(reader)
  const count = rows[0]?.count ?? 0
  if (count <= EXACT_COUNT_MAX) return { totalItems: count, isApproximate: false }
  return { totalItems: Math.max(count, await estimateRows(reader, matching)), isApproximate: true }
}

/** About how many rows a query has, as the planner thinks from what it knows of the tables. */
async function estimateRows<DB, Matching extends keyof DB>(
  reader: Reader,
  matching: SelectQueryBuilder<DB, Matching, object>,
): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) ${matching.select(sql<number>`1`.as('one'))}
  `.execute(reader)
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

/** A page as it is read within another statement: instants are text in it. */
export interface FoundPage<Row> {
  rows: Simplify<ShallowDehydrateObject<Row>>[]
  totalItems: number
}

/** What a page's expression finds. */
export type PageOf<Sql> = Sql extends RawBuilder<FoundPage<infer Row>> ? FoundPage<Row> : never

/** The same as `readPage` as an expression of another statement; see there. */
export function pageSql<DB, Matching extends keyof DB, Sorted extends keyof DB, Row>(
  query: PageQuery,
  matching: SelectQueryBuilder<DB, Matching, object>,
  sorted: SelectQueryBuilder<DB, Sorted, Row>,
): RawBuilder<FoundPage<Row>> {
  const { limit, offset } = sliceOf(query)
  const counted = matching.select(({ fn }) => fn.countAll<number>().as('total_items'))
  const page = sorted.select(sql<number>`count(*) over ()`.as('total_items')).limit(limit).offset(offset)
  // Counted by themselves only where the page has no row to bring the count along.
  return sql`(
    select json_build_object(
      'totalItems', coalesce(max(page.total_items), ${counted}), 'rows', coalesce(json_agg(page), '[]')
    ) from ${page} as page
  )`
}

/**
 * The same envelope of a list that `countLong` has counted. An estimate never contradicts the page itself: one that is not
 * full is the last one, and what lies behind an empty one is none of the list.
 */
export function toLongPage<Row>(query: PageQuery, { totalItems, isApproximate }: LongCount, data: Row[]) {
  const { limit, offset } = sliceOf(query)
  const read = offset + data.length
  const isEnd = data.length < limit
  if (!isApproximate || (isEnd && data.length > 0))
    return toPage(query, isApproximate ? read : totalItems, data)
  const estimate = isEnd ? Math.min(totalItems, offset) : Math.max(totalItems, read)
  return { ...toPage(query, estimate, data), isApproximate: true as const }
}

interface Counted {
  totalItems: number
}

/** Puts rows into the envelope of every list. */
export function toPage<Row>(query: PageQuery, totalItems: number, data: Row[]): Paged<Row> {
  const pageSize = query.noPagination ? unpagedMax : query.itemPerPage
  return {
    totalItems,
    totalPages: Math.ceil(totalItems / pageSize),
    currentPage: query.noPagination ? 1 : query.page,
    data,
  }
}
