import type { MediumName } from '@almanac/contract/categories'
import type { Generated } from 'kysely'

declare module '../../platform/database.ts' {
  interface Tables {
    categories: {
      id: Generated<number>
      tenantId: number
      name: string
      sortOrder: number
      logoPath: string | null
      imagePath: string | null
      createdAt: Generated<Date>
      deletedAt: Date | null
      /** The admin who added it, and of the click that did: both null where it came otherwise. */
      addedBy: number | null
      idempotencyKey: string | null
      requestHash: string | null
    }
    categoryMediums: {
      id: Generated<number>
      tenantId: number
      categoryId: number
      name: MediumName
      isDisable: Generated<boolean>
      numberOfTokens: number
    }
  }
}
