import type { Generated } from 'kysely'

declare module '../../platform/database.ts' {
  interface Tables {
    /** What was expected of each text the day before its time. */
    textRehearsals: {
      textId: number
      tenantId: number
      /** The text's time as it was rehearsed; of one that was moved since, another one than its own. */
      disburseAt: Date
      rehearsedAt: Date
      /** The same by the clock that ledger entries go by. */
      keptAt: Generated<Date>
      recipients: number
      /** Messages by the name of the way in which they end: see `nameOf` in `stage.ts`. */
      counts: Record<string, number>
    }
    /** Who was told that their balance does not cover what comes next, until it does again. */
    lowBalanceNotices: { consumerId: number; tenantId: number; since: Generated<Date> }
  }
}
