import type { Answer } from '@almanac/contract/endpoint'
import { listOwnTokenTransactions } from '@almanac/contract/ledger'
import { useConsumerParams } from '../../api/session.ts'
import { useOwnZone } from '../../api/tenant-zone.ts'
import { usePagedList } from '../../api/use-paged-list.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatCount, formatDateTime } from '../../ui/format.ts'
import { Pager } from '../../ui/pager.tsx'
import styles from './activity.module.css'
import { NoActivity } from './no-activity.tsx'

type Movement = Answer<typeof listOwnTokenTransactions>['data'][number]

/** Every debit and credit with its reason and the balance it left, newest first. */
export function TokenHistory() {
  const params = useConsumerParams()
  const timeZone = useOwnZone()
  const list = usePagedList(listOwnTokenTransactions, { params })
  return (
    <DataTable
      label="Token History"
      columns={columnsIn(timeZone)}
      {...list.table}
      waiting="Loading the token history"
      rowKey={(row) => row.id}
      rowName={(row) => row.description}
      empty={<NoActivity>No tokens have come in or gone out yet.</NoActivity>}
      footer={<Pager {...list.pager} />}
    />
  )
}

const MINUS = '\u2212'

/** A debit with its minus, a credit with its plus. */
function Tokens({ row }: { row: Movement }) {
  if (row.tokenDebit > 0) return `${MINUS}${formatCount(row.tokenDebit)}`
  return <span className={styles.credit}>+{formatCount(row.tokenCredit)}</span>
}

function columnsIn(timeZone: string): Column<Movement>[] {
  return [
    { id: 'what', head: 'Description', lead: true, cell: (row) => row.description },
    {
      id: 'time',
      head: 'Date Time',
      short: '',
      quiet: true,
      cell: (row) => formatDateTime(row.createdAt, timeZone),
    },
    {
      id: 'tokens',
      head: 'Tokens',
      short: '',
      align: 'right',
      card: 'first',
      cell: (row) => <Tokens row={row} />,
    },
    {
      id: 'balance',
      head: 'Token Balance',
      short: 'Balance',
      align: 'right',
      cell: (row) => formatCount(row.newTokenBalance),
    },
  ]
}
