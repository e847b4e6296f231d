import { type Ticket, ticketBody } from '@almanac/contract/support'
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
