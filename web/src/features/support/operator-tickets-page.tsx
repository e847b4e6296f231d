import { listTickets } from '@almanac/contract/support'
import { IconMessageReply } from '@tabler/icons-react'
import { useState } from 'react'
import { useTenantParams } from '../../api/session.ts'
import { useTenantZone } from '../../api/tenant-zone.ts'
import { usePagedList } from '../../api/use-paged-list.ts'
import { Button } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import type { TenantTicket } from './tenant-ticket.ts'
import { TicketCard } from './ticket-card.tsx'
import { TICKETS_PER_PAGE, TicketList, TicketSearch, ticketQuery } from './ticket-list.tsx'
import styles from './tickets.module.css'

/** All messages of the tenant's consumers, to be answered. */
export function Component() {
  const [answered, setAnswered] = useState<TenantTicket | null>(null)
  return (
    <>
      <PageHead title="Support Tickets" />
      <TicketSearch>
        {(searchText) => <Tickets searchText={searchText} onAnswer={setAnswered} />}
      </TicketSearch>
      {answered && <AnswerDialog ticket={answered} onClose={() => setAnswered(null)} />}
    </>
  )
}

interface TicketsProps {
  searchText: string
  onAnswer: (ticket: TenantTicket) => void
}

function Tickets({ searchText, onAnswer }: TicketsProps) {
  const timeZone = useTenantZone()
  const list = usePagedList(
    listTickets,
    { params: useTenantParams(), query: ticketQuery(searchText) },
    { itemPerPage: TICKETS_PER_PAGE },
  )
  return (
    <TicketList list={list} empty="No consumers have written yet.">
      {(ticket) => (
        <TicketCard
          key={ticket.id}
          ticket={ticket}
          timeZone={timeZone}
          from={
            <>
              <b>{ticket.consumerName}</b>
              <span>{ticket.email}</span>
            </>
          }
        >
          <Button
            className={styles.act}
            icon={IconMessageReply}
            aria-label={`Answer ticket ${ticket.id} of ${ticket.consumerName}`}
            onClick={() => onAnswer(ticket)}
          >
            Answer
          </Button>
        </TicketCard>
      )}
    </TicketList>
  )
}
