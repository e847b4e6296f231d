import { formatTime } from '../../ui/format.ts'
import { dayOf, wallTimeOf } from '../../ui/wall-time.ts'
import type { Medium } from './subscription-rules.ts'

interface Received {
  /** When it was sent: ISO 8601. */
  sentDateTime: string
  mediums: readonly Medium[]
}

/** A day of the consumer: what they call today depends on their clock. */
interface Clock {
  now: Date
  timeZone: string
}

/** What came in the last 24 hours, as one calls it: `This morning`, `Today` or, where some came before, `Since yesterday`. */
export function headingOf(received: readonly Received[], { now, timeZone }: Clock): string {
  const today = dayOf(now, timeZone)
  const times = received.map(({ sentDateTime }) => wallTimeOf(new Date(sentDateTime), timeZone))
  if (times.some((time) => !time.startsWith(today))) return 'Since yesterday'
  return times.every((time) => time < `${today} 12:00`) ? 'This morning' : 'Today'
}

const spoken = { sms: 'SMS', email: 'email' } as const

/** How one came: `sent 7:00 AM by SMS and email`, `sent yesterday at 9:12 PM by email`. */
export function sentWords({ sentDateTime, mediums }: Received, { now, timeZone }: Clock): string {
  const sentAt = new Date(sentDateTime)
  const isToday = dayOf(sentAt, timeZone) === dayOf(now, timeZone)
  const when = `${isToday ? '' : 'yesterday at '}${formatTime(sentAt, timeZone)}`
  return `sent ${when} by ${mediums.map((medium) => spoken[medium]).join(' and ')}`
}
