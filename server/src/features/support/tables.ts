import type { Generated } from 'kysely'

declare module '../../platform/database.ts' {
  interface Tables {
    /** `open` until the first answer. Key and hash tell a repeated request; null of what was sent without a key. */
    tickets: {
      id: Generated<number>
      tenantId: number
      consumerId: number
      description: string
      email: string
      status: Generated<'open' | 'answered'>
      idempotencyKey: string | null
      requestHash: string | null
      createdAt: Generated<Date>
    }
    /** The same for these, by the operator who sent it. */
    ticketAnswers: {
      id: Generated<number>
      tenantId: number
      ticketId: number
      operatorId: number
      answer: string
      idempotencyKey: string | null
      requestHash: string | null
      createdAt: Generated<Date>
    }
  }
}
