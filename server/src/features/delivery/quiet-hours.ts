import { DateTime } from 'luxon'
import { parseInstant } from '../../platform/zoned-time.ts'

/** Local hours between which no SMS leaves; they may run over midnight. */
export interface QuietHours {
  startHour: number
  endHour: number
}

/** Reads `SMS_QUIET_HOURS`: `off`, or hours such as `21-8`. Equal hours mean none. */
export function readQuietHours(setting: string): QuietHours | null {
  if (setting === 'off') return null
  const [startHour = 0, endHour = 0] = setting.split('-').map(Number)
  return startHour === endHour ? null : { startHour, endHour }
}

/** A message that waits for the end of the quiet hours. */
export interface Hold {
  until: Date
  /** The part of the quiet hours that lies after the text's time: what they make it late by. */
  heldSeconds: number
}

/** Whether, and for how long, the quiet hours of a zone hold an SMS that could leave at `present` (decision S5). */
export function holdOf(
  times: { present: Date; disburseAt: Date },
  timeZone: string,
  quiet: QuietHours | null,
): Hold | null {
  if (!quiet) return null
  const local = DateTime.fromJSDate(times.present, { zone: timeZone })
  if (!isQuiet(local.hour, quiet)) return null
  const beganYesterday = local.hour < quiet.startHour
  const from = at(beganYesterday ? local.minus({ days: 1 }) : local, quiet.startHour, timeZone)
  const until = at(local.hour < quiet.endHour ? local : local.plus({ days: 1 }), quiet.endHour, timeZone)
  const heldMs = until.getTime() - Math.max(from.getTime(), times.disburseAt.getTime())
  return { until, heldSeconds: Math.ceil(heldMs / 1_000) }
}

/** Seconds from an instant outside the quiet hours until they begin; null where there are none. */
export function secondsUntilQuiet(instant: Date, timeZone: string, quiet: QuietHours | null): number | null {
  if (!quiet) return null
  const local = DateTime.fromJSDate(instant, { zone: timeZone })
  const today = at(local, quiet.startHour, timeZone)
  const start = today > instant ? today : at(local.plus({ days: 1 }), quiet.startHour, timeZone)
  return Math.floor((start.getTime() - instant.getTime()) / 1_000)
}

function isQuiet(hour: number, { startHour, endHour }: QuietHours): boolean {
  return startHour < endHour ? hour >= startHour && hour < endHour : hour >= startHour || hour < endHour
}

function at(day: DateTime, hour: number, timeZone: string): Date {
  const text = `${day.toFormat('yyyy-MM-dd')} ${String(hour).padStart(2, '0')}:00`
  const instant = parseInstant(text, timeZone)
  if (!instant) throw new Error(`${text} is no time in ${timeZone}`)
  return instant
}
