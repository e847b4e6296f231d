import type { Revenue } from '@almanac/contract/reports'
import { formatMoney } from '../../ui/format.ts'
import styles from './revenue-sum.module.css'

type Totals = Omit<Revenue, 'revenueData'>

/** What the revenue is made of, as one adds it up on paper; lost disputes are named where there are any. */
export function RevenueSum({ revenue }: { revenue: Totals | undefined }) {
  return (
    <dl className={styles.sum}>
      <Line name="Gross sales" amount={revenue && formatMoney(revenue.totalGrossSales)} />
      <Line name="Refunds" amount={revenue && lessBy(revenue.totalRefunds)} />
      {revenue !== undefined && revenue.totalLostDisputes > 0 && (
        <Line name="Lost disputes" amount={lessBy(revenue.totalLostDisputes)} />
      )}
      <Line name="Revenue" amount={revenue && formatMoney(revenue.totalRevenue)} />
    </dl>
  )
}

const lessBy = (dollars: number) => (dollars === 0 ? formatMoney(0) : formatMoney(-dollars))

function Line({ name, amount }: { name: string; amount: string | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{amount ?? '\u2007'}</dd>
    </div>
  )
}
