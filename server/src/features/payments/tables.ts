import type { InstrumentKind, PaymentMethod, ProviderName } from '@almanac/contract/payments'
import type { Generated } from 'kysely'
import type { OrderTexts } from './ports.ts'

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
      provider: ProviderName
      paymentMethod: PaymentMethod
      paymentMethodId: string | null
      isSavedAsDefault: Generated<boolean>
      isOffSession: Generated<boolean>
      isAutoPurchase: Generated<boolean>
      state: Generated<PurchaseState>
      providerPaymentId: string | null
      /** Of the money that was taken. */
      providerCaptureId: string | null
      cardBrand: string | null
      lastFourDigit: string | null
      /** Why it failed; of one that waits for approval, why it was not taken after the last. */
      failureCode: string | null
      failureMessage: string | null
      /** Whether the issuer asks that its instrument is not charged again. */
      isRetryRefused: Generated<boolean>
      refundedCents: Generated<number>
      idempotencyKey: string | null
      requestHash: string
      /** When to ask the provider how it stands; null once it has ended here and can't be paid there any more. */
      nextLookAt: Generated<Date | null>
      /** Looks in its present state: each makes the next one later. */
      looks: Generated<number>
      /** When the provider was last told to charge it. */
      chargeSentAt: Date | null
      /** The provider's account that it was sent to; null before that, and of purchases older than this column. */
      providerAccount: string | null
      /** The provider's record of the consumer that it was sent with. */
      providerCustomerId: string | null
      /** What its order says besides this row, as it was first sent: a repeat under one key has to be the same. */
      orderTexts: OrderTexts | null
      /** Where the consumer approves it, of an order that is approved at the provider. */
      approveUrl: string | null
      /** How often the provider refused to take an order that waits for approval again; part of the key of taking it. */
      takeAttempt: Generated<number>
      /** How often it was begun anew because the provider refused its customer; part of the idempotency key. */
      chargeAttempt: Generated<number>
      createdAt: Generated<Date>
      settledAt: Date | null
    }
    paymentEvents: {
      provider: ProviderName
      eventId: string
      type: string
      /** The event as the provider sent it. */
      body: unknown
      attempts: Generated<number>
      nextAttemptAt: Generated<Date>
      error: string | null
      receivedAt: Generated<Date>
      processedAt: Date | null
      /** Since when it waits for a person or a later version: it is not tried again, and `error` says why. */
      parkedAt: Date | null
    }
    defaultPayments: {
      consumerId: number
      tenantId: number
      kind: InstrumentKind
      provider: ProviderName
      /** The provider's account that keeps it. */
      account: string
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
      provider: ProviderName
      account: string
      providerMethodId: string
      attempts: Generated<number>
      nextAttemptAt: Generated<Date>
    }
    /** The provider's records of consumers, by account; one of each is the present one, with `goneAt` null. */
    providerCustomers: {
      provider: ProviderName
      account: string
      providerCustomerId: string
      tenantId: number
      consumerId: number
      createdAt: Generated<Date>
      /** When it turned out that the provider has it no more. */
      goneAt: Date | null
    }
    /** When each consumer last chose what the default payment is, none included. */
    defaultChoices: {
      consumerId: number
      tenantId: number
      chosenAt: Date
    }
    /** Instruments on their way to becoming the default payment, by the provider's idempotency key. */
    methodSetups: {
      key: string
      provider: ProviderName
      tenantId: number
      consumerId: number
      account: string
      /** The provider's id of it, known where the consumer is asked first. */
      setupId: string | null
      /** What came of it, of a wallet. */
      providerMethodId: string | null
      startedAt: Generated<Date>
    }
  }
}
