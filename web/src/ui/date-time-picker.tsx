import { DateTimePicker as MantineDateTimePicker } from '@mantine/dates'
import type { DateTimeFieldProps } from './date-field-props.ts'
import { DateFrame } from './date-frame.tsx'

/** Mantine's picker in our frame; loaded by `DateTimeField`. */
export default function DateTimePicker({ value, onChange, ...frame }: DateTimeFieldProps) {
  return (
    <DateFrame {...frame}>
      {(picker) => (
        <MantineDateTimePicker
          {...picker}
          value={value}
          onChange={(chosen) => onChange(chosen ? chosen.slice(0, 16) : null)}
          placeholder="Choose a day and a time"
          valueFormat="MMM D, YYYY HH:mm"
          submitButtonProps={{ 'aria-label': 'Use this date and time' }}
          timePickerProps={{ 'aria-label': 'Time', hoursInputLabel: 'Hours', minutesInputLabel: 'Minutes' }}
        />
      )}
    </DateFrame>
  )
}
