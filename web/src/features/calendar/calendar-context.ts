import { createContext, useContext } from 'react'
import type { SignDay } from './calendar-rules.ts'

/** What every cell of the calendar needs to know. */
export interface CalendarFrame {
  customerUrl: string
  /** The tenant's. */
  timeZone: string
  today: string
  /** What is there is left out, and what is missing stands alone. */
  onlyGaps: boolean
  /** What the address says of the calendar, with its question mark: to come back to it as it is. */
  search: string
  /** The day that one comes back from, having filled it; null of none. */
  filled: Pick<SignDay, 'signId' | 'day'> | null
  /** Shows a Sunburst in full. */
  addressOfText: (textId: number) => string
  /** Shows all Sunbursts of a day that has several. */
  onOpenDay: (day: SignDay) => void
}

const Frame = createContext<CalendarFrame | null>(null)

export const CalendarFrameProvider = Frame.Provider

/** The frame of the calendar around; only within one. */
export function useCalendarFrame(): CalendarFrame {
  const frame = useContext(Frame)
  if (!frame) throw new Error('A day of the calendar stands in a calendar')
  return frame
}
