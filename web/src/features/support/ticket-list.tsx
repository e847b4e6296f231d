import type { Ticket } from '@almanac/contract/support'
import type { ReactNode } from 'react'
import { textField, useAddressState } from '../../api/use-address-state.ts'
import type { PagedList } from '../../api/use-paged-list.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListFrame } from '../../ui/list-frame.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { SearchField } from '../../ui/text-field.tsx'
import styles from './tickets.module.css'

const SEARCH_MAX_CHARACTERS = 100
const ADDRESS = { searchText: textField('q', SEARCH_MAX_CHARACTERS) }

/** What the tickets are searched for, in the address. */
export function useTicketSearch(): string {
  const [{ searchText }] = useAddressState(ADDRESS)
  return searchText.trim()
}

/** The field for it. */
export function TicketSearch() {
  const [{ searchText }, change] = useAddressState(ADDRESS)
  return (
    <search className={styles.search}>
      <SearchField
        label="Search Tickets"
        value={searchText}
        onSearch={(text) => change({ searchText: text }, { replace: true })}
      />
    </search>
  )
}

/** Tickets of a page, as the specification asks for them. */
export const TICKETS_PER_PAGE = 100

/** What a list of tickets is asked for. */
export function ticketQuery(searchText: string): { searchText?: string } {
  return searchText ? { searchText } : {}
}

interface TicketListProps<Row extends Ticket> {
  list: PagedList<Row, unknown, { searchText?: string } | undefined>
  /** Said where nobody has written yet. */
  empty: string
  children: (ticket: Row) => ReactNode
}

/** Tickets, each drawn by `children`, newest first. */
export function TicketList<Row extends Ticket>({ list, empty, children }: TicketListProps<Row>) {
  const [, change] = useAddressState(ADDRESS)
  return (
    <ListFrame
      {...list.table}
      waiting={<SkeletonRows count={4} label="Loading the tickets" />}
      empty={
        list.query?.searchText ? (
          <EmptyState action={<Button onClick={() => change({ searchText: '' })}>Clear Search</Button>}>
            No tickets match the searched term.
          </EmptyState>
        ) : (
          <EmptyState>{empty}</EmptyState>
        )
      }
      footer={<Pager {...list.pager} bare />}
    >
      {(tickets) => <ul className={styles.list}>{tickets.map(children)}</ul>}
    </ListFrame>
  )
}
