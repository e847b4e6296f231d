import type { Generated } from 'kysely'

declare module '../../platform/database.ts' {
  interface Tables {
    outboxMessages: {
      id: Generated<number>
      tenantId: number | null
      channel: 'sms' | 'email'
      recipient: string
      subject: Generated<string>
      text: string
      html: string | null
      state: Generated<'queued' | 'sending' | 'sent' | 'failed'>
      attempts: Generated<number>
      nextAttemptAt: Generated<Date>
      providerId: string | null
      error: string | null
      createdAt: Generated<Date>
      sentAt: Date | null
    }
  }
}
