import type { ConsumerCategory } from '@almanac/contract/categories'
import { failureText } from '../../api/failure-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useStoredSession } from './audio-context.ts'
import { ChargeDialogs } from './charge-dialogs.tsx'
import styles from './reading-list.module.css'
import { ReadingRow } from './reading-row.tsx'
import { readingPriceTokens, rowState } from './reading-rules.ts'
import { usePlayReading } from './use-play-reading.ts'
import { useReadings } from './use-readings.ts'

/** One category's readings; playing one asks for its tokens first, once a session. */
export function ReadingList({ category }: { category: ConsumerCategory }) {
  const readings = useReadings(category.id)
  const chargedIds = useStoredSession()?.chargedIds ?? []
  const priceTokens = readingPriceTokens(category) ?? 0
  const play = usePlayReading(category, priceTokens)
  const { rows, totalItems, isPending, error } = readings
  if (isPending) return <ReadingSkeleton />
  if (error && rows.length === 0) {
    return <ErrorState message={failureText(error)} onRetry={readings.retry} pending={readings.isFetching} />
  }
  if (totalItems === 0) {
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
              onPlay={() => play.tap(audio, state.isCharged)}
            />
          )
        })}
      </ul>
      {error && (
        <ErrorState message={failureText(error)} onRetry={readings.retry} pending={readings.isFetching} />
      )}
      <Pager
        bare
        fromItems={10}
        page={readings.page}
        itemPerPage={readings.itemPerPage}
        totalItems={totalItems}
        loadedItems={rows.length}
        pending={readings.isFetching}
        onPage={readings.setPage}
        onItemPerPage={readings.setItemPerPage}
        onLoadMore={() => readings.setPage(readings.page + 1)}
      />
      <ChargeDialogs play={play} priceTokens={priceTokens} />
    </>
  )
}

const PLACES = [0, 1, 2, 3, 4, 5]

/** The rows' places before they are there. */
export function ReadingSkeleton() {
  return (
    <div role="status" aria-label="Loading the readings">
      {PLACES.map((place) => (
        <div key={place} className={styles.place} aria-hidden="true">
          <span className={styles.disc} />
          <span className={styles.lines}>
            <span />
            <span />
          </span>
          <span className={styles.price} />
        </div>
      ))}
    </div>
  )
}
