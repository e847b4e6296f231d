import type { GrossSalesRow } from '@almanac/contract/reports'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { ListFrame, type ListState } from '../../ui/list-frame.tsx'
import { Money } from '../../ui/money.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import styles from './sales-accordion.module.css'

type SalesFigures = Omit<GrossSalesRow, 'id' | 'name'>

interface SalesAccordionProps extends ListState<GrossSalesRow> {
  totals: SalesFigures
  empty: ReactNode
  /** A Pager. */
  footer: ReactNode
}

/** Gross sales on a phone: a package's name and amount, the rest folded under it; the totals always open. */
export function SalesAccordion({ totals, ...list }: SalesAccordionProps) {
  return (
    <ListFrame {...list} className="panel" waiting={<SkeletonRows label="Loading gross sales" />}>
      {(rows) => (
        <>
          {rows.map((row) => (
            <details key={row.id} className={styles.row}>
              <summary>
                <span className={styles.name}>{row.name}</span>
                <Money dollars={row.totalAmount} />
                <Icon of={IconChevronDown} />
              </summary>
              <Figures {...row} />
            </details>
          ))}
          <section className={styles.total} aria-label="Total">
            <h3>Total</h3>
            <Figures {...totals} />
          </section>
        </>
      )}
    </ListFrame>
  )
}

function Figures({ packageSoldQuantity, tokenCount, totalAmount }: SalesFigures) {
  return (
    <dl className={styles.figures}>
      <dt>Packages Sold</dt>
      <dd>{formatCount(packageSoldQuantity)}</dd>
      <dt>Token Count</dt>
      <dd>{formatCount(tokenCount)}</dd>
      <dt>Dollar Amount</dt>
      <dd>
        <Money dollars={totalAmount} />
      </dd>
    </dl>
  )
}
