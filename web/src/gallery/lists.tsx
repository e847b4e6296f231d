import { IconCopy, IconEye, IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { type Column, DataTable, type RowAction } from '../ui/data-table.tsx'
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
  { id: 'url', head: 'Customer Url', cell: (row) => row.url, quiet: true },
  { id: 'name', head: 'Name', cell: (row) => row.name, lead: true },
  { id: 'username', head: 'Username', cell: (row) => row.username },
  { id: 'email', head: 'Email', cell: (row) => row.email },
]
const audioColumns: Column<(typeof AUDIOS)[number]>[] = [
  { id: 'name', head: 'Audio Files', cell: (row) => row.name, lead: true },
  { id: 'duration', head: 'Duration', cell: (row) => row.seconds, align: 'right' },
  {
    id: 'start',
    head: 'Start Date & Time',
    short: 'Start',
    cell: (row) => formatDateTime(row.start, 'America/New_York'),
  },
  {
    id: 'end',
    head: 'End Date & Time',
    short: 'End',
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

/** Tables, pages and the states of a list. */
export function Lists() {
  const [page, setPage] = useState(1)
  const [itemPerPage, setItemPerPage] = useState(10)
  const pager = {
    page,
    itemPerPage,
    onPage: setPage,
    onItemPerPage: setItemPerPage,
    loadedItems: 10,
    onLoadMore: nothing,
  }
  return (
    <main className={`${styles.page} dense`}>
      <div>
        <PageHead title="All Consumers" />
        <div className="tools">
          <SearchField label="Search Consumers" value="" onSearch={nothing} />
        </div>
        <DataTable
          label="Consumers"
          columns={consumerColumns}
          rows={CONSUMERS}
          rowKey={(row) => row.id}
          rowName={(row) => row.name}
          actions={edits}
          onOpen={nothing}
          footer={<Pager {...pager} totalItems={1284} />}
        />
      </div>
      <DataTable
        label="Audios"
        columns={audioColumns}
        rows={AUDIOS}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        actions={audioActions}
      />
      <DataTable
        label="Gross Sales"
        columns={salesColumns}
        rows={SALES}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        totalsLabel="Total"
      />
      <DataTable
        label="Short texts"
        columns={salesColumns}
        rows={[]}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        empty={
          <EmptyState action={<Button kind="prime">New Short Text</Button>}>
            No short texts are waiting.
          </EmptyState>
        }
      />
      <ErrorState message="Error while getting packages" onRetry={nothing} />
      <SkeletonRows count={3} />
      <SkeletonCards count={3} />
      <SkeletonText />
    </main>
  )
}
