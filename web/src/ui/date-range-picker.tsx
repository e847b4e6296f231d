import { DatePickerInput } from '@mantine/dates'
import type { DateRangeFieldProps } from './date-field-props.ts'
import { DateFrame } from './date-frame.tsx'

/** Mantine's range calendar in our frame; loaded by `DateRangeField`. */
export default function DateRangePicker({ value, onChange, ...frame }: DateRangeFieldProps) {
  return (
    <DateFrame {...frame}>
      {(picker) => (
        <DatePickerInput
          {...picker}
          type="range"
          allowSingleDateInRange
          value={value}
          onChange={onChange}
          placeholder="Choose the first and the last day"
          valueFormat="MMM D, YYYY"
        />
      )}
    </DateFrame>
  )
}
