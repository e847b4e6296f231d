import type { Generated } from 'kysely'
import type { Consent } from './consent-store.ts'

declare module '../../platform/database.ts' {
  interface Tables {
    subscriptions: {
      tenantId: number
      consumerId: number
      categoryId: number
      medium: 'sms' | 'email'
      createdAt: Generated<Date>
    }
    /** Costs that rose since somebody subscribed, until they have said what is to become of it. */
    raisedCosts: {
      tenantId: number
      consumerId: number
      categoryId: number
      medium: 'sms' | 'email'
      /** What a message cost when it was subscribed, or last agreed to, in tokens. */
      fromTokens: number
      raisedAt: Generated<Date>
    }
    /** Rows are never changed or deleted: the database refuses it. */
    consents: {
      id: Generated<number>
      tenantId: number
      consumerId: number
      /** Null where it is about every category. */
      categoryId: number | null
      medium: Consent['medium']
      act: Consent['act']
      recipient: string
      wording: string
      source: Consent['source']
      ipAddress: string | null
      createdAt: Generated<Date>
    }
  }
}
