import { limits } from '@almanac/contract/limits'

export const ITEMS_PER_PAGE = limits.pageSizes
export const DEFAULT_ITEMS_PER_PAGE = limits.defaultPageSize

export interface PageRange {
  first: number
  last: number
}

/** Which entries a page shows, counted from 1; `{ first: 0, last: 0 }` of an empty list. */
export function pageRange(page: number, itemPerPage: number, totalItems: number): PageRange {
  if (totalItems === 0) return { first: 0, last: 0 }
  const first = (page - 1) * itemPerPage + 1
  return { first: Math.min(first, totalItems), last: Math.min(page * itemPerPage, totalItems) }
}

/**
 * The numbers a pager offers: all of up to seven pages, else the first, the last, the one that is asked for with its
 * neighbours, and the one that is shown until then, with `gap` where pages are left out.
 */
export function pageNumbers(page: number, totalPages: number, shownPage = page): (number | 'gap')[] {
  if (totalPages <= 7) return Array.from({ length: totalPages }, (_, index) => index + 1)
  const near =
    page <= 3 ? [1, 2, 3, 4] : page >= totalPages - 2 ? [-3, -2, -1, 0].map((n) => n + totalPages) : []
  const middle = near.length > 0 ? near : [page - 1, page, page + 1]
  const shown = [...new Set([1, ...middle, shownPage, totalPages])].sort((one, other) => one - other)
  return shown.flatMap((number, index) => {
    const before = shown[index - 1]
    return before !== undefined && number - before > 1 ? ['gap' as const, number] : [number]
  })
}
