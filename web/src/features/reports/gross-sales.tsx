import type { Answer } from '@almanac/contract/endpoint'
import {
  exportGrossSales,
  type GrossSalesRow,
  listGrossSales,
  type ReportRange,
} from '@almanac/contract/reports'
import { useTenantParams } from '../../api/session.ts'
import { usePagedList } from '../../api/use-paged-list.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatCount } from '../../ui/format.ts'
import { Money } from '../../ui/money.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { CsvButton } from './csv-button.tsx'
import styles from './reports.module.css'
import { SalesAccordion } from './sales-accordion.tsx'

/** Gross sales show their pages from ten entries on. */
const PAGER_FROM_ITEMS = 10

type Totals = Answer<typeof listGrossSales>['totals']
const NO_TOTALS: Totals = { packageSoldQuantity: 0, tokenCount: 0, totalAmount: 0 }

/** What was sold of each package: a table, on a phone an accordion. */
export function GrossSales({ range }: { range: ReportRange }) {
  return (
    <section className={styles.sales} aria-labelledby="gross-sales">
      <div className={styles.salesHead}>
        <h2 id="gross-sales">Gross Sales</h2>
        <CsvButton endpoint={exportGrossSales} report="Gross Sales" range={range} />
      </div>
      <Sales range={range} />
    </section>
  )
}

function Sales({ range }: { range: ReportRange }) {
  const isPhone = useIsPhone()
  const list = usePagedList(listGrossSales, { params: useTenantParams(), query: range })
  const totals = list.answer?.totals ?? NO_TOTALS
  const empty = <EmptyState>No packages were sold on these days.</EmptyState>
  const pager = <Pager {...list.pager} fromItems={PAGER_FROM_ITEMS} />
  if (isPhone) return <SalesAccordion {...list.table} totals={totals} empty={empty} footer={pager} />
  return (
    <DataTable
      label="Gross Sales"
      columns={columnsOf(totals)}
      {...list.table}
      waiting="Loading gross sales"
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      totalsLabel="Total"
      empty={empty}
      footer={pager}
    />
  )
}

function columnsOf(totals: Totals): Column<GrossSalesRow>[] {
  return [
    { id: 'name', head: 'Package Name', lead: true, cell: ({ name }) => name },
    {
      id: 'sold',
      head: 'Packages Sold',
      align: 'right',
      cell: (row) => formatCount(row.packageSoldQuantity),
      total: formatCount(totals.packageSoldQuantity),
    },
    {
      id: 'tokens',
      head: 'Token Count',
      align: 'right',
      cell: (row) => formatCount(row.tokenCount),
      total: formatCount(totals.tokenCount),
    },
    {
      id: 'amount',
      head: 'Dollar Amount',
      short: '',
      align: 'right',
      card: 'first',
      cell: (row) => (
        <span className={styles.amount}>
          <ShareRule share={row.totalAmount / totals.totalAmount} />
          <Money dollars={row.totalAmount} />
        </span>
      ),
      total: <Money dollars={totals.totalAmount} />,
    },
  ]
}

/** A part of the whole in ticks. */
function ShareRule({ share }: { share: number }) {
  return (
    <span className={styles.share} aria-hidden="true">
      <span style={{ width: `${100 * share}%` }} />
    </span>
  )
}
