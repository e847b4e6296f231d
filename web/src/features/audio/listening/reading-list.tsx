import { type ConsumerAudio, listConsumerAudio } from '@almanac/contract/audio'
import type { ConsumerCategory } from '@almanac/contract/categories'
import { useEffect } from 'react'
import { useConsumerParams } from '../../../api/session.ts'
import { usePagedList } from '../../../api/use-paged-list.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListFrame } from '../../../ui/list-frame.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { useAudioArea, useStoredSession } from './audio-context.ts'
import { ChargeDialogs, type ChargeNote } from './charge-dialogs.tsx'
import row from './reading-row.module.css'
import { ReadingRow } from './reading-row.tsx'
import { readingPriceTokens, rowState } from './reading-rules.ts'
import { ReadingSkeleton } from './reading-skeleton.tsx'
import { usePlayReading } from './use-play-reading.ts'

interface ReadingListProps {
  category: ConsumerCategory
  chargeNote?: ChargeNote | undefined
}

/**
 * One category's readings in the tab's audio session, which begins with the first list. Playing one asks for its tokens
 * first, once a session; the question outlives the session it was asked in.
 */
export function ReadingList({ category, chargeNote }: ReadingListProps) {
  const { store } = useAudioArea()
  const sessionId = useStoredSession()?.id
  const priceTokens = readingPriceTokens(category) ?? 0
  const play = usePlayReading(category, priceTokens)
  useEffect(() => {
    if (!sessionId) store.begin()
  }, [sessionId, store])
  return (
    <>
      {sessionId ? (
        <SessionReadings
          key={sessionId}
          category={category}
          sessionId={sessionId}
          priceTokens={priceTokens}
          onPlay={play.tap}
        />
      ) : (
        <ReadingSkeleton />
      )}
      <ChargeDialogs play={play} categoryId={category.id} {...(chargeNote && { chargeNote })} />
    </>
  )
}

interface SessionReadingsProps {
  category: ConsumerCategory
  sessionId: string
  priceTokens: number
  onPlay: (audio: ConsumerAudio, isCharged: boolean) => void
}

function SessionReadings({ category, sessionId, priceTokens, onPlay }: SessionReadingsProps) {
  const { table, pager } = useReadings(category.id, sessionId, priceTokens > 0)
  const chargedIds = useStoredSession()?.chargedIds ?? []
  const now = new Date()
  return (
    <ListFrame
      {...table}
      waiting={<ReadingSkeleton />}
      empty={
        <EmptyState>
          There are no readings for {category.name} right now. New ones arrive on Tuesday, just after midnight
          Eastern Time.
        </EmptyState>
      }
      footer={<Pager bare fromItems={10} {...pager} />}
    >
      {(rows) => (
        <ul className={row.list}>
          {rows.map((audio) => {
            const state = rowState(audio, chargedIds, now)
            return (
              <ReadingRow
                key={audio.id}
                audio={audio}
                state={state}
                priceTokens={priceTokens}
                onPlay={() => onPlay(audio, state.isCharged)}
              />
            )
          })}
        </ul>
      )}
    </ListFrame>
  )
}

/** Reads the list, and lets the session know what is charged in it; free readings are not lost with it. */
function useReadings(consumerCategoryId: number, session: string, isCharging: boolean) {
  const params = useConsumerParams()
  const { store } = useAudioArea()
  const list = usePagedList(listConsumerAudio, { params, query: { consumerCategoryId, session } })
  const { rows } = list
  useEffect(() => {
    if (rows && isCharging) store.noteList(session, rows)
  }, [rows, session, store, isCharging])
  return list
}
