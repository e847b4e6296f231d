import { pages } from '@almanac/contract/pages'
import { lazy, Suspense } from 'react'
import { useMatch } from 'react-router'
import { useIsFrom } from '../../../ui/use-media.ts'
import { usePlayback } from './audio-context.ts'

const DockedPlayer = lazy(() => import('./docked-player.tsx'))

/** The small player at the foot of every screen; where there is room, the readings have it beside them instead. */
export function PlayerDock() {
  const isEmpty = usePlayback((state) => state.status === 'empty')
  const isWide = useIsFrom('wide')
  const isAtReadings = useMatch(pages.dashboard) !== null
  if (isEmpty || (isWide && isAtReadings)) return null
  return (
    <Suspense fallback={null}>
      <DockedPlayer isAtReadings={isAtReadings} />
    </Suspense>
  )
}
