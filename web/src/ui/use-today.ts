import { useNow } from './use-now.ts'
import { dayOf } from './wall-time.ts'

const DAY_CHECK_MS = 30_000

/** The calendar day `YYYY-MM-DD` in a zone, also past its midnight. */
export function useToday(timeZone: string): string {
  return dayOf(useNow(DAY_CHECK_MS), timeZone)
}
