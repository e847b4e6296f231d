import type { ConsumerCategory } from '@almanac/contract/categories'
import { listConsumerCategories } from '@almanac/contract/categories'
import { useSearchParams } from 'react-router'
import { failureText } from '../../../api/failure-text.ts'
import { useTenantParams, useUser } from '../../../api/session.ts'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { usePageTitle } from '../../../ui/site-title.ts'
import { useIsFrom } from '../../../ui/use-media.ts'
import { useAudioSession } from './audio-session.tsx'
import type { ChargeNote } from './charge-dialogs.tsx'
import styles from './dashboard-page.module.css'
import { PlayerColumn } from './player-column.tsx'
import { ReadingList } from './reading-list.tsx'
import { ownSignFirst } from './reading-rules.ts'
import { ReadingSkeleton } from './reading-skeleton.tsx'
import { SignButtons, SignSkeleton } from './sign-buttons.tsx'
import { ownLogoUrl } from './sign-logo.ts'
import { SoundWarning, TestAudio } from './test-audio.tsx'

/** Play Readings: the signs, the test audio, the readings of one sign, and beside them the player. */
export function Component({ chargeNote }: { chargeNote?: ChargeNote }) {
  usePageTitle('Play Readings')
  const { categories, isPending, error, refetch, isFetching } = useCategories()
  const { sign, choose } = useChosenSign(categories)
  const hasColumn = useIsFrom('wide')
  return (
    <div className={styles.cols}>
      <div className={styles.list}>
        {isPending ? (
          <SignSkeleton />
        ) : (
          sign && <SignButtons categories={categories} chosenId={sign.id} onChoose={choose} />
        )}
        <TestAudio />
        <SoundWarning />
        <h1 className={styles.head}>Select Reading to Play</h1>
        {error && !sign && (
          <ErrorState message={failureText(error)} onRetry={() => void refetch()} pending={isFetching} />
        )}
        {isPending && <ReadingSkeleton />}
        {sign && <ReadingList key={sign.id} category={sign} chargeNote={chargeNote} />}
        {!isPending && !error && !sign && <EmptyState>There are no readings here yet.</EmptyState>}
      </div>
      {hasColumn && <PlayerColumn signName={sign?.name ?? ''} signLogoUrl={sign ? ownLogoUrl(sign) : null} />}
    </div>
  )
}

function useCategories() {
  const params = useTenantParams()
  const { defaultCategoryId } = useUser()
  const { data, ...result } = useEndpoint(listConsumerCategories, { params, query: { noPagination: true } })
  return { ...result, categories: ownSignFirst(data?.data ?? [], defaultCategoryId) }
}

/** The sign in the address, else one's own; choosing another first asks about the session in progress. */
function useChosenSign(categories: readonly ConsumerCategory[]) {
  const [search, setSearch] = useSearchParams()
  const { confirmLeave } = useAudioSession()
  const asked = Number(search.get('sign'))
  const sign = categories.find((category) => category.id === asked) ?? categories[0]

  async function choose(id: number) {
    if (id === sign?.id || !(await confirmLeave())) return
    setSearch({ sign: String(id) }, { replace: true, preventScrollReset: true })
  }
  return { sign, choose: (id: number) => void choose(id) }
}
