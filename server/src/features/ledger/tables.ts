import type { Generated } from 'kysely'

export type EntryKind =
  | 'purchase'
  | 'reading'
  | 'sunburst'
  | 'sunburst-return'
  | 'refund'
  | 'refund-return'
  | 'dispute'
  | 'dispute-return'
  | 'admin'

declare module '../../platform/database.ts' {
  interface Tables {
    wallets: { consumerId: number; tenantId: number; balance: Generated<number> }
    ledgerEntries: {
      id: Generated<number>
      tenantId: number
      consumerId: number
      debit: number
      credit: number
      newBalance: number
      kind: EntryKind
      reference: string
      description: string
      actor: string
      createdAt: Generated<Date>
      /** Why an admin changed the balance, in the admin's words. */
      reason: string | null
    }
  }
}
