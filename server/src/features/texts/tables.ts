import type { Generated } from 'kysely'

/** `scheduled` until its time, `sending` until the last delivery left, then `sent`; `missed` when nobody could send it in time. */
export type TextState = 'scheduled' | 'sending' | 'sent' | 'missed' | 'cancelled'

declare module '../../platform/database.ts' {
  interface Tables {
    shortTexts: {
      id: Generated<number>
      tenantId: number
      categoryId: number
      messageName: string
      textContent: string
      disburseAt: Date
      state: Generated<TextState>
      /** With which others it was saved; null of one that was saved without an idempotency key. */
      batchId: number | null
      /** When every subscriber had their deliveries. */
      plannedAt: Date | null
      createdAt: Generated<Date>
      deletedAt: Date | null
    }
    /** What an operator saved at once, by the idempotency key; of what was refused there is none. */
    shortTextBatches: {
      id: Generated<number>
      tenantId: number
      operatorId: number
      idempotencyKey: string
      requestHash: string
      createdAt: Generated<Date>
    }
  }
}
