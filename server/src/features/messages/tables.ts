import type { Generated } from 'kysely'
import type { OutboxLane } from './rules.ts'

declare module '../../platform/database.ts' {
  interface Tables {
    outboxMessages: {
      id: Generated<number>
      tenantId: number | null
      channel: 'sms' | 'email'
      lane: OutboxLane
      recipient: string
      subject: Generated<string>
      text: string
      html: string | null
      /**
       * `sending` while a worker has it in hand; then it is due again when that worker's lease ends. `held` where it may have
       * been sent before the database was restored, until a person decides.
       */
      state: Generated<'queued' | 'sending' | 'sent' | 'failed' | 'held'>
      /** How often it was claimed; names the claim that may record an outcome. */
      attempts: Generated<number>
      /** When it is due: the next attempt of what is queued, the end of the lease of what is being sent. */
      nextAttemptAt: Generated<Date>
      /** From then on it is worthless, and given up. */
      expiresAt: Date
      /** Attempts after which the provider may have had it, though nobody knows. */
      unknownOutcomes: Generated<number>
      providerId: string | null
      error: string | null
      /** The restore that held it, or would have. */
      restoreId: number | null
      createdAt: Generated<Date>
      sentAt: Date | null
    }
  }
}
