import type { Generated } from 'kysely'

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
  }
}
