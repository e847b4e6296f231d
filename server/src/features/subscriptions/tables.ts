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
  }
}
