/**
 * Where the Sun and the Moon stand, and the almanac's week. Pure: every function takes its instant.
 *
 * Sources: The Astronomical Almanac (USNO/HMNAO), "Low precision formulas for the Sun" (page C5) and "for
 * the Moon" (page D22); J. Meeus, Astronomical Algorithms, 2nd ed., chapters 25, 47 and 48 for the tests.
 */

const DAY_MS = 86_400_000
const J2000_MS = Date.UTC(2000, 0, 1, 12)

/** Index of the first day of the almanac's week: readings appear on Tuesdays. Sunday is 0. */
const WEEK_STARTS_ON = 2

const sinDegrees = (degrees: number): number => Math.sin((degrees * Math.PI) / 180)
const cosDegrees = (degrees: number): number => Math.cos((degrees * Math.PI) / 180)
const normalizeDegrees = (degrees: number): number => ((degrees % 360) + 360) % 360

/** Days since J2000.0. Takes UTC for terrestrial time: 70 s, or 0.001° of the Sun and 0.01° of the Moon. */
const daysSinceJ2000 = (date: Date): number => (date.getTime() - J2000_MS) / DAY_MS

/**
 * The Sun's geocentric ecliptic longitude, equinox of date, in degrees from 0 to below 360.
 * Good to 0.01° from 1950 to 2050 (Astronomical Almanac, page C5).
 */
export function sunLongitudeDegrees(date: Date): number {
  const days = daysSinceJ2000(date)
  const meanLongitude = 280.46 + 0.9856474 * days
  const meanAnomaly = 357.528 + 0.9856003 * days
  return normalizeDegrees(
    meanLongitude + 1.915 * sinDegrees(meanAnomaly) + 0.02 * sinDegrees(2 * meanAnomaly),
  )
}

/**
 * The Moon's geocentric ecliptic longitude (0 to below 360) and latitude in degrees, equinox of date.
 * Good to 0.3° and 0.2° (Astronomical Almanac, page D22).
 */
export function moonPositionDegrees(date: Date): { longitude: number; latitude: number } {
  const centuries = daysSinceJ2000(date) / 36_525
  const longitude =
    218.32 +
    481_267.881 * centuries +
    6.29 * sinDegrees(135.0 + 477_198.87 * centuries) -
    1.27 * sinDegrees(259.3 - 413_335.36 * centuries) +
    0.66 * sinDegrees(235.7 + 890_534.22 * centuries) +
    0.21 * sinDegrees(269.9 + 954_397.74 * centuries) -
    0.19 * sinDegrees(357.5 + 35_999.05 * centuries) -
    0.11 * sinDegrees(186.5 + 966_404.03 * centuries)
  const latitude =
    5.13 * sinDegrees(93.3 + 483_202.02 * centuries) +
    0.28 * sinDegrees(228.2 + 960_400.89 * centuries) -
    0.28 * sinDegrees(318.3 + 6_003.15 * centuries) -
    0.17 * sinDegrees(217.6 - 407_332.21 * centuries)
  return { longitude: normalizeDegrees(longitude), latitude }
}

export type MoonPhase = {
  /** 0 new, 0.25 first quarter, 0.5 full, 0.75 last quarter, below 1. */
  phase: number
  /** The lit part of the disc's area, 0 to 1. */
  litFraction: number
  waxing: boolean
}

/**
 * The Moon's phase from its elongation from the Sun, good to about an hour; the lit fraction is good to 0.01.
 * Source of the lit fraction: Meeus, equations 48.1 to 48.2, with the Sun taken as infinitely far.
 */
export function moonPhase(date: Date): MoonPhase {
  const moon = moonPositionDegrees(date)
  const elongation = normalizeDegrees(moon.longitude - sunLongitudeDegrees(date))
  const litFraction = (1 - cosDegrees(moon.latitude) * cosDegrees(elongation)) / 2
  return { phase: elongation / 360, litFraction, waxing: elongation < 180 }
}

/**
 * The twelve signs of the tropical zodiac in order; the nth starts at longitude 30 n. `dates` are the usual
 * printed ones: in a single year the Sun may enter a sign a day earlier or later.
 */
export const ZODIAC = [
  { name: 'Aries', slug: 'aries', dates: 'Mar 21 – Apr 19' },
  { name: 'Taurus', slug: 'taurus', dates: 'Apr 20 – May 20' },
  { name: 'Gemini', slug: 'gemini', dates: 'May 21 – Jun 20' },
  { name: 'Cancer', slug: 'cancer', dates: 'Jun 21 – Jul 22' },
  { name: 'Leo', slug: 'leo', dates: 'Jul 23 – Aug 22' },
  { name: 'Virgo', slug: 'virgo', dates: 'Aug 23 – Sep 22' },
  { name: 'Libra', slug: 'libra', dates: 'Sep 23 – Oct 22' },
  { name: 'Scorpio', slug: 'scorpio', dates: 'Oct 23 – Nov 21' },
  { name: 'Sagittarius', slug: 'sagittarius', dates: 'Nov 22 – Dec 21' },
  { name: 'Capricorn', slug: 'capricorn', dates: 'Dec 22 – Jan 19' },
  { name: 'Aquarius', slug: 'aquarius', dates: 'Jan 20 – Feb 18' },
  { name: 'Pisces', slug: 'pisces', dates: 'Feb 19 – Mar 20' },
] as const

export type ZodiacSign = (typeof ZODIAC)[number]

/** The sign of an ecliptic longitude, and the whole degrees (0 to 29) run in it. Any angle is taken. */
export function signOfLongitude(longitudeDegrees: number): ZodiacSign & { degree: number } {
  const longitude = normalizeDegrees(longitudeDegrees)
  const sign = ZODIAC[Math.floor(longitude / 30)] ?? ZODIAC[0]
  return { ...sign, degree: Math.floor(longitude % 30) }
}

/** The sign that a name stands for, in any case and with any space around it; null for another name. */
export function signNamed(name: string): ZodiacSign | null {
  const slug = name.trim().toLowerCase()
  return ZODIAC.find((sign) => sign.slug === slug) ?? null
}

/** The longest that the Sun stays in a sign, in days, and a little more. */
const LONGEST_SIGN_DAYS = 32

/** The instant, to the millisecond, at which the Sun next enters a sign; of an instant at which it does, the one after. */
export function nextIngress(date: Date): Date {
  const { slug } = signOfLongitude(sunLongitudeDegrees(date))
  let [inside, beyond] = [date.getTime(), date.getTime() + LONGEST_SIGN_DAYS * DAY_MS]
  while (beyond - inside > 1) {
    const middle = Math.floor((inside + beyond) / 2)
    if (signOfLongitude(sunLongitudeDegrees(new Date(middle))).slug === slug) inside = middle
    else beyond = middle
  }
  return new Date(beyond)
}

/** The midnight at which the next day begins on the calendar of `timeZone` (IANA). */
export function nextMidnight(date: Date, timeZone: string): Date {
  return instantOf(addDays(calendarDateIn(date, timeZone), 1), 0, timeZone)
}

/** A date of the calendar, without a zone. `month` is 1 to 12. */
export type CalendarDate = { year: number; month: number; day: number }

/** The date on the calendar of `timeZone` (IANA) at an instant. Throws RangeError for an unknown zone. */
export function calendarDateIn(date: Date, timeZone: string): CalendarDate {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  })
  const read = new Map(parts.formatToParts(date).map((part) => [part.type, Number(part.value)]))
  return { year: read.get('year') ?? 0, month: read.get('month') ?? 0, day: read.get('day') ?? 0 }
}

/** How far `timeZone` is ahead of UTC at an instant, in milliseconds. */
function zoneOffsetMs(date: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(date).find((part) => part.type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes = '0'] = /GMT([+-])(\d+)(?::(\d+))?/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes)) * 60_000
}

/** The instant of a full hour on a calendar date in a zone; an hour that the clocks skip moves on by an hour. */
function instantOf({ year, month, day }: CalendarDate, hour: number, timeZone: string): Date {
  const wallClockMs = Date.UTC(year, month - 1, day, hour)
  const guess = new Date(wallClockMs - zoneOffsetMs(new Date(wallClockMs), timeZone))
  return new Date(wallClockMs - zoneOffsetMs(guess, timeZone))
}

export type AlmanacDay = CalendarDate & {
  weekday: string
  isToday: boolean
  /** The instant that sun and moon are given for: now for today, local noon for the other days. */
  at: Date
  sun: ReturnType<typeof signOfLongitude>
  moon: MoonPhase
  /** The sign that the Sun enters between this day's local midnights. */
  signBegins: ZodiacSign | null
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/**
 * The almanac's week around an instant: seven days, Tuesday to Monday, on the calendar of `timeZone` (IANA).
 * Throws RangeError for an unknown zone.
 */
export function weekOf(now: Date, timeZone: string): AlmanacDay[] {
  const today = calendarDateIn(now, timeZone)
  const weekdayIndex = new Date(Date.UTC(today.year, today.month - 1, today.day)).getUTCDay()
  const daysIntoWeek = (weekdayIndex - WEEK_STARTS_ON + 7) % 7
  return WEEKDAYS.map((_, index) => {
    const daysFromToday = index - daysIntoWeek
    const date = addDays(today, daysFromToday)
    const at = daysFromToday === 0 ? now : instantOf(date, 12, timeZone)
    return {
      ...date,
      weekday: WEEKDAYS[(WEEK_STARTS_ON + index) % 7] ?? '',
      isToday: daysFromToday === 0,
      at,
      sun: signOfLongitude(sunLongitudeDegrees(at)),
      moon: moonPhase(at),
      signBegins: signThatBeginsOn(date, timeZone),
    }
  })
}

/** The sign that the Sun enters between the local midnights of a date, or null. */
export function signThatBeginsOn(date: CalendarDate, timeZone: string): ZodiacSign | null {
  const before = signOfLongitude(sunLongitudeDegrees(instantOf(date, 0, timeZone)))
  const after = signOfLongitude(sunLongitudeDegrees(instantOf(addDays(date, 1), 0, timeZone)))
  return before.slug === after.slug ? null : signNamed(after.name)
}

function addDays({ year, month, day }: CalendarDate, days: number): CalendarDate {
  const moved = new Date(Date.UTC(year, month - 1, day + days))
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() }
}
