import { IconCalendar } from '@tabler/icons-react'
import { type ReactNode, type Ref, useId } from 'react'
import { Button, DateInput, DateSegment, Group, Label } from 'react-aria-components/DatePicker'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { classNames } from './class-names.ts'
import styles from './date-field.module.css'
import type { DateFieldFrame } from './date-field-props.ts'
import fieldStyles from './field.module.css'
import { FieldNote } from './field.tsx'
import { Icon } from './icon.tsx'

// React Aria adds a style element for what is pressed unless it finds this one, and our policy refuses such elements.
// What it would say stands in our style sheets.
if (!document.getElementById('react-aria-pressable-style')) {
  const mark = document.createElement('meta')
  mark.id = 'react-aria-pressable-style'
  document.head.append(mark)
}

type DateFrameProps = DateFieldFrame & {
  /** What the value itself is refused for. */
  refusal: string | null
  /** Gets what a picker takes of the frame, and the line that stands beneath it. */
  children: (picker: ReturnType<typeof pickerProps>, label: ReactNode, note: ReactNode) => ReactNode
}

/** The frame of field.tsx around a picker, in American English whatever the device speaks, as is all else. */
export function DateFrame(props: DateFrameProps) {
  const { label, hideLabel, hint, refusal, children } = props
  const noteId = useId()
  const error = refusal ?? props.error
  return (
    <I18nProvider locale="en-US">
      {children(
        pickerProps(props, Boolean(error), error || hint ? noteId : undefined),
        <Label className={hideLabel ? 'sr-only' : fieldStyles.label}>{label}</Label>,
        <FieldNote id={noteId} hint={hint} error={error} />,
      )}
    </I18nProvider>
  )
}

function pickerProps(
  { className, disabled }: DateFieldFrame,
  isInvalid: boolean,
  noteId: string | undefined,
) {
  return {
    className: classNames(fieldStyles.field, className),
    'aria-describedby': noteId,
    isInvalid,
    isDisabled: disabled,
    // Ours are the words.
    validationBehavior: 'aria' as const,
    shouldForceLeadingZeros: true,
  }
}

interface DateBoxProps {
  ref: Ref<HTMLDivElement>
  /** Enter on one of the parts. */
  onEnter?: () => void
  children: ReactNode
}

/** The parts that are typed, then the button of the calendar. */
export function DateBox({ ref, onEnter, children }: DateBoxProps) {
  return (
    <Group ref={ref} className={styles.box}>
      <div className={styles.parts} onKeyDownCapture={({ key }) => key === 'Enter' && onEnter?.()}>
        {children}
      </div>
      <Button className={styles.opener}>
        <Icon of={IconCalendar} />
      </Button>
    </Group>
  )
}

/** The parts of one date: each a number of its own, for arrows and digits. */
export function DateParts({ slot }: { slot?: 'start' | 'end' }) {
  return (
    <DateInput slot={slot} className={styles.date}>
      {(segment) => <DateSegment segment={segment} className={styles.part} />}
    </DateInput>
  )
}
