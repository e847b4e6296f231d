import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/ActionIcon.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/dates/styles.css'
import '../theme/mantine.css'
import { MantineProvider } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { mantineTheme } from '../theme/mantine-theme.ts'
import styles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'
import { Icon } from './icon.tsx'
import { useTopModal } from './modal-stack.ts'

interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type PickerProps = ReturnType<typeof pickerProps> & {
  minDate: string | undefined
  maxDate: string | undefined
  disabled: boolean | undefined
}

interface DateFrameProps extends FieldProps {
  min?: string
  max?: string
  disabled?: boolean
  children: (picker: PickerProps) => ReactNode
}

/**
 * A Mantine picker inside of our field, which gets all that both pickers share. The provider is here and not at the root:
 * nothing else in the product needs it. Its variables are in a style sheet, not in a style element, and it leaves the
 * colour scheme alone.
 */
export function DateFrame({ min, max, disabled, children, ...field }: DateFrameProps) {
  const target = useTopModal() ?? undefined
  const limits = { minDate: min, maxDate: max, disabled }
  return (
    <MantineProvider
      theme={mantineTheme}
      withCssVariables={false}
      withGlobalClasses={false}
      getRootElement={() => undefined}
    >
      <Field {...field}>{(control) => children({ ...pickerProps(control, target), ...limits })}</Field>
    </MantineProvider>
  )
}

/** How both pickers look and speak. In a dialog the calendar is rendered into it, where it is not inert. */
function pickerProps(control: ControlProps, target: HTMLElement | undefined) {
  return {
    id: control.id,
    error: control['aria-invalid'],
    withErrorStyles: false,
    'aria-describedby': control['aria-describedby'],
    classNames: { input: styles.input },
    leftSection: <Icon of={IconCalendar} />,
    leftSectionPointerEvents: 'none' as const,
    popoverProps: {
      id: control.id,
      portalProps: target ? { target } : {},
      zIndex: 15,
      transitionProps: { duration: 0 },
    },
    firstDayOfWeek: 0 as const,
    highlightToday: true,
    weekendDays: [],
    ariaLabels: {
      nextMonth: 'Next month',
      previousMonth: 'Previous month',
      nextYear: 'Next year',
      previousYear: 'Previous year',
      nextDecade: 'Next decade',
      previousDecade: 'Previous decade',
    },
  }
}
