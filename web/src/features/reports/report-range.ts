import { type ReportRange, reportQuery } from '@almanac/contract/reports'
import { type AddressField, dayField, wordField } from '../../api/use-address-state.ts'
import { shiftDay } from '../../ui/wall-time.ts'

export type Preset = 'today' | 'week' | 'month'

/** The presets of the report's days, each up to today. */
export const PRESETS: readonly { value: Preset; label: string }[] = [
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'This Week' },
  { value: 'month', label: 'This Month' },
]

const preset = wordField<Preset>('range', ['today', 'week', 'month'])
const from = dayField('from')
const to = dayField('to')

/** A preset, or days of one's own, in the address. */
export const choiceField: AddressField<Preset | ReportRange> = {
  read(search) {
    const range = reportQuery.safeParse({ startDate: from.read(search), endDate: to.read(search) })
    return range.data ?? preset.read(search)
  },
  write(search, choice) {
    const isPreset = typeof choice === 'string'
    preset.write(search, isPreset ? choice : 'today')
    from.write(search, isPreset ? '' : choice.startDate)
    to.write(search, isPreset ? '' : choice.endDate)
  },
}

/** The days of a preset, `today` being the tenant's; weeks start on Sunday. */
export function rangeOf(preset: Preset, today: string): ReportRange {
  return { startDate: startOf(preset, today), endDate: today }
}

function startOf(preset: Preset, today: string): string {
  if (preset === 'today') return today
  if (preset === 'month') return `${today.slice(0, 8)}01`
  return shiftDay(today, -new Date(today).getUTCDay())
}
