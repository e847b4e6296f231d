import { formatLocal, parseInstant } from '../../platform/zoned-time.ts'

export interface Schedule {
  now: Date
  delayMinutes: number
  /** The tenant's zone. */
  timeZone: string
}

/** The instant a disburse time names, or the sentence that says why it is refused. */
export type DisburseTime =
  | { instant: Date }
  | { instant: null; reason: 'not-an-instant' | 'too-soon'; sentence: string }

/** Reads a disburse time, which must be later than now plus the schedule delay (decision S3). */
export function readDisburseTime(text: string, { now, delayMinutes, timeZone }: Schedule): DisburseTime {
  const instant = parseInstant(text, timeZone)
  if (!instant) {
    return { instant: null, reason: 'not-an-instant', sentence: 'Please enter a valid date and time.' }
  }
  const earliest = new Date(now.getTime() + delayMinutes * 60_000)
  if (instant > earliest) return { instant }
  const time = formatLocal(earliest, timeZone)
  return { instant: null, reason: 'too-soon', sentence: `Future disburese time must be after ${time}` }
}
