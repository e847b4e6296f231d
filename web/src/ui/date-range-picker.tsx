import { DatePickerInput } from '@mantine/dates'
import { DateFrame, pickerProps } from './date-frame.tsx'
import type { DateRangeFieldProps } from './date-time-field.tsx'
import { useTopModal } from './modal-stack.ts'

/** Mantine's range calendar in our frame; loaded by `DateRangeField`. */
export default function DateRangePicker({
  value,
  onChange,
  min,
  max,
  disabled,
  ...frame
}: DateRangeFieldProps) {
  const target = useTopModal() ?? undefined
  return (
    <DateFrame {...frame}>
      {(control) => (
        <DatePickerInput
          {...pickerProps(control, target)}
          type="range"
          allowSingleDateInRange
          value={value}
          onChange={onChange}
          minDate={min}
          maxDate={max}
          disabled={disabled}
          placeholder="Choose the first and the last day"
          valueFormat="MMM D, YYYY"
        />
      )}
    </DateFrame>
  )
}
