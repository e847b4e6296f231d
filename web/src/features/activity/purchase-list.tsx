import type { Answer } from '@almanac/contract/endpoint'
import { paths } from '@almanac/contract/pages'
import { listPurchases } from '@almanac/contract/payments'
import { Link } from 'react-router'
import { useConsumerParams } from '../../api/session.ts'
import { useOwnZone } from '../../api/tenant-zone.ts'
import { usePagedList } from '../../api/use-paged-list.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatCount, formatDateTime, formatMoney } from '../../ui/format.ts'
import { Pager } from '../../ui/pager.tsx'
import { keptAmount, paidWith, paymentStateWords } from '../../ui/payment-words.ts'
import { Tag } from '../../ui/tag.tsx'
import styles from './activity.module.css'
import { NoActivity } from './no-activity.tsx'

type Purchase = Answer<typeof listPurchases>['data'][number]

/** Every completed purchase, newest first; each leads to its receipt. */
export function PurchaseList() {
  const params = useConsumerParams()
  const timeZone = useOwnZone()
  const list = usePagedList(listPurchases, { params })
  return (
    <DataTable
      label="Purchases"
      columns={columnsIn(params.customerUrl, timeZone)}
      {...list.table}
      waiting="Loading the purchases"
      rowKey={(row) => row.id}
      rowName={(row) => `of ${row.packageName}, purchase ${row.id}`}
      empty={<NoActivity>You have not purchased tokens yet.</NoActivity>}
      footer={<Pager {...list.pager} />}
    />
  )
}

function columnsIn(customerUrl: string, timeZone: string): Column<Purchase>[] {
  return [
    { id: 'package', head: 'Package Name', lead: true, cell: (row) => <PackageCell purchase={row} /> },
    {
      id: 'time',
      head: 'Date Time',
      short: '',
      quiet: true,
      cell: (row) => formatDateTime(row.createdAt, timeZone),
    },
    { id: 'with', head: 'Payment Method', card: 'none', quiet: true, cell: paidWith },
    { id: 'tokens', head: 'Tokens', align: 'right', cell: (row) => formatCount(row.numberOfTokens) },
    {
      id: 'amount',
      head: 'Amount',
      short: '',
      align: 'right',
      card: 'first',
      cell: (row) => <AmountCell purchase={row} />,
    },
    {
      id: 'receipt',
      head: 'Receipt',
      align: 'right',
      cell: (row) => (
        <Link className={`link ${styles.receipt}`} to={paths.receipt(customerUrl, row.id)}>
          <span className="sr-only">Receipt </span>
          {row.id}
        </Link>
      ),
    },
  ]
}

function PackageCell({ purchase }: { purchase: Purchase }) {
  return (
    <span className={styles.package}>
      {purchase.packageName}
      {purchase.isAutoPurchase && <Tag>Auto-purchase</Tag>}
      <Tag kind={purchase.state === 'paid' ? 'good' : 'warn'}>{paymentStateWords[purchase.state]}</Tag>
    </span>
  )
}

/** What was paid, and what has come back of it. */
function AmountCell({ purchase }: { purchase: Purchase }) {
  const { amount } = purchase
  const back = amount - keptAmount(purchase)
  return (
    <span className={styles.amount}>
      {formatMoney(amount)}
      {back > 0 && <small>{formatMoney(back)} returned</small>}
    </span>
  )
}
