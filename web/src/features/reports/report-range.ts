import type { ReportRange } from '@almanac/contract/reports'
import { shiftDay } from '../../ui/wall-time.ts'

export type Preset = 'today' | 'week' | 'month'

/** The presets of the report's days, each up to today. */
export const PRESETS: readonly { value: Preset; label: string }[] = [
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'This Week' },
  { value: 'month', label: 'This Month' },
]

/** The days of a preset, `today` being the tenant's; weeks start on Sunday. */
export function rangeOf(preset: Preset, today: string): ReportRange {
  return { startDate: startOf(preset, today), endDate: today }
}

function startOf(preset: Preset, today: string): string {
  if (preset === 'today') return today
  if (preset === 'month') return `${today.slice(0, 8)}01`
  return shiftDay(today, -new Date(today).getUTCDay())
}
