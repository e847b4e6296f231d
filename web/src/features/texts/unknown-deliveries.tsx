import { listTextDeliveries, type TextDelivery } from '@almanac/contract/delivery'
import { useTenantParams } from '../../api/session.ts'
import { usePagedList } from '../../api/use-paged-list.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Pager } from '../../ui/pager.tsx'
import styles from './deliveries.module.css'
import { mediumWords } from './delivery-words.ts'

/** The deliveries that nobody knows the fate of: who, by what, when, and why. */
export function UnknownDeliveries({ textId, timeZone }: { textId: number; timeZone: string }) {
  return (
    <>
      <p className={styles.note}>
        We could not find out what became of these. They keep their token and are never sent again
        automatically.
      </p>
      <UnknownList textId={textId} timeZone={timeZone} />
    </>
  )
}

function UnknownList({ textId, timeZone }: { textId: number; timeZone: string }) {
  const params = { ...useTenantParams(), shortTextId: textId }
  const list = usePagedList(listTextDeliveries, { params, query: { state: 'unknown' } }, { name: null })
  return (
    <DataTable
      label="Unknown deliveries"
      columns={columnsIn(timeZone)}
      {...list.table}
      waiting="Loading unknown deliveries"
      rowKey={({ id }) => id}
      rowName={({ fullName }) => fullName}
      empty={<EmptyState>Everything unknown has been resolved in the meantime.</EmptyState>}
      footer={<Pager {...list.pager} />}
    />
  )
}

function columnsIn(timeZone: string): Column<TextDelivery>[] {
  return [
    {
      id: 'who',
      head: 'Consumer',
      lead: true,
      cell: ({ fullName, username }) => (
        <span className={styles.pair}>
          {fullName}
          <span>{username}</span>
        </span>
      ),
    },
    {
      id: 'medium',
      head: 'Sent by',
      cell: ({ medium, recipient }) => (
        <span className={styles.pair}>
          {mediumWords[medium]}
          <span>{recipient}</span>
        </span>
      ),
    },
    {
      id: 'when',
      head: 'Date & Time',
      short: '',
      cell: (row) => formatDateTime(row.attemptDateTime, timeZone),
    },
    { id: 'why', head: 'Reason', short: '', cell: ({ reason }) => reason },
  ]
}
