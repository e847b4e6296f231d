import type { Generated } from 'kysely'

/** What tells a repeated request from a new one; null of what was sent without an idempotency key. */
interface Repeatable {
  idempotencyKey: string | null
  requestHash: string | null
}

declare module '../../platform/database.ts' {
  interface Tables {
    /** `open` until the first answer; each of a consumer's keys makes one. */
    tickets: Repeatable & {
      id: Generated<number>
      tenantId: number
      consumerId: number
      description: string
      email: string
      status: Generated<'open' | 'answered'>
      createdAt: Generated<Date>
    }
    /** Each of an operator's keys makes one. */
    ticketAnswers: Repeatable & {
      id: Generated<number>
      tenantId: number
      ticketId: number
      operatorId: number
      answer: string
      createdAt: Generated<Date>
    }
  }
}
