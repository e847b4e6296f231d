import type { Generated } from 'kysely'

declare module '../../platform/database.ts' {
  interface Tables {
    /** `open` until the first answer. */
    tickets: {
      id: Generated<number>
      tenantId: number
      consumerId: number
      description: string
      email: string
      status: Generated<'open' | 'answered'>
      createdAt: Generated<Date>
    }
    ticketAnswers: {
      id: Generated<number>
      tenantId: number
      ticketId: number
      operatorId: number
      answer: string
      createdAt: Generated<Date>
    }
  }
}
