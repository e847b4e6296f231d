import type { Answer } from '@almanac/contract/endpoint'
import { listTokenTransactions, tokenTransactionColumn } from '@almanac/contract/ledger'
import { useEffect, useMemo, useState } from 'react'
import type { z } from 'zod'
import { textField, useAddressState, wordField } from '../../api/use-address-state.ts'
import { useChosenZone, ZONE_OPTIONS } from '../../api/use-chosen-zone.ts'
import { usePagedList } from '../../api/use-paged-list.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { DateField } from '../../ui/date-time-field.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatCount, formatDateTime, formatZone } from '../../ui/format.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { SearchField } from '../../ui/text-field.tsx'
import { dayOf } from '../../ui/wall-time.ts'
import { type DateFilter, daysField, unedited, withDate } from './date-filter.ts'
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

const SEARCH_MAX_CHARACTERS = 100

interface Filters {
  days: DateFilter
  shortByColumn: SortColumn
  order: 'ascending' | 'descending'
  searchText: string
}

const addressFields = (today: string) => ({
  days: daysField(today),
  shortByColumn: wordField<SortColumn>('sort', ['createdAt', ...tokenTransactionColumn.options]),
  order: wordField<Filters['order']>('order', ['descending', 'ascending']),
  searchText: textField('q', SEARCH_MAX_CHARACTERS),
})

/** Token Transaction History: every change of every consumer's balance. */
export function Component() {
  const [timeZone, chooseZone] = useChosenZone()
  const fields = useMemo(() => addressFields(dayOf(new Date(), timeZone)), [timeZone])
  const [filters, onChange] = useAddressState<Filters>(fields)
  const shown = { filters, onChange, timeZone }
  return (
    <>
      <PageHead title="Token Transaction History" text={`Days and times in ${formatZone(timeZone)}.`}>
        <SelectField
          label="Time Zone"
          className={styles.zone}
          options={ZONE_OPTIONS}
          value={timeZone}
          onChange={(event) => chooseZone(event.target.value)}
        />
      </PageHead>
      <FilterBar {...shown} />
      <Transactions {...shown} />
    </>
  )
}

interface FiltersProps {
  filters: Filters
  /** Days begin and end, and times are shown, as they do there. */
  timeZone: string
  onChange: (change: Partial<Filters>, options?: { replace: boolean }) => void
}

/** What stands in the two fields, which may make no sense yet, until other days are shown. */
function useEnteredDates({ filters: { days }, onChange }: Omit<FiltersProps, 'timeZone'>) {
  const { startDate, endDate } = days
  const [edited, setEdited] = useState({ dates: unedited(days), isOnItsWay: false })
  const { applied } = edited.dates
  const isOfThese = applied.startDate === startDate && applied.endDate === endDate
  const dates = edited.isOnItsWay || isOfThese ? edited.dates : unedited(days)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the address says others, these are there
  useEffect(() => setEdited((before) => ({ ...before, isOnItsWay: false })), [startDate, endDate])
  return {
    dates,
    enter(name: keyof DateFilter, day: string) {
      const next = withDate(dates, name, day)
      const isOnItsWay = next.applied !== dates.applied
      setEdited({ dates: next, isOnItsWay })
      if (isOnItsWay) onChange({ days: next.applied })
    },
  }
}

function FilterBar({ filters, timeZone, onChange }: FiltersProps) {
  const { shortByColumn, order, searchText } = filters
  const { dates, enter } = useEnteredDates({ filters, onChange })
  const date = (name: keyof DateFilter) => ({
    hideLabel: true,
    timeZone,
    value: dates.entered[name] || null,
    error: dates.errors[name],
    onChange: (day: string | null) => enter(name, day ?? ''),
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
        value={order}
        onChange={(event) => onChange({ order: event.target.value as Filters['order'] })}
      />
      <div className={styles.search}>
        <p aria-hidden="true">Search</p>
        <SearchField
          label="Search by Username"
          value={searchText}
          onSearch={(text) => onChange({ searchText: text }, { replace: true })}
        />
      </div>
    </search>
  )
}

function Transactions({ filters, timeZone, onChange }: FiltersProps) {
  const columns = useMemo(() => columnsIn(timeZone), [timeZone])
  const { startDate, endDate } = filters.days
  const list = usePagedList(listTokenTransactions, {
    query: {
      timeZone,
      shortByColumn: filters.shortByColumn,
      isShortAscending: filters.order === 'ascending',
      ...(startDate && { startDate }),
      ...(endDate && { endDate }),
      ...(filters.searchText.trim() && { searchText: filters.searchText.trim() }),
    },
  })
  return (
    <div className={styles.table}>
      <DataTable
        label="Token Transaction History"
        columns={columns}
        {...list.table}
        waiting="Loading token transactions"
        sort={{ by: filters.shortByColumn, isAscending: filters.order === 'ascending' }}
        onSort={({ by, isAscending }) =>
          onChange({ shortByColumn: by as SortColumn, order: isAscending ? 'ascending' : 'descending' })
        }
        rowKey={(row) => row.id}
        rowName={(row) => row.username}
        empty={
          <EmptyState
            action={
              list.query?.searchText && (
                <Button onClick={() => onChange({ searchText: '' })}>Clear Search</Button>
              )
            }
          >
            No tokens moved on these days that match your search.
          </EmptyState>
        }
        footer={<Pager {...list.pager} isApproximate={list.answer?.isApproximate} />}
      />
    </div>
  )
}

/** A row has a debit or a credit; the other one stays in the background. */
const tokens = (count: number) => (count === 0 ? <span className="quiet">0</span> : formatCount(count))

const columnsIn = (timeZone: string): Column<TransactionRow>[] => [
  {
    id: 'time',
    head: COLUMN_WORDS.createdAt,
    short: '',
    sortBy: 'createdAt',
    cell: (row) => formatDateTime(row.createdAt, timeZone),
  },
  {
    id: 'username',
    head: COLUMN_WORDS.username,
    sortBy: 'username',
    lead: true,
    cell: (row) => <span className={styles.username}>{row.username}</span>,
  },
  {
    id: 'description',
    head: COLUMN_WORDS.description,
    short: '',
    sortBy: 'description',
    cell: (row) => row.description,
  },
  {
    id: 'debit',
    head: COLUMN_WORDS.tokenDebit,
    short: 'Debit',
    sortBy: 'tokenDebit',
    align: 'right',
    card: (row) => (row.tokenDebit === 0 ? 'none' : 'first'),
    cell: (row) => tokens(row.tokenDebit),
  },
  {
    id: 'credit',
    head: COLUMN_WORDS.tokenCredit,
    short: 'Credit',
    sortBy: 'tokenCredit',
    align: 'right',
    card: (row) => (row.tokenCredit === 0 ? 'none' : 'first'),
    cell: (row) => tokens(row.tokenCredit),
  },
  {
    id: 'balance',
    head: COLUMN_WORDS.newTokenBalance,
    short: 'Balance',
    sortBy: 'newTokenBalance',
    align: 'right',
    cell: (row) => formatCount(row.newTokenBalance),
  },
]
