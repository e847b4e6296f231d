import { classNames } from './class-names.ts'
import styles from './skeleton.module.css'

interface SkeletonProps {
  /** How many rows, cards or lines. */
  count?: number
  /** What is loading, for screen readers. */
  label?: string
}

const steps = (count: number) => Array.from({ length: count }, (_, index) => index)

/** One value before it is there, in a skeleton. */
export function Ticks() {
  return <span className={styles.ticks} />
}

/** A list's rows before they are there. Tables have their own, in their columns. */
export function SkeletonRows({ count = 6, label = 'Loading' }: SkeletonProps) {
  return (
    <div role="status" aria-label={label} className={classNames('panel', styles.rows)}>
      {steps(count).map((row) => (
        <div key={row} className={styles.row} aria-hidden="true">
          <span className={styles.ticks} />
          <span className={styles.ticks} />
          <span className={styles.ticks} />
        </div>
      ))}
    </div>
  )
}

interface SkeletonCardsProps extends SkeletonProps {
  /** The classes of the grid and of the place of a card in it, where the cards to come have a grid of their own. */
  grid?: string | undefined
  place?: string | undefined
}

/** Cards before they are there. */
export function SkeletonCards(props: SkeletonCardsProps) {
  const { count = 5, label = 'Loading', grid = styles.cards, place = styles.card } = props
  return (
    <div role="status" aria-label={label} className={grid}>
      {steps(count).map((card) => (
        <div key={card} className={classNames('panel', place)} aria-hidden="true">
          <span className={classNames(styles.ticks, styles.tall)} />
          <span className={styles.ticks} />
          <span className={styles.ticks} />
        </div>
      ))}
    </div>
  )
}

/** Lines of text before they are there. */
export function SkeletonText({ count = 3, label = 'Loading' }: SkeletonProps) {
  return (
    <div role="status" aria-label={label} className={styles.text}>
      {steps(count).map((line) => (
        <span key={line} className={styles.ticks} aria-hidden="true" />
      ))}
    </div>
  )
}
