import { listPaymentHistories, type PaymentHistory } from '@almanac/contract/refunds'
import { IconEye, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { textField, useAddressState } from '../../../api/use-address-state.ts'
import { usePagedList } from '../../../api/use-paged-list.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmailAddress } from '../../../ui/email-address.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { deviceZone, formatDateTime, formatMoney, formatZone } from '../../../ui/format.ts'
import { PageHead } from '../../../ui/page-head.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { refundState } from '../../../ui/payment-words.ts'
import { Tag } from '../../../ui/tag.tsx'
import { SearchField } from '../../../ui/text-field.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { isRefund, paymentIdOf, refundStateWords } from './refund-rules.ts'
import styles from './refunds.module.css'

const SEARCH_MAX_CHARACTERS = 100
const FIELDS = { searchText: textField('q', SEARCH_MAX_CHARACTERS) }

/** The device's zone, in which times are shown. */

/** Transaction History: every payment and refund of every customer, and the way to refund. */
export function Component() {
  const [{ searchText }, change] = useAddressState<{ searchText: string }>(FIELDS)
  return (
    <>
      <PageHead
        title="Transaction History"
        text={`Payments and refunds of all customers, times in ${formatZone(deviceZone)}.`}
      />
      <div className="tools">
        <SearchField
          label="Search Payments"
          className={styles.search}
          value={searchText}
          onSearch={(text) => change({ searchText: text }, { replace: true })}
        />
      </div>
      <Payments searchText={searchText.trim()} onClear={() => change({ searchText: '' })} />
    </>
  )
}

interface PaymentsProps {
  searchText: string
  onClear: () => void
}

function Payments({ searchText, onClear }: PaymentsProps) {
  const list = usePagedList(listPaymentHistories, { query: searchText ? { searchText } : {} })
  const [opened, setOpened] = useState<PaymentHistory | null>(null)
  const fresh = opened && list.rows?.find(({ id }) => id === opened.id)
  if (fresh && fresh !== opened) setOpened(fresh)
  const isSearched = Boolean(list.query?.searchText)
  return (
    <>
      <DataTable
        label="Payments History"
        columns={columns}
        {...list.table}
        waiting="Loading payments"
        rowKey={(row) => row.id}
        rowName={paymentIdOf}
        actionsHead="Credit Refund"
        actions={[
          { label: 'Edit', icon: IconPencil, onClick: setOpened, hidden: isRefund },
          { label: 'View', icon: IconEye, onClick: setOpened, hidden: (row) => !isRefund(row) },
        ]}
        empty={
          <EmptyState action={isSearched && <Button onClick={onClear}>Clear Search</Button>}>
            {isSearched ? 'No payments match your search.' : 'Nothing has been paid yet.'}
          </EmptyState>
        }
        footer={<Pager {...list.pager} />}
      />
      {opened && <RefundDialog key={opened.id} payment={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

const columns: Column<PaymentHistory>[] = [
  {
    id: 'time',
    head: 'Date Time',
    short: '',
    cell: (row) => <span className={styles.whole}>{formatDateTime(row.createdAt, deviceZone)}</span>,
  },
  {
    id: 'email',
    head: 'Email',
    lead: true,
    cell: (row) => (
      <span className={styles.email}>
        <EmailAddress>{row.email}</EmailAddress>
      </span>
    ),
  },
  {
    id: 'method',
    head: 'Payment Method',
    short: '',
    quiet: true,
    cell: (row) => (
      <span className={styles.words}>
        {row.paymentMethod}
        <StateTags row={row} />
      </span>
    ),
  },
  {
    id: 'payment',
    head: 'Payment Id',
    short: '',
    quiet: true,
    cell: (row) => <span className={styles.id}>{paymentIdOf(row)}</span>,
  },
  {
    id: 'amount',
    head: 'Amount',
    short: '',
    align: 'right',
    card: 'first',
    cell: (row) => (
      <span className={classNames(styles.whole, row.refundState === 'failed' && styles.void)}>
        {formatMoney(row.amount)}
      </span>
    ),
  },
]

/** What else there is to know of a row before it is opened. */
function StateTags({ row }: { row: PaymentHistory }) {
  if (isRefund(row)) {
    const word = row.refundState && refundStateWords[row.refundState]
    return word && <Tag kind={row.refundState === 'failed' ? 'bad' : 'plain'}>{word}</Tag>
  }
  const refunded = refundState(row)
  return (
    <>
      {row.isDisputed && <Tag kind="bad">Disputed</Tag>}
      {row.lostAmount !== 0 && <Tag kind="bad">Dispute lost</Tag>}
      {refunded && <Tag kind="warn">{refunded}</Tag>}
    </>
  )
}
