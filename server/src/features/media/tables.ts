import type { Generated } from 'kysely'

declare module '../../platform/database.ts' {
  interface Tables {
    images: {
      id: Generated<number>
      tenantId: number | null
      path: string
      fileKey: string
      contentType: string
      sizeBytes: number
      isPublic: boolean
      createdAt: Generated<Date>
    }
  }
}
