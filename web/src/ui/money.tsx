import { formatMoney } from './format.ts'

/** An amount in dollars, `$12.00`, in figures that stand in columns. */
export function Money({ dollars, className = 'num' }: { dollars: number; className?: string }) {
  return <span className={className}>{formatMoney(dollars)}</span>
}
