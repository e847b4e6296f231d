import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import { afterPress } from './after-press.ts'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'
import { Icon } from './icon.tsx'

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}

type SelectFieldProps = FieldProps & {
  options: readonly SelectOption[]
  /** The first, empty choice: `Choose a time zone`. Left out when something is always chosen. */
  placeholder?: string
} & Omit<ComponentPropsWithRef<'select'>, 'children'>

/** One of a list, with the device's own picker. Values are text; every prop of `<select>` goes to it. */
export function SelectField(props: SelectFieldProps) {
  const { label, hideLabel, optional, hint, error, className, id, options, placeholder, ...select } = props
  return (
    <Field {...{ label, hideLabel, optional, hint, error, className, id }}>
      {(control) => (
        <div className={styles.wrap}>
          <select
            {...select}
            {...control}
            onBlur={afterPress(select.onBlur)}
            className={classNames(styles.input, styles.select)}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon of={IconChevronDown} size={16} className={styles.chevron} />
        </div>
      )}
    </Field>
  )
}
