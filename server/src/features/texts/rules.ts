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

/** Hours after which a text that could not be sent in time is missed (decision S4). */
const missedAfterHours = 6

/** When a text was due, and what does not count as lateness. */
export interface DueTimes {
  /** The text's own time: neither planning nor another attempt makes it later. */
  disburseAt: Date
  /** Seconds during which quiet hours held the message (decision S5); 0 of the text itself. */
  heldSeconds: number
}

/** From when on a text, or a message of it, is missed: six hours after the text's time, the quiet hours not counted. */
export function lateFrom({ disburseAt, heldSeconds }: DueTimes): Date {
  return new Date(disburseAt.getTime() + (missedAfterHours * 3_600 + heldSeconds) * 1_000)
}

/** Whether a text, or a message of it, may no longer be sent. */
export function isMissed(times: DueTimes, present: Date): boolean {
  return present >= lateFrom(times)
}
