import type { Generated } from 'kysely'

export type CodePurpose = 'email' | 'smsPhoneNumber' | 'password'

declare module '../../platform/database.ts' {
  interface Tables {
    users: {
      id: Generated<number>
      tenantId: number | null
      role: 'admin' | 'customer' | 'consumer'
      username: string
      /** The username as it is compared: see `foldUsername`. */
      usernameKey: string
      fullName: string
      email: string
      isEmailVerified: Generated<boolean>
      pendingEmail: string | null
      contactNumber: Generated<string>
      smsPhoneNumber: string | null
      pendingSmsPhoneNumber: string | null
      smsOptedOutAt: Date | null
      /** Letters that came back from the address since it was verified: see `note-email-bounce.ts`. */
      emailBounces: Generated<number>
      emailBouncedAt: Date | null
      /** Since when the address is known to take no letters. */
      emailDeadAt: Date | null
      passwordHash: string
      passwordUpdatedAt: Generated<Date>
      timeZone: string | null
      profilePic: string | null
      defaultCategoryId: number | null
      isTestAudioPlayed: Generated<boolean>
      createdAt: Generated<Date>
      deletedAt: Date | null
    }
    sessions: {
      tokenHash: Buffer
      userId: number
      isRemembered: boolean
      createdAt: Generated<Date>
      expiresAt: Date
    }
    knownBrowsers: {
      id: Generated<number>
      tokenHash: Buffer
      userId: number
      expiresAt: Date
    }
    oneTimeCodes: {
      id: Generated<number>
      userId: number
      purpose: CodePurpose
      target: string
      codeHash: Buffer
      tries: Generated<number>
      createdAt: Generated<Date>
      expiresAt: Date
      endedAt: Date | null
      /** The message in the outbox that carries it. */
      messageId: number | null
    }
    codeRequests: {
      id: Generated<number>
      username: string
      purpose: CodePurpose
      createdAt: Generated<Date>
    }
    passwordResets: {
      tokenHash: Buffer
      userId: number
      createdAt: Generated<Date>
      expiresAt: Date
      usedAt: Date | null
    }
  }
}
