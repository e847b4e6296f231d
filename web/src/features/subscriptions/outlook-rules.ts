import type { Outlook, OutlookSign } from '@almanac/contract/rehearsal'
import { countOf, formatDay, formatMoney, formatTime } from '../../ui/format.ts'
import { dayOf, shiftDay } from '../../ui/wall-time.ts'

/** What a consumer calls today depends on their clock. */
export interface Clock {
  now: Date
  timeZone: string
}

const spoken = { sms: 'SMS', email: 'email' } as const

const tokensOf = (tokens: number) => countOf(tokens, 'token')

/** How far the balance goes, in a few words: the head of what is coming. */
export function coverageHead(
  { coveredUntilDateTime, firstUncovered, lastDateTime }: Outlook,
  { timeZone }: Clock,
): string {
  if (!lastDateTime) return 'Nothing is scheduled yet'
  if (!firstUncovered) return `Covered until ${formatDay(lastDateTime, timeZone)}`
  if (!coveredUntilDateTime) return 'Your next Sunbursts are not covered'
  // On that day some are and some are not.
  const shortDay = formatDay(firstUncovered.dateTime, timeZone)
  if (formatDay(coveredUntilDateTime, timeZone) === shortDay) return `Your tokens run out on ${shortDay}`
  return `Covered until ${formatDay(coveredUntilDateTime, timeZone)}`
}

/** The same as a sentence, with what comes after. */
export function coverageText(outlook: Outlook, { timeZone }: Clock): string {
  const { tokenBalance, tokens, firstUncovered, signs } = outlook
  const scheduled = signs.reduce((sum, sign) => sum + sign.scheduled, 0)
  if (scheduled === 0)
    return 'Once Sunbursts of your signs are scheduled, you see here how far your tokens go.'
  const all = scheduled === 1 ? 'the Sunburst that is' : `all ${scheduled} Sunbursts that are`
  if (!firstUncovered)
    return `You have ${tokensOf(tokenBalance)}: enough for ${all} scheduled, which take ${tokens}.`
  const { categoryName, dateTime, comesBy } = firstUncovered
  const what = comesBy ? `comes by ${spoken[comesBy]} only` : 'is skipped'
  return `You have ${tokensOf(tokenBalance)}, and what is scheduled takes ${tokens}. Unless you purchase more, ${categoryName} of ${formatDay(dateTime, timeZone)} ${what}.`
}

/** What automatic purchase does about it; null where it has nothing to do. */
export function automaticText({ automatic }: Outlook, { timeZone }: Clock): string | null {
  if (!automatic?.firstDateTime) return null
  const { packageName, numberOfTokens, price, purchases, firstDateTime, isCovered } = automatic
  const times = purchases === 1 ? 'once' : purchases === 2 ? 'twice' : `${purchases} times`
  const then = isCovered ? 'Then all of it is covered.' : 'Even then some of it is not covered.'
  return `Automatic purchase is on: by what is scheduled, ${packageName} (${tokensOf(numberOfTokens)} for ${formatMoney(price)}) is bought ${times}, first on ${formatDay(firstDateTime, timeZone)}. ${then}`
}

/** Whether tokens run out before what is scheduled does, and nothing is done about it by itself. */
export function isRunningOut({ firstUncovered, automatic }: Outlook): boolean {
  return firstUncovered !== null && !automatic?.isCovered
}

/**
 * When the next one of a sign comes and how: `Next tomorrow, 7:00 AM, by SMS and email`. Where quiet hours hold the SMS, each
 * medium has its own time: `Next tomorrow, 7:00 AM, by email; tomorrow, 8:00 AM, by SMS`.
 */
export function nextWords({ next }: OutlookSign, clock: Clock): string {
  const times = Map.groupBy(next, ({ dateTime }) => dateTime)
  const words = [...times].map(([dateTime, ofTime]) => {
    const mediums = ofTime.map(({ medium }) => spoken[medium]).join(' and ')
    return `${momentWords(new Date(dateTime), clock)}, by ${mediums}`
  })
  return `Next ${words.join('; ')}`
}

function momentWords(at: Date, { now, timeZone }: Clock): string {
  const today = dayOf(now, timeZone)
  const day = dayOf(at, timeZone)
  const when = day === today ? 'today' : day === shiftDay(today, 1) ? 'tomorrow' : formatDay(at, timeZone)
  return `${when}, ${formatTime(at, timeZone)}`
}

/** How many of a sign are scheduled, and how many of these are covered: `5 of 7 covered`. */
export function countWords({ scheduled, covered }: OutlookSign): string {
  return covered === scheduled ? `${scheduled} scheduled` : `${covered} of ${scheduled} covered`
}
