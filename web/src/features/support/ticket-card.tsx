import type { Ticket } from '@almanac/contract/support'
import type { ReactNode } from 'react'
import { useTenantParams } from '../../api/session.ts'
import { useTenantDetails } from '../../api/tenant-details.ts'
import { formatDateTime } from '../../ui/format.ts'
import { Tag } from '../../ui/tag.tsx'
import { useFocusGoesOn } from '../../ui/use-focus-goes-on.ts'
import { ticketState } from './ticket-rules.ts'
import styles from './tickets.module.css'

interface TicketCardProps {
  ticket: Ticket
  /** Who wrote it, where that is not the reader. */
  from?: ReactNode
  /** The zone in which times are shown; the device's own if left out. */
  timeZone: string
  children?: ReactNode
}

/** A message and its answers, as one letter under the other. */
export function TicketCard({ ticket, from, timeZone, children }: TicketCardProps) {
  const { word, kind } = ticketState(ticket)
  const { data: tenant } = useTenantDetails(useTenantParams().customerUrl)
  return (
    <li ref={useFocusGoesOn<HTMLLIElement>()} className={styles.ticket}>
      <div className={styles.head}>
        <p className={styles.about}>
          {from}
          <span className="num">
            Ticket {ticket.id}, {formatDateTime(ticket.createdAt, timeZone)}
          </span>
        </p>
        <Tag kind={kind}>{word}</Tag>
      </div>
      <p className={styles.words}>{ticket.description}</p>
      {ticket.answers.length > 0 && (
        <ol className={styles.answers}>
          {ticket.answers.map((answer) => (
            <li key={answer.id}>
              <p className={styles.about}>
                <b>{tenant?.companyName ?? 'Customer support'}</b>
                <span className="num">{formatDateTime(answer.createdAt, timeZone)}</span>
              </p>
              <p className={styles.words}>{answer.answer}</p>
            </li>
          ))}
        </ol>
      )}
      {children}
    </li>
  )
}
