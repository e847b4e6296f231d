import type { Calendar, CalendarReading, CalendarSign, CalendarText } from '@almanac/contract/calendar'
import { formatClock, formatCount } from '../../ui/format.ts'
import { daysOf, formatMonthDay, isTuesday, tuesdayOf } from './month-rules.ts'

/** One day of one sign. */
export interface SignDay {
  signId: number
  signName: string
  day: string
  /** In the order of their times. */
  texts: readonly CalendarText[]
  /** Those that consumers can play at some time of the day, the newest first, as consumers see them. */
  readings: readonly CalendarReading[]
  /** Nothing is scheduled, and something still could be. */
  needsText: boolean
  /** There is none all day, and there still could be. */
  needsReading: boolean
  /** It is the Tuesday of a week in which no reading is released, and one still could be. */
  needsRelease: boolean
}

/** How much is missing. */
export interface Gaps {
  texts: number
  /** Weeks in which no reading is released. */
  releases: number
  /** Days without any. */
  readings: number
}

/** A sign with the days of its month. */
export interface SignMonth {
  sign: CalendarSign
  days: readonly SignDay[]
  gaps: Gaps
}

/** The month, sign by sign and day by day. What is past is not missing: nothing fills it any more. */
export function signMonthsOf(calendar: Calendar): SignMonth[] {
  const days = daysOf(calendar.month)
  return calendar.signs.map((sign) => {
    const texts = Map.groupBy(sign.shortTexts, ({ day }) => day)
    const released = new Set(sign.releaseDays.map(tuesdayOf))
    const signDays = days.map((day) => signDayOf(sign, texts.get(day) ?? [], released, day, calendar))
    return { sign, days: signDays, gaps: countGaps(signDays) }
  })
}

function signDayOf(
  { id, name, readings }: CalendarSign,
  texts: readonly CalendarText[],
  /** The Tuesdays of weeks in which a reading is released. */
  released: ReadonlySet<string>,
  day: string,
  { today, firstOpenDay }: Calendar,
): SignDay {
  const active = readings.filter(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay).reverse()
  return {
    signId: id,
    signName: name,
    day,
    texts,
    readings: active,
    needsText: texts.length === 0 && day >= firstOpenDay,
    needsReading: active.length === 0 && day >= today,
    needsRelease: isTuesday(day) && !released.has(day) && day >= today,
  }
}

function countGaps(days: readonly SignDay[]): Gaps {
  return {
    texts: days.filter(({ needsText }) => needsText).length,
    releases: days.filter(({ needsRelease }) => needsRelease).length,
    readings: days.filter(({ needsReading }) => needsReading).length,
  }
}

/** What is missing of all signs together. */
export function sumOfGaps(months: readonly SignMonth[]): Gaps {
  return {
    texts: months.reduce((sum, { gaps }) => sum + gaps.texts, 0),
    releases: months.reduce((sum, { gaps }) => sum + gaps.releases, 0),
    readings: months.reduce((sum, { gaps }) => sum + gaps.readings, 0),
  }
}

/** How many gaps there are in all. */
export function countAll({ texts, releases, readings }: Gaps): number {
  return texts + releases + readings
}

/** Whether anything of it is missing. */
export function hasGaps({ gaps }: Pick<SignMonth, 'gaps'>): boolean {
  return countAll(gaps) > 0
}

const counted = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** `3 Sunbursts missing, 2 weeks without a new reading`, and where there are such days `, 12 days without any`. */
export function gapWords({ texts, releases, readings }: Gaps): string {
  const words = [
    `${counted(texts, 'Sunburst', 'Sunbursts')} missing`,
    `${counted(releases, 'week', 'weeks')} without a new reading`,
  ]
  if (readings > 0) words.push(`${counted(readings, 'day', 'days')} without any`)
  return words.join(', ')
}

/** Whether a day lacks something. */
export function isLacking({ needsText, needsReading, needsRelease }: SignDay): boolean {
  return needsText || needsReading || needsRelease
}

/** What became of a Sunburst, in a word. */
export const STATUS_WORDS: Record<CalendarText['status'], string> = {
  scheduled: 'scheduled',
  sending: 'being sent',
  sent: 'sent',
  missed: 'missed',
}

/** `Sunburst scheduled 07:00`, on the wall of the zone. */
export function textWords({ status, disburseDateTime }: CalendarText, timeZone: string): string {
  return `Sunburst ${STATUS_WORDS[status]} ${formatClock(disburseDateTime, timeZone)}`
}

function sunburstWords({ texts, needsText }: SignDay, timeZone: string): string {
  if (texts.length > 0) return texts.map((text) => textWords(text, timeZone)).join(', ')
  return needsText ? 'Sunburst missing' : 'no Sunburst'
}

function readingWords({ readings, needsReading, needsRelease }: SignDay): string {
  if (readings.length === 0) return needsReading ? 'reading missing' : 'no reading'
  const words = readings.map(({ audioName }) => `reading “${audioName}”`)
  return [...words, ...(needsRelease ? ['new reading missing'] : [])].join(', ')
}

/** Which of a day's two lines is meant. */
export type Line = 'sunbursts' | 'readings'

/** `Leo, December 3: Sunburst scheduled 07:00, reading “The Open Door”`; of the other line, the reading comes first. */
export function dayWords(day: SignDay, line: Line, timeZone: string): string {
  const words = [sunburstWords(day, timeZone), readingWords(day)]
  if (line === 'readings') words.reverse()
  return `${day.signName}, ${formatMonthDay(day.day)}: ${words.join(', ')}`
}

/** Whether a reading is over, can be played, or is still to come, by the day. */
export function readingState(
  { firstDay, lastDay }: CalendarReading,
  today: string,
): 'ended' | 'running' | 'scheduled' {
  if (lastDay < today) return 'ended'
  return firstDay > today ? 'scheduled' : 'running'
}

/** Under which filter of the sign's audio files a day's readings stand. */
export function audioFilterOf(readings: readonly CalendarReading[], today: string) {
  const states = readings.map((reading) => readingState(reading, today))
  if (states.includes('running')) return 'active'
  return states.includes('scheduled') ? 'unexpired' : 'expired'
}
