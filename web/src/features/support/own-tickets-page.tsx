import { paths } from '@almanac/contract/pages'
import { listOwnTickets } from '@almanac/contract/support'
import { IconMail } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useConsumerParams } from '../../api/session.ts'
import { useOwnZone } from '../../api/tenant-zone.ts'
import { usePagedList } from '../../api/use-paged-list.ts'
import { Button } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { TicketCard } from './ticket-card.tsx'
import { TICKETS_PER_PAGE, TicketList, TicketSearch, ticketQuery, useTicketSearch } from './ticket-list.tsx'

/** The consumer's own messages with the operator's answers. */
export function Component() {
  const { customerUrl } = useConsumerParams()
  return (
    <>
      <PageHead title="Support Tickets">
        <Button component={Link} to={paths.contactSupport(customerUrl)} icon={IconMail}>
          Contact Us
        </Button>
      </PageHead>
      <div className="tools">
        <TicketSearch />
      </div>
      <Tickets searchText={useTicketSearch()} />
    </>
  )
}

function Tickets({ searchText }: { searchText: string }) {
  const timeZone = useOwnZone()
  const list = usePagedList(
    listOwnTickets,
    { params: useConsumerParams(), query: ticketQuery(searchText) },
    { itemPerPage: TICKETS_PER_PAGE },
  )
  return (
    <TicketList list={list} empty="You have not written to us yet.">
      {(ticket) => <TicketCard key={ticket.id} ticket={ticket} timeZone={timeZone} />}
    </TicketList>
  )
}
