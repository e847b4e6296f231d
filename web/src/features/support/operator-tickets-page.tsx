import { listTickets, type TicketStatus } from '@almanac/contract/support'
import { IconMessageReply } from '@tabler/icons-react'
import { useState } from 'react'
import { useTenantParams } from '../../api/session.ts'
import { useTenantZone } from '../../api/tenant-zone.ts'
import { useAddressState, wordField } from '../../api/use-address-state.ts'
import { usePagedList } from '../../api/use-paged-list.ts'
import { Button } from '../../ui/button.tsx'
import { EmailAddress } from '../../ui/email-address.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import type { TenantTicket } from './tenant-ticket.ts'
import { TicketCard } from './ticket-card.tsx'
import { TICKETS_PER_PAGE, TicketList, TicketSearch, ticketQuery, useTicketSearch } from './ticket-list.tsx'
import { type TicketFilter, ticketFilters } from './ticket-rules.ts'
import styles from './tickets.module.css'

/** What is to be answered is seen first. */
const ADDRESS = { filter: wordField<TicketFilter>('tickets', ['open', 'answered', 'all']) }

const NOTHING: Record<TicketFilter, string> = {
  open: 'No messages are waiting for an answer.',
  answered: 'No messages have been answered yet.',
  all: 'No consumers have written yet.',
}

/** The messages of the tenant's consumers, to be answered. */
export function Component() {
  const timeZone = useTenantZone()
  const searchText = useTicketSearch()
  const [{ filter }, choose] = useAddressState(ADDRESS)
  const [answered, setAnswered] = useState<TenantTicket | null>(null)
  const list = usePagedList(
    listTickets,
    { params: useTenantParams(), query: { ...ticketQuery(searchText), ...statusOf(filter) } },
    { itemPerPage: TICKETS_PER_PAGE },
  )
  return (
    <>
      <PageHead title="Support Tickets" />
      <div className="tools">
        <TicketSearch />
        <SegmentedFilter
          joined
          label="Ticket filter"
          options={ticketFilters(list.answer?.counts)}
          value={filter}
          onChange={(value) => choose({ filter: value })}
        />
      </div>
      <TicketList list={list} empty={NOTHING[list.query?.status ?? 'all']}>
        {(ticket) => (
          <TicketCard key={ticket.id} ticket={ticket} timeZone={timeZone} from={<Writer {...ticket} />}>
            <Button
              className={styles.act}
              icon={IconMessageReply}
              aria-label={`Answer ticket ${ticket.id} of ${ticket.consumerName}`}
              onClick={() => setAnswered(ticket)}
            >
              Answer
            </Button>
          </TicketCard>
        )}
      </TicketList>
      {answered && <AnswerDialog ticket={answered} onClose={() => setAnswered(null)} />}
    </>
  )
}

function statusOf(filter: TicketFilter): { status?: TicketStatus } {
  return filter === 'all' ? {} : { status: filter }
}

function Writer({ consumerName, username, email }: TenantTicket) {
  return (
    <>
      <b>{consumerName}</b>
      <span>{username}</span>
      <span>
        <EmailAddress>{email}</EmailAddress>
      </span>
    </>
  )
}
