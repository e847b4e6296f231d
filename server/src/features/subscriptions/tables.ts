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
    consents: Consent & { id: Generated<number>; createdAt: Generated<Date> }
  }
}
