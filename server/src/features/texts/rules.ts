import { instantInput } from '@almanac/contract/primitives'
import { DomainError } from '../../platform/errors.ts'
import { formatLocal, parseInstant } from '../../platform/zoned-time.ts'

export interface Schedule {
  now: Date
  delayMinutes: number
  /** The tenant's zone. */
  timeZone: string
}

/** The instant a disburse time names, or the sentence that says why it is refused; `named` is that instant even so. */
export type DisburseTime =
  | { instant: Date; named: Date }
  | { instant: null; named: Date | null; reason: 'not-an-instant' | 'too-soon'; sentence: string }

/** Reads a disburse time, which must be later than now plus the schedule delay (decision S3). */
export function readDisburseTime(text: string, { now, delayMinutes, timeZone }: Schedule): DisburseTime {
  const written = instantInput.safeParse(text)
  const instant = written.success ? parseInstant(text, timeZone) : null
  if (!instant) {
    const sentence = written.error?.issues[0]?.message ?? 'Please enter a valid date and time.'
    return { instant: null, named: null, reason: 'not-an-instant', sentence }
  }
  const earliest = new Date(now.getTime() + delayMinutes * 60_000)
  if (instant > earliest) return { instant, named: instant }
  const time = formatLocal(earliest, timeZone)
  return {
    instant: null,
    named: instant,
    reason: 'too-soon',
    sentence: `Future disburese time must be after ${time}`,
  }
}

/**
 * The instant that a single text's disburse time names.
 * @throws DomainError `disburse_too_soon`, `invalid_input`.
 */
export function requireDisburseTime(text: string, schedule: Schedule): Date {
  const time = readDisburseTime(text, schedule)
  if (time.instant) return time.instant
  throw new DomainError(time.reason === 'too-soon' ? 'disburse_too_soon' : 'invalid_input', {
    message: time.sentence,
    list: [time.sentence],
  })
}

/** What a text says, under which name, and when. */
export interface TextContent {
  messageName: string
  textContent: string
  disburseAt: Date
}

/** Whether two texts say the same, under the same name and at the same instant. */
export function isSameText(one: TextContent, other: TextContent): boolean {
  return (
    one.messageName === other.messageName &&
    one.textContent === other.textContent &&
    one.disburseAt.getTime() === other.disburseAt.getTime()
  )
}

/** What is there most often; of those that are there as often the first, and null of nothing. */
export function mostFrequent(words: readonly string[]): string | null {
  const groups = [...Map.groupBy(words, (word) => word).values()]
  return groups.sort((one, other) => other.length - one.length)[0]?.[0] ?? null
}
