import type { ReactNode } from 'react'
import styles from './changed-note.module.css'

interface ChangedNoteProps {
  /** What was changed: `package`. */
  thing: string
  /** Stands small before the last sentence. */
  detail?: string
  children: ReactNode
}

/** What somebody else has written while this form was filled in. */
export function ChangedNote({ thing, detail, children }: ChangedNoteProps) {
  return (
    <div role="status" className={styles.note}>
      <strong>Someone else has changed this {thing} to:</strong>
      {children}
      <span>{detail && `${detail}. `}Saving again replaces it with yours.</span>
    </div>
  )
}

interface ChangedFactsProps {
  thing: string
  /** Each value in words, by the label of its field. */
  was: Readonly<Record<string, string>>
  now: Readonly<Record<string, string>>
}

/** The same of a thing with many fields: those that are others now. */
export function ChangedFacts({ thing, was, now }: ChangedFactsProps) {
  const others = Object.entries(now).filter(([label, value]) => was[label] !== value)
  return (
    <ChangedNote thing={thing}>
      {others.map(([label, value]) => (
        <p key={label}>
          {label}: {value}
        </p>
      ))}
    </ChangedNote>
  )
}
