import type { Answer, Endpoint } from '@almanac/contract/endpoint'
import type { Paged } from '@almanac/contract/primitives'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { ListState } from '../ui/list-frame.tsx'
import { DEFAULT_ITEMS_PER_PAGE } from '../ui/paging.ts'
import { useIsPhone } from '../ui/use-media.ts'
import type { ApiError } from './api-error.ts'
import { call } from './call.ts'
import type { CallInput, ReadInput } from './call-types.ts'
import { failureText } from './failure-text.ts'
import { queryKey } from './query-client.ts'
import { usePagePlace } from './use-page-place.ts'

type RowOf<E extends Endpoint> = Answer<E> extends Paged<infer Row> ? Row : never

/** A page as it was answered, with what it was asked by. */
type AnsweredPage<E extends Endpoint> = Paged<RowOf<E>> & {
  itemPerPage: number
  query: ReadInput<E>['query']
}

/** A list's rows, undefined before the first answer, and all that `Pager` needs. All but `asked` is of what is shown. */
export interface PagedList<Row, Whole = Paged<Row>, Query = unknown> {
  /** For DataTable or ListFrame. */
  table: ListState<Row>
  rows: readonly Row[] | undefined
  /** What the server answered last, for what stands beside its rows. */
  answer: Whole | undefined
  /** Which filter, search and order the rows answer; others may be on their way. */
  query: Query | undefined
  pager: {
    page: number
    askedPage: number
    itemPerPage: number
    askedItemPerPage: number
    totalItems: number
    loadedItems: number
    pending: boolean
    onPage: (page: number) => void
    onStep: (step: 1 | -1) => void
    onItemPerPage: (itemPerPage: number) => void
    onLoadMore: () => void
  }
}

interface ListOptions {
  /** Rows of a page until another number is chosen. */
  itemPerPage?: number
  reloadsAtEnd?: boolean
  /**
   * What the list's place is called in the address: `page` and `size`, or `texts-page` and `texts-size` where a screen has
   * a second list; null of a list in a dialog, which is no address of its own.
   */
  name?: string | null
}

/**
 * Reads a list of the API: by pages on a wide screen, by Load More on a phone. Its page stands in the address. What is
 * shown stays, page number and all, until the answer to another page, filter, search or order is there; a page that
 * fails leaves it there too. `reloadsAtEnd` reads a phone's list anew once its last page was loaded, for lists whose rows
 * come and go with the clock.
 */
export function usePagedList<E extends Endpoint>(
  endpoint: E,
  input: ReadInput<E>,
  {
    reloadsAtEnd = false,
    itemPerPage: firstItemPerPage = DEFAULT_ITEMS_PER_PAGE,
    name = '',
  }: ListOptions = {},
): PagedList<RowOf<E>, Answer<E>, ReadInput<E>['query']> {
  const isPhone = useIsPhone()
  const baseKey = queryKey(endpoint, input)
  const { page, itemPerPage, change } = usePagePlace(name, firstItemPerPage, JSON.stringify(baseKey))

  async function read(at: { page: number; itemPerPage: number }, signal: AbortSignal) {
    const answer = await call<Endpoint>(endpoint, {
      ...(input as CallInput<Endpoint>),
      query: { ...input.query, ...at },
      signal,
    } as CallInput<Endpoint>)
    return { ...(answer as Paged<RowOf<E>>), itemPerPage: at.itemPerPage, query: input.query }
  }
  const wide = useQuery<AnsweredPage<E>, ApiError>({
    queryKey: [...baseKey, { page, itemPerPage }],
    queryFn: ({ signal }) => read({ page, itemPerPage }, signal),
    enabled: !isPhone,
  })
  const long = useInfiniteQuery({
    queryKey: [...baseKey, 'all'],
    queryFn: ({ pageParam, signal }) => read({ page: pageParam, itemPerPage: firstItemPerPage }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ currentPage, totalPages }: AnsweredPage<E>) =>
      currentPage < totalPages ? currentPage + 1 : undefined,
    enabled: isPhone,
  })

  const lastPage = wide.data && Math.max(1, Math.ceil(wide.data.totalItems / itemPerPage))
  const isBeyond = !isPhone && lastPage !== undefined && page > lastPage
  // A page that is gone by the time it is opened leads to the last one that there is.
  useEffect(() => {
    if (isBeyond) change({ page: lastPage }, { replace: true })
  })
  const answered = useMemo(() => {
    if (isPhone) return long.data?.pages
    return wide.data && !isBeyond ? [wide.data] : undefined
  }, [isPhone, long.data, wide.data, isBeyond])
  const pages = useLast(answered)
  const rows = useMemo(() => pages && withoutRepeats(pages.flatMap(({ data }) => data)), [pages])

  async function loadMore() {
    const { hasNextPage, isFetchNextPageError } = await long.fetchNextPage()
    if (reloadsAtEnd && !hasNextPage && !isFetchNextPageError) await long.refetch()
  }

  const asked = isPhone ? long : wide
  const isMissing = answered === undefined || (isPhone && long.isFetchNextPageError)
  const shown = pages?.at(-1)
  return {
    table: {
      rows,
      isBusy: rows !== undefined && answered === undefined && asked.isFetching,
      failure:
        isMissing && asked.error
          ? {
              message: failureText(asked.error),
              onRetry: () => void (answered ? loadMore() : asked.refetch()),
              pending: asked.isFetching,
            }
          : null,
    },
    rows,
    answer: shown as Answer<E> | undefined,
    query: shown?.query,
    pager: {
      page: shown?.currentPage ?? page,
      askedPage: page,
      itemPerPage: shown?.itemPerPage ?? itemPerPage,
      askedItemPerPage: itemPerPage,
      totalItems: shown?.totalItems ?? 0,
      // A row that moved on while pages were loaded is missed, and no page is left that has it.
      loadedItems: isPhone && answered && !long.hasNextPage ? (shown?.totalItems ?? 0) : (rows?.length ?? 0),
      pending: isPhone ? long.isFetchingNextPage : answered === undefined && asked.isFetching,
      onPage: (next) => change({ page: next }),
      onStep: (step) => change((before) => ({ page: before.page + step })),
      onItemPerPage: (next) => change({ page: 1, itemPerPage: next }),
      onLoadMore: () => void loadMore(),
    },
  }
}

/** What is there, or was there last. */
function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

/** A row that moved on to the next page while that was loaded is there once. */
function withoutRepeats<Row>(rows: readonly Row[]): Row[] {
  const seen = new Set<unknown>()
  return rows.filter((row) => {
    const { id } = row as { id?: unknown }
    if (id === undefined || !seen.has(id)) {
      seen.add(id)
      return true
    }
    return false
  })
}
