import { DateTimePicker as MantineDateTimePicker } from '@mantine/dates'
import { DateFrame, pickerProps } from './date-frame.tsx'
import type { DateTimeFieldProps } from './date-time-field.tsx'
import { useTopModal } from './modal-stack.ts'

/** Mantine's picker in our frame; loaded by `DateTimeField`. */
export default function DateTimePicker({
  value,
  onChange,
  min,
  max,
  disabled,
  ...frame
}: DateTimeFieldProps) {
  const target = useTopModal() ?? undefined
  return (
    <DateFrame {...frame}>
      {(control) => (
        <MantineDateTimePicker
          {...pickerProps(control, target)}
          value={value}
          onChange={(chosen) => onChange(chosen ? chosen.slice(0, 16) : null)}
          minDate={min}
          maxDate={max}
          disabled={disabled}
          placeholder="Choose a day and a time"
          valueFormat="MMM D, YYYY HH:mm"
          submitButtonProps={{ 'aria-label': 'Use this date and time' }}
          timePickerProps={{ 'aria-label': 'Time', hoursInputLabel: 'Hours', minutesInputLabel: 'Minutes' }}
        />
      )}
    </DateFrame>
  )
}
