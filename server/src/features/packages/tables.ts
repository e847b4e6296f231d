import type { Generated } from 'kysely'

declare module '../../platform/database.ts' {
  interface Tables {
    packages: {
      id: Generated<number>
      tenantId: number
      name: string
      priceCents: number
      numberOfTokens: number
      imagePath: string | null
      isAutoRenewable: Generated<boolean>
      autoRenewPriceCents: Generated<number>
      createdAt: Generated<Date>
      deletedAt: Date | null
      /** The admin who added it, and of the click that did: both null where it came otherwise. */
      addedBy: number | null
      idempotencyKey: string | null
      requestHash: string | null
    }
  }
}
