import type { Ticket } from '@almanac/contract/support'
import { type ReactNode, useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import type { PagedList } from '../../api/use-paged-list.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { SearchField } from '../../ui/text-field.tsx'
import styles from './tickets.module.css'

/** A search field, and below it what is found. */
export function TicketSearch({ children }: { children: (searchText: string) => ReactNode }) {
  const [searchText, setSearchText] = useState('')
  return (
    <>
      <search className={styles.search}>
        <SearchField label="Search Tickets" value={searchText} onSearch={setSearchText} />
      </search>
      {children(searchText.trim())}
    </>
  )
}

/** Tickets of a page, as the specification asks for them. */
export const TICKETS_PER_PAGE = 100

/** What a list of tickets is asked for. */
export function ticketQuery(searchText: string): { searchText?: string } {
  return searchText ? { searchText } : {}
}

interface TicketListProps<Row extends Ticket> {
  list: PagedList<Row>
  searchText: string
  /** Said where nobody has written yet. */
  empty: string
  children: (ticket: Row) => ReactNode
}

/** Tickets, each drawn by `children`, newest first. */
export function TicketList<Row extends Ticket>({ list, searchText, empty, children }: TicketListProps<Row>) {
  if (list.error) {
    return <ErrorState message={failureText(list.error)} onRetry={list.retry} pending={list.isRetrying} />
  }
  if (!list.rows) return <SkeletonRows count={4} label="Loading the tickets" />
  if (list.rows.length === 0) {
    return <EmptyState>{searchText ? 'No tickets match the searched term.' : empty}</EmptyState>
  }
  return (
    <>
      <ul className={styles.list}>{list.rows.map(children)}</ul>
      <Pager {...list.pager} bare />
    </>
  )
}
