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

/** When an SMS that could leave at `instant` may leave: then, or at the end of the quiet hours of the zone (decision S5). */
export function heldUntil(instant: Date, timeZone: string, quiet: QuietHours | null): Date {
  if (!quiet) return instant
  const local = DateTime.fromJSDate(instant, { zone: timeZone })
  if (!isQuiet(local.hour, quiet)) return instant
  const day = local.hour < quiet.endHour ? local : local.plus({ days: 1 })
  return at(day, quiet.endHour, timeZone)
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
