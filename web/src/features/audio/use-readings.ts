import { listConsumerAudio } from '@almanac/contract/audio'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readOf } from '../../api/query-client.ts'
import { useConsumerParams } from '../../api/session.ts'
import { DEFAULT_ITEMS_PER_PAGE } from '../../ui/paging.ts'
import { useIsPhone } from '../../ui/use-media.ts'
import { useAudioArea, useStoredSession } from './audio-context.ts'

/**
 * A category's readings in the tab's audio session, which begins with the first list: one page at a time, on phones all
 * pages up to the one that was loaded last.
 */
export function useReadings(categoryId: number) {
  const params = useConsumerParams()
  const { store } = useAudioArea()
  const sessionId = useStoredSession()?.id
  const [page, setPage] = useState(1)
  const [itemPerPage, setItemPerPage] = useState<number>(DEFAULT_ITEMS_PER_PAGE)
  const isPhone = useIsPhone()

  useEffect(() => {
    if (!sessionId) store.begin()
  }, [sessionId, store])

  const shownPages = isPhone ? Array.from({ length: page }, (_, index) => index + 1) : [page]
  const pages = useQueries({
    queries: shownPages.map((shown) => ({
      ...readOf(listConsumerAudio, {
        params,
        query: { page: shown, itemPerPage, consumerCategoryId: categoryId, session: sessionId },
      }),
      enabled: sessionId !== undefined,
    })),
  })
  const newest = pages.reduce((latest, one) => Math.max(latest, one.dataUpdatedAt), 0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is noted once
  useEffect(() => {
    const rows = pages.flatMap((one) => one.data?.data ?? [])
    if (sessionId && newest > 0) store.noteList(sessionId, rows)
  }, [sessionId, newest, store])

  const failed = pages.find((one) => one.error && !one.data)
  return {
    sessionId,
    rows: pages.flatMap((one) => one.data?.data ?? []),
    totalItems: pages.find((one) => one.data)?.data?.totalItems ?? 0,
    /** Nothing to show yet. */
    isPending: !failed && !pages.some((one) => one.data),
    isFetching: pages.some((one) => one.isFetching),
    error: failed?.error ?? null,
    retry: () => void Promise.all(pages.filter((one) => one.error).map((one) => one.refetch())),
    page,
    setPage,
    itemPerPage,
    setItemPerPage: (size: number) => {
      setItemPerPage(size)
      setPage(1)
    },
  }
}
