import type { Generated } from 'kysely'

export type PurchaseState = 'started' | 'requires_action' | 'settled' | 'failed'

declare module '../../platform/database.ts' {
  interface Tables {
    purchases: {
      id: Generated<number>
      /** Its name at the provider, unique over all databases: idempotency key, and mark in the metadata. */
      reference: Generated<string>
      tenantId: number
      consumerId: number
      packageId: number
      packageName: string
      numberOfTokens: number
      amountCents: number
      provider: 'stripe' | 'paypal'
      paymentMethod: 'Stripe' | 'PayPal' | 'Venmo'
      paymentMethodId: string | null
      isSavedAsDefault: Generated<boolean>
      isOffSession: Generated<boolean>
      isAutoPurchase: Generated<boolean>
      state: Generated<PurchaseState>
      providerPaymentId: string | null
      cardBrand: string | null
      lastFourDigit: string | null
      failureCode: string | null
      failureMessage: string | null
      refundedCents: Generated<number>
      idempotencyKey: string | null
      requestHash: string
      lookedUpAt: Date | null
      /** When the provider was last told to charge it. */
      chargeSentAt: Date | null
      createdAt: Generated<Date>
      settledAt: Date | null
    }
    paymentEvents: {
      provider: 'stripe' | 'paypal'
      eventId: string
      type: string
      /** The event as the provider sent it. */
      body: unknown
      attempts: Generated<number>
      nextAttemptAt: Generated<Date>
      error: string | null
      receivedAt: Generated<Date>
      processedAt: Date | null
    }
    defaultPayments: {
      consumerId: number
      tenantId: number
      kind: 'card' | 'wallet'
      providerMethodId: string
      cardBrand: string | null
      lastFourDigit: string | null
      expMonth: number | null
      expYear: number | null
      fullName: string | null
      email: string | null
      createdAt: Generated<Date>
    }
    /** Methods no longer wanted that the provider may still hold. */
    detachedMethods: {
      provider: 'stripe' | 'paypal'
      providerMethodId: string
      nextAttemptAt: Generated<Date>
    }
  }
}
