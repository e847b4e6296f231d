import type { AlmanacDay, MoonPhase } from './astronomy.ts'

const DESCRIPTION_LENGTH = 160

/** 'November 17' in a zone. */
export const monthDay = (date: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, month: 'long', day: 'numeric' }).format(date)

/** 'Saturday, November 21, 2026' in a zone. */
export const fullDate = (date: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'full' }).format(date)

/** '2026' in a zone. */
export const yearOf = (date: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric' }).format(date)

/** '2026-11-21', for `datetime` attributes. */
export const isoDate = ({ year, month, day }: AlmanacDay): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** 'Moon waxing, 89% lit'; full and new by name. */
export function moonText({ litFraction, waxing }: MoonPhase): string {
  const percent = Math.round(litFraction * 100)
  if (percent === 100) return 'Full moon'
  if (percent === 0) return 'New moon'
  return `Moon ${waxing ? 'waxing' : 'waning'}, ${percent}% lit`
}

/** '7:00 this morning' for the day of `now`, else '7:00 AM, Friday, November 20', in a zone. */
export function sentText(sentAt: Date, now: Date, timeZone: string): string {
  const read = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
  }).formatToParts(sentAt)
  const part = (type: string) => read.find((entry) => entry.type === type)?.value ?? ''
  const time = `${part('hour')}:${part('minute')}`
  if (fullDate(sentAt, timeZone) !== fullDate(now, timeZone)) {
    const weekday = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'long' }).format(sentAt)
    return `${weekday}, ${monthDay(sentAt, timeZone)}, ${time} ${part('dayPeriod')}`
  }
  return part('dayPeriod') === 'AM' ? `${time} this morning` : `${time} ${part('dayPeriod')} today`
}

/** '1 token', '7 tokens'. */
export const tokensText = (count: number): string => `${count} ${count === 1 ? 'token' : 'tokens'}`

/** '$1' or '$0.95'. */
export const dollarsText = (cents: number): string =>
  cents % 100 === 0 ? `$${cents / 100}` : `$${(cents / 100).toFixed(2)}`

/** The paragraphs of a text: an empty line parts them. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')

/** A text in one line, cut at a word to what search engines and social cards show. */
export function descriptionOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= DESCRIPTION_LENGTH) return line
  const cut = line.slice(0, DESCRIPTION_LENGTH)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), DESCRIPTION_LENGTH / 2)).replace(/[\s,;:.]+$/, '')}…`
}
