import type { CSSProperties } from 'react'
import { classNames } from './class-names.ts'
import { formatTokens } from './format.ts'
import styles from './token.module.css'
import { READING_TOKENS, yearDots } from './year-dots.ts'

/** One token: a gold disc. Decoration, a number or word stands beside it. */
export function Token({ sizePx = 10, empty = false }: { sizePx?: number; empty?: boolean }) {
  return (
    <span
      className={classNames(styles.token, empty && styles.empty)}
      style={{ '--token': `${sizePx / 16}rem` } as CSSProperties}
      aria-hidden="true"
    />
  )
}

interface TokenRowProps {
  /** How many of the row are gold; all by default. */
  filled?: number
  /** How many there are; seven are one reading. */
  of?: number
  sizePx?: number
}

/** The row of seven: one reading. Decoration. */
export function TokenRow({ of = READING_TOKENS, filled = of, sizePx = 18 }: TokenRowProps) {
  return (
    <span
      className={styles.row}
      style={{ '--token': `${sizePx / 16}rem` } as CSSProperties}
      aria-hidden="true"
    >
      {Array.from({ length: of }, (_, index) => index).map((index) => (
        <Token key={index} sizePx={sizePx} empty={index >= filled} />
      ))}
    </span>
  )
}

/** A number of tokens with its disc: `7 Tokens`. */
export function TokenAmount({ tokens }: { tokens: number }) {
  return (
    <span className={classNames(styles.amount, 'num')}>
      <Token />
      {formatTokens(tokens)}
    </span>
  )
}

/** A year of Tuesdays: 52 rows of seven; those that `tokens` pay for are filled. Decoration. */
export function TokenYear({ tokens }: { tokens: number }) {
  const { bought, rest } = yearDots(tokens)
  return (
    <svg className={styles.year} viewBox="0 0 156 104" aria-hidden="true">
      <path className={styles.rest} d={rest} />
      <path className={styles.bought} d={bought} />
    </svg>
  )
}
