import type { Generated } from 'kysely'

declare module '../../platform/database.ts' {
  interface Tables {
    audios: {
      id: Generated<number>
      tenantId: number
      categoryId: number
      name: string
      fileName: string
      /** Copies share the file of what they were made from. */
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
    /**
     * A file that no reading holds, or not this reading any more: replaced, deleted with it, or stored for a reading that
     * may never come to be. `sweep-recordings.ts` removes it.
     */
    looseRecordings: {
      id: Generated<number>
      tenantId: number
      /** Which reading had it; null where none ever did. */
      audioId: number | null
      fileName: string
      fileKey: string
      looseSince: Generated<Date>
    }
  }
}
