import type { Paged, PageQuery } from '@almanac/contract/primitives'

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
