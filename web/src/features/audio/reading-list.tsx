import { listConsumerAudio } from '@almanac/contract/audio'
import type { ConsumerCategory } from '@almanac/contract/categories'
import { useEffect } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { useConsumerParams } from '../../api/session.ts'
import { useTenantZone } from '../../api/tenant-zone.ts'
import { usePagedList } from '../../api/use-paged-list.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useAudioArea, useStoredSession } from './audio-context.ts'
import { ChargeDialogs } from './charge-dialogs.tsx'
import { ReadingRow } from './reading-row.tsx'
import { readingPriceTokens, rowState } from './reading-rules.ts'
import { ReadingSkeleton } from './reading-skeleton.tsx'
import { usePlayReading } from './use-play-reading.ts'

/** One category's readings in the tab's audio session, which begins with the first list. */
export function ReadingList({ category }: { category: ConsumerCategory }) {
  const { store } = useAudioArea()
  const sessionId = useStoredSession()?.id
  useEffect(() => {
    if (!sessionId) store.begin()
  }, [sessionId, store])
  if (!sessionId) return <ReadingSkeleton />
  return <SessionReadings key={`${category.id} ${sessionId}`} category={category} sessionId={sessionId} />
}

interface SessionReadingsProps {
  category: ConsumerCategory
  sessionId: string
}

/** Playing a reading asks for its tokens first, once a session. */
function SessionReadings({ category, sessionId }: SessionReadingsProps) {
  const { rows, error, retry, isRetrying, pager } = useReadings(category.id, sessionId)
  const chargedIds = useStoredSession()?.chargedIds ?? []
  const timeZone = useTenantZone()
  const priceTokens = readingPriceTokens(category) ?? 0
  const play = usePlayReading(category, priceTokens)
  if (error) return <ErrorState message={failureText(error)} onRetry={retry} pending={isRetrying} />
  if (!rows) return <ReadingSkeleton />
  if (rows.length === 0) {
    return (
      <EmptyState>
        There is no reading for {category.name} at the moment. New ones come on Tuesday, just after midnight
        Eastern Time.
      </EmptyState>
    )
  }
  const now = new Date()
  return (
    <>
      <ul>
        {rows.map((audio) => {
          const state = rowState(audio, chargedIds, now)
          return (
            <ReadingRow
              key={audio.id}
              audio={audio}
              state={state}
              priceTokens={priceTokens}
              timeZone={timeZone}
              onPlay={() => play.tap(audio, state.isCharged)}
            />
          )
        })}
      </ul>
      <Pager bare fromItems={10} {...pager} />
      <ChargeDialogs play={play} priceTokens={priceTokens} />
    </>
  )
}

/** Reads the list, and lets the session know what is charged in it. */
function useReadings(consumerCategoryId: number, session: string) {
  const params = useConsumerParams()
  const { store } = useAudioArea()
  const list = usePagedList(listConsumerAudio, { params, query: { consumerCategoryId, session } })
  const { rows } = list
  useEffect(() => {
    if (rows) store.noteList(session, rows)
  }, [rows, session, store])
  return list
}
