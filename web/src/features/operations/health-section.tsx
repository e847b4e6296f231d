import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { formatCount } from '../../ui/format.ts'
import { Tag } from '../../ui/tag.tsx'
import styles from './health.module.css'
import type { HealthFigure, HealthPart } from './health-rules.ts'

interface HealthSectionProps {
  id: HealthPart
  title: string
  /** What its figures are of. */
  text: string
  children: ReactNode
}

/** A page of the ledger: what it is about at the left, its figures at the right. */
export function HealthSection({ id, title, text, children }: HealthSectionProps) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        <p>{text}</p>
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  )
}

/** Figures, each with what to do about it. */
export function FigureList({ figures }: { figures: readonly HealthFigure[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, count, advice, needsSomebody }) => (
        <div key={label} className={classNames(needsSomebody && styles.wanting)}>
          <dt>
            {label}
            {needsSomebody && <Tag kind="warn">Look at it</Tag>}
          </dt>
          <dd className={styles.count}>{formatCount(count)}</dd>
          <dd className={styles.advice}>{advice}</dd>
        </div>
      ))}
    </dl>
  )
}
