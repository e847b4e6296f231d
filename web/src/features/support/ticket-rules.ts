import { type Ticket, type TicketStatus, ticketBody } from '@almanac/contract/support'
import { z } from 'zod'

/** The contact form, in which the address has a name of its own. */
export const contactForm = z.object({
  description: ticketBody.shape.description,
  consumerEmail: ticketBody.shape.email,
})

/** A ticket's state as a tag says it. */
export function ticketState({ status }: Pick<Ticket, 'status'>): { word: string; kind: 'good' | 'warn' } {
  return status === 'answered' ? { word: 'Answered', kind: 'good' } : { word: 'Open', kind: 'warn' }
}

/** What of the tickets is shown. */
export type TicketFilter = TicketStatus | 'all'

/** The filters with how many tickets each shows, once that is known. */
export function ticketFilters(counts: Record<TicketStatus, number> | undefined) {
  const filters: { value: TicketFilter; label: string; count?: number }[] = [
    { value: 'open', label: 'Open' },
    { value: 'answered', label: 'Answered' },
    { value: 'all', label: 'All' },
  ]
  if (!counts) return filters
  const { open, answered } = counts
  const known: Record<TicketFilter, number> = { open, answered, all: open + answered }
  return filters.map((filter) => ({ ...filter, count: known[filter.value] }))
}
