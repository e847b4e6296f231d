import type { ReactNode } from 'react'
import styles from './dial.module.css'

const TICKS = 120

/** The nth tick round the dial, from the top: long every tenth. */
function tick(index: number): string {
  const angle = (index / TICKS) * 2 * Math.PI
  const at = (radius: number) =>
    `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`
  return `M${at(index % 10 === 0 ? 87 : 93)}L${at(103)}`
}

const ALL_TICKS = Array.from({ length: TICKS }, (_, index) => tick(index))

/** How many ticks have run at a part (0 to 1) of the whole. */
export function elapsedTicks(part: number): number {
  if (!(part > 0)) return 0
  return Math.min(TICKS, Math.floor(part * TICKS) + 1)
}

/** Time that has run, round a sign: one tick after the other turns gold. Decoration, the rule says the same. */
export function Dial({ part, children }: { part: number; children: ReactNode }) {
  const run = elapsedTicks(part)
  return (
    <div className={styles.plate}>
      <svg className={styles.dial} viewBox="-110 -110 220 220" aria-hidden="true">
        <circle r="72" />
        <path className={styles.rest} d={ALL_TICKS.slice(run).join('')} />
        <path className={styles.run} d={ALL_TICKS.slice(0, run).join('')} />
      </svg>
      {children}
    </div>
  )
}
