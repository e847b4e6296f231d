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

interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/**
 * A Mantine picker inside of our field. The provider is here and not at the root: nothing else in the product
 * needs it. Its variables are in a style sheet, not in a style element, and it leaves the colour scheme alone.
 */
export function DateFrame({
  children,
  ...field
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  return (
    <MantineProvider
      theme={mantineTheme}
      withCssVariables={false}
      withGlobalClasses={false}
      getRootElement={() => undefined}
    >
      <Field {...field}>{children}</Field>
    </MantineProvider>
  )
}

/** What both pickers share. In a dialog the calendar is rendered into it, where it is not inert. */
export function pickerProps(control: ControlProps, target: HTMLElement | undefined) {
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
