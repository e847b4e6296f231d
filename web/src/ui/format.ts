const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const integer = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** An amount of dollars as the wire carries it (12 or 12.5), always with two decimals: `$12.00`. */
export function formatMoney(amountDollars: number): string {
  return dollars.format(amountDollars)
}

const wholeDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})

/** An amount where there is little room: cents only below $100, and only where there are some. */
export function formatMoneyBrief(amountDollars: number): string {
  const isShort = Math.abs(amountDollars) >= 100 || Number.isInteger(amountDollars)
  return isShort ? wholeDollars.format(amountDollars) : formatMoney(amountDollars)
}

/** A whole number with thousands separators: `1,284`. */
export function formatCount(count: number): string {
  return integer.format(count)
}

/** A count with its noun: `1 subscriber`, `1,200 subscribers`. The noun takes an s. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** `1 Token`, `7 Tokens`, `0 Tokens`. */
export function formatTokens(tokens: number): string {
  return `${formatCount(tokens)} ${tokens === 1 ? 'Token' : 'Tokens'}`
}

/** Bytes as people read them, in the decimal units of the limits: `8.4 MB`, `40 KB`. */
export function formatBytes(bytes: number): string {
  if (bytes >= 1_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`
  if (bytes >= 1_000) return `${Math.round(bytes / 1_000)} KB`
  return `${bytes} B`
}

/** The device's IANA zone: of screens that belong to no tenant and no consumer. */
export const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** An instant as ISO 8601 text or a Date. */
export type Instant = string | Date

function formatter(options: Intl.DateTimeFormatOptions, timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone })
}

/** `Nov 17, 2026`, in an IANA zone. */
export function formatDate(instant: Instant, timeZone: string): string {
  return formatter({ month: 'short', day: 'numeric', year: 'numeric' }, timeZone).format(new Date(instant))
}

/** `Nov 17, 2026 00:05`, in an IANA zone. */
export function formatDateTime(instant: Instant, timeZone: string): string {
  return `${formatDate(instant, timeZone)} ${formatClock(instant, timeZone)}`
}

/** `07:00`, as who plans reads and enters it, in an IANA zone. */
export function formatClock(instant: Instant, timeZone: string): string {
  const time = formatter({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, timeZone)
  return time.format(new Date(instant))
}

/** `7:00 AM`, as a consumer reads it, in an IANA zone. */
export function formatTime(instant: Instant, timeZone: string): string {
  const time = formatter({ hour: 'numeric', minute: '2-digit' }, timeZone)
  // Some engines part the two by a narrow space, which the fonts lack.
  return time.format(new Date(instant)).replace(/\s/u, ' ')
}

/** `Tuesday, November 17`, in an IANA zone. */
export function formatDay(instant: Instant, timeZone: string): string {
  return formatter({ weekday: 'long', month: 'long', day: 'numeric' }, timeZone).format(new Date(instant))
}

/** A calendar day `YYYY-MM-DD`, which has no zone, as `Nov 17, 2026`. */
export function formatCalendarDay(day: string): string {
  return formatDate(`${day}T12:00:00Z`, 'UTC')
}

/** The current UTC offset's everyday name: `Central Time`. */
export function formatZone(timeZone: string): string {
  const parts = formatter({ timeZoneName: 'longGeneric' }, timeZone).formatToParts(new Date())
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone
}
