import type { AdminProfile, ConsumerProfile, CustomerProfile } from '@almanac/contract/profile'
import { READING_TOKENS } from '../../ui/year-dots.ts'

export type OwnProfile = ConsumerProfile | CustomerProfile | AdminProfile

/** Whether a profile is a consumer's: balance, subscriptions and an SMS number are theirs alone. */
export function isConsumer(profile: OwnProfile): profile is ConsumerProfile {
  return 'tokenBalance' in profile
}

/** Whether a profile has a time zone: all but an admin's. */
export function hasTimeZone(profile: OwnProfile): profile is ConsumerProfile | CustomerProfile {
  return 'timeZone' in profile
}

const DAY_MS = 86_400_000

/** How long ago the password was set, in days, months from one month on, or years from one year on. */
export function passwordAge(lastUpdatedAt: string, now: Date): string {
  const since = new Date(lastUpdatedAt)
  const months = wholeMonths(since, now)
  if (months >= 12) return counted(Math.floor(months / 12), 'year')
  if (months >= 1) return counted(months, 'month')
  // A device whose clock is slow would count backwards.
  return counted(Math.max(0, Math.floor((now.getTime() - since.getTime()) / DAY_MS)), 'day')
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Calendar months that have gone by, in UTC; the last one counts once its day and time are reached. */
function wholeMonths(since: Date, now: Date): number {
  const started =
    (now.getUTCFullYear() - since.getUTCFullYear()) * 12 + now.getUTCMonth() - since.getUTCMonth()
  const anniversary = new Date(since)
  anniversary.setUTCFullYear(now.getUTCFullYear(), now.getUTCMonth(), 1)
  const lastDay = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).getUTCDate()
  anniversary.setUTCDate(Math.min(since.getUTCDate(), lastDay))
  return anniversary <= now ? started : started - 1
}

/** How many whole readings a balance pays for. */
export function possibleReadings(balanceTokens: number): number {
  return Math.floor(Math.max(0, balanceTokens) / READING_TOKENS)
}
