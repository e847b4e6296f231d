import { useEffect, useState } from 'react'
import { moonPhase, signOfLongitude, sunLongitudeDegrees } from '../landing/astronomy.ts'
import { deviceZone, formatDay } from '../ui/format.ts'
import { Moon } from '../ui/moon.tsx'
import styles from './today.module.css'

const REFRESH_MS = 60_000

/** The almanac's line for today: the Moon, the date, the Sun's place, and when readings come. */
export function Today({ at, timeZone }: { at?: Date; timeZone?: string | null }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])

  const shown = at ?? now
  const sun = signOfLongitude(sunLongitudeDegrees(shown))
  const [weekday, ...date] = formatDay(shown, timeZone ?? deviceZone).split(' ')
  return (
    <div className={styles.today}>
      <Moon phase={moonPhase(shown).phase} />
      <strong>
        <span>{weekday}</span> <span>{date.join(' ')}</span>
      </strong>
      <span className={styles.line}>
        Sun at {sun.degree}° {sun.name}. New readings arrive on Tuesday.
      </span>
    </div>
  )
}
