import type { Answer } from '@almanac/contract/endpoint'
import { listTokenTransactions, tokenTransactionColumn } from '@almanac/contract/ledger'
import { useState } from 'react'
import type { z } from 'zod'
import { failureText } from '../../api/failure-text.ts'
import { usePagedList } from '../../api/use-paged-list.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { DateField } from '../../ui/date-time-field.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatCount, formatDateTime, formatZone } from '../../ui/format.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { SearchField } from '../../ui/text-field.tsx'
import { dayOf } from '../../ui/wall-time.ts'
import { type DateFilter, type DateFilterState, onDay, withDate } from './date-filter.ts'
import styles from './ledger.module.css'

type TransactionRow = Answer<typeof listTokenTransactions>['data'][number]
type SortColumn = z.output<typeof tokenTransactionColumn>

const COLUMN_WORDS: Record<SortColumn, string> = {
  createdAt: 'Date Time',
  username: 'Username',
  description: 'Description',
  tokenDebit: 'Token Debit',
  tokenCredit: 'Token Credit',
  newTokenBalance: 'Token Balance',
}
const SORT_COLUMNS = tokenTransactionColumn.options.map((value) => ({ value, label: COLUMN_WORDS[value] }))
const SORT_TYPES = [
  { value: 'ascending', label: 'Ascending' },
  { value: 'descending', label: 'Descending' },
]

interface Filters {
  dates: DateFilterState
  shortByColumn: SortColumn
  isShortAscending: boolean
  searchText: string
}

/** The device's zone: days begin and end, and times are shown, as they do here. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

/** Token Transaction History: every change of every consumer's balance. */
export function Component() {
  const [filters, setFilters] = useState<Filters>(() => ({
    dates: onDay(dayOf(new Date(), timeZone)),
    shortByColumn: 'createdAt',
    isShortAscending: false,
    searchText: '',
  }))
  return (
    <>
      <PageHead title="Token Transaction History" text={`Days and times in ${formatZone(timeZone)}.`} />
      <FilterBar
        filters={filters}
        onChange={(change) => setFilters((before) => ({ ...before, ...change }))}
      />
      <Transactions filters={filters} />
    </>
  )
}

interface FilterBarProps {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
}

function FilterBar({ filters, onChange }: FilterBarProps) {
  const { dates, shortByColumn, isShortAscending, searchText } = filters
  const date = (name: keyof DateFilter) => ({
    hideLabel: true,
    timeZone,
    value: dates.entered[name] || null,
    error: dates.errors[name],
    onChange: (day: string | null) => onChange({ dates: withDate(dates, name, day ?? '') }),
  })
  return (
    <search className={styles.filters}>
      <fieldset className={styles.dates}>
        <legend>Filter by Date</legend>
        <div className={styles.pair}>
          <DateField label="Start date" {...date('startDate')} />
          <DateField label="End date" {...date('endDate')} />
        </div>
      </fieldset>
      <SelectField
        label="Sort By"
        options={SORT_COLUMNS}
        value={shortByColumn}
        onChange={(event) => onChange({ shortByColumn: event.target.value as SortColumn })}
      />
      <SelectField
        label="Sort Type"
        options={SORT_TYPES}
        value={isShortAscending ? 'ascending' : 'descending'}
        onChange={(event) => onChange({ isShortAscending: event.target.value === 'ascending' })}
      />
      <div className={styles.search}>
        <p aria-hidden="true">Search</p>
        <SearchField
          label="Search by Username"
          value={searchText}
          onSearch={(text) => onChange({ searchText: text })}
        />
      </div>
    </search>
  )
}

function Transactions({ filters }: { filters: Filters }) {
  const { startDate, endDate } = filters.dates.applied
  const list = usePagedList(listTokenTransactions, {
    query: {
      timeZone,
      shortByColumn: filters.shortByColumn,
      isShortAscending: filters.isShortAscending,
      ...(startDate && { startDate }),
      ...(endDate && { endDate }),
      ...(filters.searchText.trim() && { searchText: filters.searchText.trim() }),
    },
  })
  if (list.error) {
    const message = failureText(list.error)
    return <ErrorState message={message} onRetry={list.retry} pending={list.isRetrying} />
  }
  if (!list.rows) return <SkeletonRows label="Loading token transactions" />
  return (
    <div className={styles.table}>
      <DataTable
        label="Token Transaction History"
        columns={columns}
        rows={list.rows}
        rowKey={(row) => row.id}
        rowName={(row) => row.username}
        empty={<EmptyState>No tokens moved on these days that match your search.</EmptyState>}
        footer={<Pager {...list.pager} />}
      />
    </div>
  )
}

/** A row has a debit or a credit; the other one stays in the background. */
const tokens = (count: number) => (count === 0 ? <span className="quiet">0</span> : formatCount(count))

const columns: Column<TransactionRow>[] = [
  { id: 'time', head: COLUMN_WORDS.createdAt, cell: (row) => formatDateTime(row.createdAt) },
  {
    id: 'username',
    head: COLUMN_WORDS.username,
    lead: true,
    cell: (row) => <span className={styles.username}>{row.username}</span>,
  },
  { id: 'description', head: COLUMN_WORDS.description, cell: (row) => row.description },
  { id: 'debit', head: COLUMN_WORDS.tokenDebit, align: 'right', cell: (row) => tokens(row.tokenDebit) },
  { id: 'credit', head: COLUMN_WORDS.tokenCredit, align: 'right', cell: (row) => tokens(row.tokenCredit) },
  {
    id: 'balance',
    head: COLUMN_WORDS.newTokenBalance,
    align: 'right',
    cell: (row) => formatCount(row.newTokenBalance),
  },
]
