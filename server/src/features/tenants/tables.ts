import type { Generated } from 'kysely'

declare module '../../platform/database.ts' {
  interface Tables {
    tenants: {
      id: Generated<number>
      url: string
      companyName: string
      details: string
      supportEmail: string
      timeZone: string
      thresholdToken: number
      accentHex: string | null
      logoPath: string | null
      imagePath: string | null
      testAudioKey: string | null
      testAudioBytes: number | null
      socialLinks: Generated<Record<string, string>>
      changedAt: Generated<Date>
      /** The admin who made it, under which idempotency key, and what they asked for. */
      createdBy: number | null
      creationKey: string | null
      creationHash: string | null
      createdAt: Generated<Date>
      deletedAt: Date | null
    }
  }
}
