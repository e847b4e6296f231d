import { classNames } from './class-names.ts'
import styles from './segmented-filter.module.css'

interface SegmentedFilterProps<Value extends string> {
  /** The group's accessible name: `Audio filter`. */
  label: string
  options: readonly { value: Value; label: string; count?: number }[]
  /** Null when none is chosen, as with a date range of one's own. */
  value: Value | null
  onChange: (value: Value) => void
  /** One bar without gaps, for presets. */
  joined?: boolean
}

/** A few views of one list; the chosen one is `aria-pressed`. */
export function SegmentedFilter<Value extends string>(props: SegmentedFilterProps<Value>) {
  const { label, options, value, onChange, joined } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a flex row in every browser
    <div role="group" aria-label={label} className={classNames(styles.group, joined && styles.joined)}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={styles.choice}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.count !== undefined && <b className={styles.count}>{option.count}</b>}
        </button>
      ))}
    </div>
  )
}
