import { formatCount } from '../../ui/format.ts'
import styles from './rehearsal.module.css'
import type { Sums } from './rehearsal-rules.ts'

interface Figure {
  label: string
  count: number
  meaning: string
}

/** The figures of a rehearsal, with what each means. */
export function figuresOf({ sms, email, held, skipped, refused, tokens }: Sums): Figure[] {
  return [
    {
      label: 'SMS',
      count: sms,
      meaning: held > 0 ? `${formatCount(held)} held by quiet hours` : 'None held',
    },
    { label: 'Email', count: email, meaning: 'Never held' },
    { label: 'Skipped', count: skipped, meaning: 'Too few tokens' },
    { label: 'Unreachable', count: refused, meaning: 'Not charged' },
    { label: 'Tokens', count: tokens, meaning: 'Taken' },
  ]
}

/** Figures side by side. */
export function FigureRow({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <ul className={styles.figures} aria-label={label}>
      {figures.map(({ label: name, count, meaning }) => (
        <li key={name} className={count === 0 ? styles.zero : undefined}>
          <span>{name}</span>
          <strong className="figure">{formatCount(count)}</strong>
          <span>{meaning}</span>
        </li>
      ))}
    </ul>
  )
}
