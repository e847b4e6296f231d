import type { Answer } from '@almanac/contract/endpoint'
import { listTickets } from '@almanac/contract/support'
import { IconMessageReply } from '@tabler/icons-react'
import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { useTenantParams } from '../../api/session.ts'
import { useTenantDetails } from '../../api/tenant-details.ts'
import { useTenantZone } from '../../api/tenant-zone.ts'
import { usePagedList } from '../../api/use-paged-list.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { SearchField } from '../../ui/text-field.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import { TicketCard } from './ticket-card.tsx'
import styles from './tickets.module.css'

export type TenantTicket = Answer<typeof listTickets>['data'][number]

/** All messages of the tenant's consumers, to be answered. */
export function Component() {
  const [searchText, setSearchText] = useState('')
  const [answered, setAnswered] = useState<TenantTicket | null>(null)
  return (
    <>
      <PageHead title="Support Tickets" />
      <search className={styles.search}>
        <SearchField label="Search Tickets" value={searchText} onSearch={setSearchText} />
      </search>
      <Tickets searchText={searchText.trim()} onAnswer={setAnswered} />
      {answered && <AnswerDialog ticket={answered} onClose={() => setAnswered(null)} />}
    </>
  )
}

interface TicketsProps {
  searchText: string
  onAnswer: (ticket: TenantTicket) => void
}

function Tickets({ searchText, onAnswer }: TicketsProps) {
  const params = useTenantParams()
  const timeZone = useTenantZone()
  const { data: tenant } = useTenantDetails(params.customerUrl)
  const list = usePagedList(listTickets, { params, query: searchText ? { searchText } : {} })
  if (list.error) {
    return <ErrorState message={failureText(list.error)} onRetry={list.retry} pending={list.isRetrying} />
  }
  if (!list.rows) return <SkeletonRows count={5} label="Loading the tickets" />
  if (list.rows.length === 0) {
    return (
      <EmptyState>
        {searchText ? 'No ticket matches the searched term.' : 'No consumer has written yet.'}
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={styles.list}>
        {list.rows.map((ticket) => (
          <TicketCard
            key={ticket.id}
            ticket={ticket}
            timeZone={timeZone}
            answerFrom={tenant?.companyName ?? 'Customer support'}
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
        ))}
      </ul>
      <Pager {...list.pager} bare />
    </>
  )
}
