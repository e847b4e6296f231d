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
      /** When every subscriber had their deliveries. */
      plannedAt: Date | null
      createdAt: Generated<Date>
      deletedAt: Date | null
    }
  }
}
