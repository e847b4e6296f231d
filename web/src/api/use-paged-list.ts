import type { Answer, Endpoint } from '@almanac/contract/endpoint'
import type { Paged } from '@almanac/contract/primitives'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { DEFAULT_ITEMS_PER_PAGE } from '../ui/paging.ts'
import { useIsPhone } from '../ui/use-media.ts'
import type { ApiError } from './api-error.ts'
import { call } from './call.ts'
import type { CallInput, ReadInput } from './call-types.ts'
import { queryKey } from './query-client.ts'

type RowOf<E extends Endpoint> = Answer<E> extends Paged<infer Row> ? Row : never

/** A list's rows, undefined before the first answer, and all that `Pager` needs. */
export interface PagedList<Row, Whole = Paged<Row>> {
  rows: Row[] | undefined
  /** What the server answered last, for what stands beside its rows. */
  answer: Whole | undefined
  /** Other rows than those shown are on their way. */
  isChanging: boolean
  totalItems: number
  /** Why there is nothing to show. */
  error: ApiError | null
  retry: () => void
  isRetrying: boolean
  pager: {
    page: number
    itemPerPage: number
    totalItems: number
    loadedItems: number
    pending: boolean
    onPage: (page: number) => void
    onItemPerPage: (itemPerPage: number) => void
    onLoadMore: () => void
  }
}

interface ListOptions {
  /** Rows of a page until another number is chosen. */
  itemPerPage?: number
  reloadsAtEnd?: boolean
}

/**
 * Reads a list of the API: by pages on a wide screen, by Load More on a phone. Another filter, search or order starts at
 * page 1 again, showing the last rows until the new ones are there. `reloadsAtEnd` reads a phone's list anew once its last
 * page was loaded, for lists whose rows come and go with the clock.
 */
export function usePagedList<E extends Endpoint>(
  endpoint: E,
  input: ReadInput<E>,
  { reloadsAtEnd = false, itemPerPage: firstItemPerPage = DEFAULT_ITEMS_PER_PAGE }: ListOptions = {},
): PagedList<RowOf<E>, Answer<E>> {
  type Page = Paged<RowOf<E>>
  const isPhone = useIsPhone()
  const baseKey = queryKey(endpoint, input)
  const listKey = JSON.stringify(baseKey)
  const [chosen, setChosen] = useState({ listKey, page: 1, itemPerPage: firstItemPerPage })
  const page = chosen.listKey === listKey ? chosen.page : 1
  const { itemPerPage } = chosen

  const read = (at: { page: number; itemPerPage: number }, signal: AbortSignal) =>
    call<Endpoint>(endpoint, {
      ...(input as CallInput<Endpoint>),
      query: { ...input.query, ...at },
      signal,
    } as CallInput<Endpoint>) as Promise<Page>

  const wide = useQuery<Page, ApiError>({
    queryKey: [...baseKey, { page, itemPerPage }],
    queryFn: ({ signal }) => read({ page, itemPerPage }, signal),
    enabled: !isPhone,
    placeholderData: keepPreviousData,
  })
  const long = useInfiniteQuery({
    queryKey: [...baseKey, 'all'],
    queryFn: ({ pageParam, signal }) => read({ page: pageParam, itemPerPage: firstItemPerPage }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ currentPage, totalPages }: Page) =>
      currentPage < totalPages ? currentPage + 1 : undefined,
    enabled: isPhone,
    placeholderData: keepPreviousData,
  })

  const shown = isPhone ? long : wide
  const pages = isPhone ? long.data?.pages : wide.data && [wide.data]
  const rows = pages && withoutRepeats(pages.flatMap(({ data }) => data))
  const totalItems = pages?.at(-1)?.totalItems ?? 0
  const lastPage = Math.max(1, Math.ceil(totalItems / itemPerPage))
  useEffect(() => {
    if (!wide.isPlaceholderData && wide.data && page > lastPage)
      setChosen((before) => ({ ...before, listKey, page: lastPage }))
  }, [wide.isPlaceholderData, wide.data, page, lastPage, listKey])

  async function loadMore() {
    const { hasNextPage } = await long.fetchNextPage()
    if (reloadsAtEnd && !hasNextPage) await long.refetch()
  }

  return {
    rows,
    answer: pages?.at(-1) as Answer<E> | undefined,
    isChanging: shown.isPlaceholderData,
    totalItems,
    error: rows ? null : (shown.error as ApiError | null),
    retry: () => void shown.refetch(),
    isRetrying: shown.isFetching,
    pager: {
      page,
      itemPerPage,
      totalItems,
      loadedItems: rows?.length ?? 0,
      pending: long.isFetchingNextPage,
      onPage: (next) => setChosen({ listKey, page: next, itemPerPage }),
      onItemPerPage: (next) => setChosen({ listKey, page: 1, itemPerPage: next }),
      onLoadMore: () => void loadMore(),
    },
  }
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
