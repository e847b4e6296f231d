import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email } from './fields.ts'
import { limits } from './limits.ts'
import {
  customerUrl,
  emailAddress,
  idText,
  instant,
  itemPerPage,
  paged,
  pageQuery,
  searchText,
} from './primitives.ts'

const consumerParams = z.object({ customerUrl, consumerId: idText })

export const ticketAnswer = z.object({ id: z.number().int(), answer: z.string(), createdAt: instant })

export const ticketStatus = z.enum(['open', 'answered'])
export type TicketStatus = z.output<typeof ticketStatus>

export const ticket = z.object({
  id: z.number().int(),
  description: z.string(),
  email: emailAddress,
  status: ticketStatus,
  createdAt: instant,
  answers: z.array(ticketAnswer),
})
export type Ticket = z.output<typeof ticket>

/** Tickets come a hundred to a page unless asked otherwise. */
const ticketQuery = z.object({
  ...pageQuery,
  itemPerPage: itemPerPage.default(100),
  searchText,
})

export const ticketBody = z.object({
  description: z
    .string({ error: 'Message is required.' })
    .trim()
    .min(1, 'Message is required.')
    .max(limits.supportMessageMaxCharacters, 'Message must be less than 1000 characters.'),
  email,
})

export const listOwnTickets = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/consumers/:consumerId/tickets',
  summary: "The consumer's support tickets with their answers, newest first",
  actor: ['consumer'],
  params: consumerParams,
  query: ticketQuery,
  response: paged(ticket),
  errors: [],
})

export const openTicket = endpoint({
  method: 'POST',
  path: '/v1/customers/:customerUrl/consumers/:consumerId/tickets',
  summary: 'Send a message to customer support',
  actor: ['consumer'],
  params: consumerParams,
  body: ticketBody,
  response: ticket.extend({ message: z.string() }),
  status: 201,
  idempotent: true,
  errors: ['idempotency_mismatch'],
})

export const listTickets = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/tickets',
  summary: "Support tickets of the tenant's consumers, newest first; searched by message, name and username",
  actor: ['customer'],
  params: z.object({ customerUrl }),
  query: ticketQuery.extend({ status: ticketStatus.optional() }),
  response: paged(ticket.extend({ consumerName: z.string(), username: z.string() })).extend({
    counts: z.object({ open: z.number().int(), answered: z.number().int() }).meta({
      description: 'How many tickets match the search, by state, whichever `status` was asked for.',
    }),
  }),
  errors: [],
})

/** What an operator answers. */
export const answerBody = z.object({
  answer: z
    .string({ error: 'Answer is required.' })
    .trim()
    .min(1, 'Answer is required.')
    .max(2000, 'Answer must be less than 2000 characters.'),
})

export const answerTicket = endpoint({
  method: 'POST',
  path: '/v1/customers/:customerUrl/tickets/:ticketId/answers',
  summary: 'Answer a support ticket; the answer is mailed to the consumer too',
  actor: ['customer'],
  params: z.object({ customerUrl, ticketId: idText }),
  body: answerBody,
  response: ticket.extend({ message: z.string() }),
  status: 201,
  idempotent: true,
  errors: ['idempotency_mismatch'],
})
