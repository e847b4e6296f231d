import type { ProviderName } from '@almanac/contract/payments'
import type { RefundState } from '@almanac/contract/refunds'
import type { Generated } from 'kysely'
import type { Dispute } from '../payments/index.ts'

/** In what the books of a day differ, and on which rows. */
export interface BookDifference {
  what: string
  purchaseId: number | null
  refundId: number | null
  /** The provider's id of payment or refund. */
  providerId: string | null
}

declare module '../../platform/database.ts' {
  interface Tables {
    /** Money given back of a purchase, or about to be. Those that have not failed are the purchase's `refundedCents`. */
    refunds: {
      /** Unique over purchases and refunds. */
      id: Generated<number>
      /** Its name at the provider, unique over all databases: idempotency key, and mark in the metadata. */
      reference: Generated<string>
      tenantId: number
      consumerId: number
      purchaseId: number
      provider: ProviderName
      amountCents: number
      /**
       * `started`: committed, and the provider told or about to be; `pending`: promised there; `refunded`: given back, which
       * may fail later still; `failed`: nothing was given back, and its tokens are.
       */
      state: Generated<RefundState>
      providerRefundId: string | null
      /** Tokens that it took, less those it gave back. */
      tokensTakenBack: Generated<number>
      /** Tokens of all that was refunded up to it that could not be taken, because they were spent. */
      tokensMissing: Generated<number>
      /** Who asked for it; null for one that was made at the provider itself. */
      adminUserId: number | null
      reason: string | null
      failureCode: string | null
      /** Of the admin's click. */
      idempotencyKey: string | null
      requestHash: string | null
      /** When the provider was first told. */
      sentAt: Date | null
      /** When to ask the provider how it stands; null once it has ended. */
      nextLookAt: Generated<Date | null>
      looks: Generated<number>
      /** When it was asked for, here or at the provider: its day in the revenue. */
      createdAt: Generated<Date>
    }
    /** What came of comparing provider, purchases and refunds, and ledger, for each day (UTC). */
    paymentMatches: {
      provider: ProviderName
      account: string
      day: string
      payments: number
      refunds: number
      /** None where the books agree. */
      differences: BookDifference[]
      matchedAt: Date
    }
    /** What a payer disputes at bank or wallet. */
    disputes: {
      id: Generated<number>
      provider: ProviderName
      account: string
      /** The provider's id. */
      disputeId: string
      tenantId: number
      consumerId: number
      purchaseId: number
      amountCents: number
      state: Dispute['status']
      reason: string | null
      /** Tokens of its purchase that it took, less those it gave back. */
      tokensHeld: Generated<number>
      /** Tokens of the lost money that were spent. */
      tokensMissing: Generated<number>
      /** When the question was put that the provider answered with the present state: an older answer changes nothing. */
      askedAt: Date
      /** When to ask again; null once it is decided. */
      nextLookAt: Date | null
      openedAt: Date
      /** The day of a lost one in the revenue; null while it is open. */
      decidedAt: Date | null
    }
  }
}
