import { IconCopy, IconEye, IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { type Column, DataTable, type RowAction, type TableSort } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { formatCount, formatDateTime } from '../ui/format.ts'
import { Money } from '../ui/money.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Pager } from '../ui/pager.tsx'
import { SkeletonCards, SkeletonRows, SkeletonText } from '../ui/skeleton.tsx'
import { SearchField } from '../ui/text-field.tsx'
import styles from './gallery.module.css'

const CONSUMERS = [
  { id: 1, url: 'aurora', name: 'Stella Marsh', username: 'stella', email: 'stella.marsh@example.com' },
  { id: 2, url: 'northstar', name: 'Orion Whitfield', username: 'orion', email: 'orion.w@example.com' },
  {
    id: 3,
    url: 'aurora',
    name: 'Margaret Okonkwo-Lindqvist',
    username: 'maggie_ol',
    email: 'margaret.okonkwo-lindqvist@longmailhost.example',
  },
]
const AUDIOS = [
  {
    id: 1,
    name: 'Week of November 17',
    seconds: '4:38',
    start: '2026-11-17T05:05:00Z',
    end: '2026-12-15T05:04:00Z',
  },
  {
    id: 2,
    name: 'The Sun enters Sagittarius',
    seconds: '4:52',
    start: '2026-11-20T11:00:00Z',
    end: '2026-12-22T04:59:00Z',
  },
]
const SALES = [
  { id: 1, name: 'Single Reading', sold: 214, tokens: 1498, dollars: 1498 },
  { id: 2, name: 'Four Weeks', sold: 163, tokens: 4890, dollars: 4401 },
]

const nothing = () => {}
const consumerColumns: Column<(typeof CONSUMERS)[number]>[] = [
  { id: 'url', head: 'Customer Url', short: '', cell: (row) => row.url, quiet: true, sortBy: 'url' },
  { id: 'name', head: 'Name', cell: (row) => row.name, lead: true, sortBy: 'name' },
  { id: 'username', head: 'Username', short: '', cell: (row) => row.username, sortBy: 'username' },
  { id: 'email', head: 'Email', short: '', cell: (row) => row.email },
]
const audioColumns: Column<(typeof AUDIOS)[number]>[] = [
  { id: 'name', head: 'Audio Files', cell: (row) => row.name, lead: true },
  {
    id: 'duration',
    head: 'Duration',
    short: '',
    cell: (row) => row.seconds,
    align: 'right',
    card: 'first',
  },
  {
    id: 'start',
    head: 'Start Date & Time',
    short: '',
    cell: (row) => formatDateTime(row.start, 'America/New_York'),
  },
  {
    id: 'end',
    head: 'End Date & Time',
    short: 'to',
    cell: (row) => formatDateTime(row.end, 'America/New_York'),
  },
]
const salesColumns: Column<(typeof SALES)[number]>[] = [
  { id: 'name', head: 'Package Name', cell: (row) => row.name, lead: true },
  { id: 'sold', head: 'Packages Sold', cell: (row) => row.sold, align: 'right', total: 377 },
  {
    id: 'tokens',
    head: 'Token Count',
    cell: (row) => formatCount(row.tokens),
    align: 'right',
    total: formatCount(6388),
  },
  {
    id: 'dollars',
    head: 'Dollar Amount',
    short: '',
    card: 'first',
    cell: (row) => <Money dollars={row.dollars} />,
    align: 'right',
    total: <Money dollars={5899} />,
  },
]
const edits: RowAction<{ id: number }>[] = [
  { label: 'Edit', icon: IconPencil, onClick: nothing },
  { label: 'View', icon: IconEye, onClick: nothing },
]
const audioActions: RowAction<{ id: number }>[] = [
  { label: 'Play', icon: IconPlayerPlay, onClick: nothing, disabled: (row) => row.id === 2 },
  { label: 'Edit', icon: IconPencil, onClick: nothing },
  { label: 'Copy', icon: IconCopy, onClick: nothing },
  { label: 'Delete', icon: IconTrash, onClick: nothing },
]

const byId = (row: { id: number }) => row.id
const byName = (row: { name: string }) => row.name
const failure = { message: 'Error while getting audios.', onRetry: nothing, pending: false }

/** All that a table of consumers can do: order, acts, pages, of which the next one never comes. */
function Consumers() {
  const [sort, setSort] = useState<TableSort>({ by: 'name', isAscending: true })
  const [askedPage, setAskedPage] = useState(1)
  const [itemPerPage, setItemPerPage] = useState(10)
  const isBusy = askedPage !== 1
  return (
    <DataTable
      label="Consumers"
      columns={consumerColumns}
      rows={CONSUMERS}
      isBusy={isBusy}
      rowKey={byId}
      rowName={byName}
      actions={edits}
      onOpen={nothing}
      sort={sort}
      onSort={setSort}
      footer={
        <Pager
          page={1}
          askedPage={askedPage}
          itemPerPage={itemPerPage}
          totalItems={1284}
          loadedItems={10}
          pending={isBusy}
          onPage={setAskedPage}
          onStep={(step) => setAskedPage(askedPage + step)}
          onItemPerPage={setItemPerPage}
          onLoadMore={nothing}
        />
      }
    />
  )
}

/** A table in each state that is no matter of its rows. */
function States() {
  const table = { label: 'Audios', columns: audioColumns, rowKey: byId, rowName: byName }
  return (
    <>
      <DataTable {...table} rows={undefined} waiting="Loading audios" actions={audioActions} />
      <DataTable {...table} rows={AUDIOS} isBusy actions={audioActions} />
      <DataTable {...table} rows={AUDIOS} failure={failure} actions={audioActions} />
      <DataTable {...table} rows={undefined} failure={failure} />
      <DataTable
        {...table}
        rows={[]}
        empty={
          <EmptyState action={<Button kind="prime">New Short Text</Button>}>
            No short texts are waiting.
          </EmptyState>
        }
      />
    </>
  )
}

/** Tables, pages and the states of a list. */
export function Lists() {
  return (
    <main className={`${styles.page} dense`}>
      <div>
        <PageHead title="All Consumers" />
        <div className="tools">
          <SearchField label="Search Consumers" value="" onSearch={nothing} />
        </div>
        <Consumers />
      </div>
      <DataTable
        label="Audios"
        columns={audioColumns}
        rows={AUDIOS}
        rowKey={byId}
        rowName={byName}
        actions={audioActions}
      />
      <DataTable
        label="Gross Sales"
        columns={salesColumns}
        rows={SALES}
        rowKey={byId}
        rowName={byName}
        totalsLabel="Total"
      />
      <States />
      <ErrorState message="Error while getting packages" onRetry={nothing} />
      <SkeletonRows count={3} />
      <SkeletonCards count={3} />
      <SkeletonText />
    </main>
  )
}
