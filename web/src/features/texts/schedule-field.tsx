import { DateTimeField } from '../../ui/date-time-field.tsx'
import { formatZone } from '../../ui/format.ts'
import type { WallTime } from '../../ui/wall-time.ts'
import { earliestTime, nextFullHour, type Schedule, skippedTime, tooEarly } from './schedule-rules.ts'

interface ScheduleFieldProps {
  schedule: Schedule
  value: WallTime | null
  error?: string | undefined
  onChange: (time: WallTime | null) => void
}

/** When a short text is sent, on the wall of the tenant. */
export function ScheduleField({ schedule, ...field }: ScheduleFieldProps) {
  const zone = `In ${formatZone(schedule.timeZone)}.`
  const skipped = skippedTime(field.value, schedule.timeZone)
  return (
    <DateTimeField
      label="Schedule Date & Time"
      hint={skipped ? `${zone} ${skipped}` : zone}
      timeZone={schedule.timeZone}
      min={earliestTime(schedule)}
      suggested={nextFullHour(schedule)}
      outside={tooEarly(schedule)}
      {...field}
    />
  )
}
