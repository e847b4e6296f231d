const TUESDAY = 2

/** What stands under one place of a chart's days; `at` is the day's index. */
export interface DayLabel {
  at: number
  text: string
}

export interface DayTick {
  at: number
  /** Tuesdays, or the first of a month where days are too narrow to tell. */
  isLong: boolean
}

const utc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
const weekdayFormat = utc({ weekday: 'short' })
const monthFormat = utc({ month: 'short' })
const wholeFormat = utc({ weekday: 'short', month: 'short', day: 'numeric' })

const dateOf = (day: string) => new Date(day)
const isTuesday = (day: string) => dateOf(day).getUTCDay() === TUESDAY
const isFirst = (day: string) => day.endsWith('-01')
const weekday = (day: string) => `${weekdayFormat.format(dateOf(day))} ${dateOf(day).getUTCDate()}`
const monthDay = (day: string) => `${monthFormat.format(dateOf(day))} ${dateOf(day).getUTCDate()}`

/** Room that a label needs, its distance to the next one included. */
const LABEL_PX = 54
const MONTH_PX = 38
const TICK_PX = 4

/**
 * The labels of consecutive calendar days that are `dayPx` wide each: all of them where they fit, else Tuesdays, else
 * months, fewer and fewer; the ends where none of these lies between them.
 */
export function dayLabels(days: readonly string[], dayPx: number): DayLabel[] {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  if (days.length === 1) return [{ at: 0, text: wholeFormat.format(dateOf(first)) }]
  if (dayPx >= LABEL_PX) return days.map((day, at) => ({ at, text: weekday(day) }))
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7)
  const found =
    7 * dayPx >= LABEL_PX
      ? pick(days, isTuesday, isOneMonth ? weekday : monthDay)
      : everyMonth(
          pick(days, isFirst, (day) => monthFormat.format(dateOf(day))),
          dayPx,
        )
  if (found.length > 0) return found
  const ends = [
    { at: 0, text: monthDay(first) },
    { at: days.length - 1, text: monthDay(last) },
  ]
  return (days.length - 1) * dayPx >= LABEL_PX ? ends : ends.slice(0, 1)
}

function pick(days: readonly string[], isMeant: (day: string) => boolean, text: (day: string) => string) {
  return days.flatMap((day, at) => (isMeant(day) ? [{ at, text: text(day) }] : []))
}

/** Every month, every second one, every third … whichever fits. */
function everyMonth(months: DayLabel[], dayPx: number): DayLabel[] {
  const step = Math.max(1, Math.ceil(MONTH_PX / (28 * dayPx)))
  return months.filter((_, index) => index % step === 0)
}

/** The marks under the days: one a day where there is room, else one a Tuesday; months where that is too narrow too. */
export function dayTicks(days: readonly string[], dayPx: number): DayTick[] {
  const showsTuesdays = 7 * dayPx >= LABEL_PX
  return days.flatMap((day, at) => {
    const isLong = showsTuesdays ? isTuesday(day) : isFirst(day)
    const isShown = isLong || dayPx >= TICK_PX || (isTuesday(day) && 7 * dayPx >= TICK_PX)
    return isShown ? [{ at, isLong }] : []
  })
}

/** `November 1 to November 21, 2026`, or the one day with its weekday. */
export function rangeWords(days: readonly string[]): string {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const day = utc({ month: 'long', day: 'numeric', year: 'numeric' })
  if (first === last) return utc({ dateStyle: 'full' }).format(dateOf(first))
  const isOneYear = first.slice(0, 4) === last.slice(0, 4)
  const start = isOneYear ? utc({ month: 'long', day: 'numeric' }) : day
  return `${start.format(dateOf(first))} to ${day.format(dateOf(last))}`
}
