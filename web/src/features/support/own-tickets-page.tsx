import { listOwnTickets } from '@almanac/contract/support'
import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { failureText } from '../../api/failure-text.ts'
import { useConsumerParams, useUser } from '../../api/session.ts'
import { useTenantDetails } from '../../api/tenant-details.ts'
import { usePagedList } from '../../api/use-paged-list.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { SearchField } from '../../ui/text-field.tsx'
import { TicketCard } from './ticket-card.tsx'
import styles from './tickets.module.css'

/** The consumer's own messages with the operator's answers. */
export function Component() {
  const { customerUrl } = useConsumerParams()
  const [searchText, setSearchText] = useState('')
  return (
    <>
      <PageHead title="Support Tickets">
        <Button component={Link} to={paths.contactSupport(customerUrl)} icon={IconMail}>
          Contact Us
        </Button>
      </PageHead>
      <search className={styles.search}>
        <SearchField label="Search Tickets" value={searchText} onSearch={setSearchText} />
      </search>
      <Tickets searchText={searchText.trim()} />
    </>
  )
}

function Tickets({ searchText }: { searchText: string }) {
  const params = useConsumerParams()
  const { timeZone } = useUser()
  const { data: tenant } = useTenantDetails(params.customerUrl)
  const list = usePagedList(listOwnTickets, { params, query: searchText ? { searchText } : {} })
  if (list.error) {
    return <ErrorState message={failureText(list.error)} onRetry={list.retry} pending={list.isRetrying} />
  }
  if (!list.rows) return <SkeletonRows count={4} label="Loading the tickets" />
  if (list.rows.length === 0) {
    return (
      <EmptyState>
        {searchText ? 'No ticket matches the searched term.' : 'You have not written to us yet.'}
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
            timeZone={timeZone ?? undefined}
            answerFrom={tenant?.companyName ?? 'Customer support'}
          />
        ))}
      </ul>
      <Pager {...list.pager} bare />
    </>
  )
}
