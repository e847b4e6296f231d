import { useState } from 'react'
import { useCalendarFrame } from './calendar-context.ts'
import { dayWords } from './calendar-rules.ts'
import styles from './month-grid.module.css'
import type { DayRow } from './month-grid.tsx'
import { placeOf } from './use-grid-focus.ts'

/** The day that a pointer is over, in words. */
export function useDayReader(rows: readonly DayRow[]) {
  const { timeZone } = useCalendarFrame()
  const [words, setWords] = useState('')
  return {
    words,
    point(element: Element | null) {
      const place = element && placeOf(element)
      const day = place && rows[Math.floor(place.row / 2)]?.days[place.column]
      setWords(day ? dayWords(day, place.row % 2 === 0 ? 'sunbursts' : 'readings', timeZone) : '')
    },
  }
}

/** Reads to those who point what each cell says to those who listen. */
export function DayReader({ words }: { words: string }) {
  return (
    <p className={styles.reader} aria-hidden="true">
      {words}
    </p>
  )
}
