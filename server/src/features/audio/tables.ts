import type { Generated } from 'kysely'

declare module '../../platform/database.ts' {
  interface Tables {
    audios: {
      id: Generated<number>
      tenantId: number
      categoryId: number
      name: string
      fileName: string
      fileKey: string
      sizeBytes: number
      durationSeconds: number
      startsAt: Date
      endsAt: Date
      createdAt: Generated<Date>
      deletedAt: Date | null
    }
    plays: {
      tenantId: number
      consumerId: number
      audioId: number
      session: string
      tokens: number
      loginHash: Buffer
      chargedAt: Generated<Date>
    }
  }
}
