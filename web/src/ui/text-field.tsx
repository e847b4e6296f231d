import { limits } from '@almanac/contract/limits'
import { IconSearch } from '@tabler/icons-react'
import { type ComponentPropsWithRef, useEffect, useRef, useState } from 'react'
import { afterPress } from './after-press.ts'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'
import { Icon, type IconShape } from './icon.tsx'
import { useFollowedLink } from './use-followed-link.ts'

type TextFieldProps = FieldProps & {
  icon?: IconShape
  /** Marks the field as wrong without words of its own, as when two share one message. */
  invalid?: boolean
} & ComponentPropsWithRef<'input'>

/** One line of text; every prop of `<input>` goes to the input. */
export function TextField(props: TextFieldProps) {
  const { label, hideLabel, optional, hint, error, invalid, className, icon, id, ...input } = props
  return (
    <Field {...{ label, hideLabel, optional, hint, error, invalid, className, id }}>
      {(control) => (
        <div className={styles.wrap}>
          {icon && <Icon of={icon} className={styles.lead} />}
          <input
            type="text"
            {...input}
            {...control}
            onBlur={afterPress(input.onBlur)}
            className={styles.input}
          />
        </div>
      )}
    </Field>
  )
}

type PasswordFieldProps = Omit<FieldProps, 'optional'> & Omit<ComponentPropsWithRef<'input'>, 'type'>

/** A password with a Show button. Give `autoComplete` as `current-password` or `new-password`. */
export function PasswordField({
  label,
  hideLabel,
  hint,
  error,
  className,
  id,
  ...input
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field {...{ label, hideLabel, hint, error, className, id }}>
      {(control) => (
        <div className={styles.wrap}>
          <input
            {...input}
            {...control}
            onBlur={afterPress(input.onBlur)}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={classNames(styles.input, styles.secret)}
          />
          <button
            type="button"
            className={styles.reveal}
            aria-pressed={shown}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </Field>
  )
}

interface SearchFieldProps {
  /** Accessible name and placeholder: `Search Consumers`. */
  label: string
  value: string
  /** Called once typing has rested for 300 ms, and at once when the field is emptied. */
  onSearch: (text: string) => void
  className?: string
}

export const SEARCH_REST_MS = limits.searchDebounceMs

/** A search box that waits until typing rests. */
export function SearchField({ label, value, onSearch, className }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const search = useRef(onSearch)
  search.current = onSearch
  const told = useRef(value)

  // What was told comes back a moment later, when more may have been typed.
  useEffect(() => {
    if (value !== told.current) setTyped(value)
    told.current = value
  }, [value])
  useEffect(() => {
    if (typed === told.current) return
    function tell() {
      told.current = typed
      search.current(typed)
    }
    const timer = setTimeout(tell, typed === '' ? 0 : SEARCH_REST_MS)
    return () => clearTimeout(timer)
  }, [typed])

  // A link leads to what it says, whatever has not been told yet.
  useFollowedLink(() => setTyped(told.current))

  return (
    <TextField
      type="search"
      label={label}
      hideLabel
      placeholder={label}
      icon={IconSearch}
      className={classNames(styles.search, className)}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}
