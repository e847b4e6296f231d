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
      createdAt: Generated<Date>
      deletedAt: Date | null
    }
  }
}
