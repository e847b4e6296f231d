import { type ReactNode, useId } from 'react'
import styles from './choice.module.css'
import field from './field.module.css'

interface RadioGroupProps<Value extends string> {
  legend: ReactNode
  hideLegend?: boolean
  options: readonly { value: Value; label: ReactNode; disabled?: boolean }[]
  value: Value | null
  onChange: (value: Value) => void
}

/** One of a few, all in sight. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const name = useId()
  return (
    <fieldset>
      <legend className={props.hideLegend ? 'sr-only' : field.legend}>{props.legend}</legend>
      <div className={styles.radios}>
        {props.options.map((option) => (
          <label key={option.value} className={styles.choice}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === props.value}
              disabled={option.disabled}
              onChange={() => props.onChange(option.value)}
            />
            <span className={styles.text}>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
