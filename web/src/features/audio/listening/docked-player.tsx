import { paths } from '@almanac/contract/pages'
import { IconChevronUp } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useUser } from '../../../api/session.ts'
import { usePlayback } from './audio-context.ts'
import styles from './docked-player.module.css'
import {
  Control,
  EndControl,
  PlayControl,
  Position,
  SkipControl,
  SpeedControl,
  useTimes,
} from './player-controls.tsx'
import { PlayerSheet } from './player-sheet.tsx'

/** Name, rule and the controls that fit; unfolds to the whole player. */
export default function DockedPlayer({ isAtReadings }: { isAtReadings: boolean }) {
  const [isUnfolded, setIsUnfolded] = useState(false)
  const dock = useDockHeight()
  return (
    <section ref={dock} className={`night ${styles.dock}`} aria-label="Player">
      <Names isAtReadings={isAtReadings} />
      <div className={styles.rule}>
        <Position />
      </div>
      <div className={styles.controls}>
        <span className={styles.roomy}>
          <SpeedControl />
        </span>
        <SkipControl seconds={-15} />
        <PlayControl />
        <span className={styles.roomy}>
          <SkipControl seconds={15} />
          <EndControl />
        </span>
        <Control label="Open the player" icon={IconChevronUp} onClick={() => setIsUnfolded(true)} />
      </div>
      {isUnfolded && <PlayerSheet onFold={() => setIsUnfolded(false)} />}
    </section>
  )
}

/** What plays; elsewhere it leads back to the readings without ending the session. */
function Names({ isAtReadings }: { isAtReadings: boolean }) {
  const track = usePlayback((state) => state.track)
  const failure = usePlayback((state) => state.failure)
  const { customerUrl } = useUser()
  const { elapsed, total } = useTimes()
  if (!track) return null
  const readings = `${paths.dashboard(customerUrl ?? '')}?sign=${track.categoryId}`
  return (
    <div className={styles.names}>
      <p className={styles.name}>
        {isAtReadings ? track.audioName : <Link to={readings}>{track.audioName}</Link>}
      </p>
      {failure ? (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      ) : (
        <p className={styles.sub}>
          {track.signName}, {elapsed} of {total}
        </p>
      )}
    </div>
  )
}

/** Tells toasts and the page's end how much room the dock takes. */
function useDockHeight() {
  const dock = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = dock.current
    if (!element) return
    const { style } = document.documentElement
    const measure = () => style.setProperty('--dock-height', `${element.offsetHeight}px`)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--dock-height')
    }
  }, [])
  return dock
}
