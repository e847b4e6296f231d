import type { ProviderName } from '@almanac/contract/payments'
import type { Generated } from 'kysely'

/** Why a rule waits of itself; disputes and the stop of all hold it besides. */
export type OwnPauseReason = 'declined' | 'bank' | 'price'

declare module '../../platform/database.ts' {
  interface Tables {
    /** The package that is bought when the balance is low; one a consumer. No row, or one without `paidBy`, is off. */
    autoPurchases: {
      consumerId: number
      tenantId: number
      packageId: number
      /** As agreed, for each purchase. */
      priceCents: number
      numberOfTokens: number
      /** The balance at which it buys, as agreed; the tenant's, if that is lower, applies. Null: the last consent has it. */
      thresholdTokens: number | null
      state: Generated<'active' | 'paused'>
      pauseReason: OwnPauseReason | null
      /**
       * Whose default payment pays: the consumer's own. Deleting that makes it null in the same transaction (decision L6);
       * the row then only waits for its notice.
       */
      paidBy: number | null
      /** Wanted whatever was spent last, if the balance is low: it was turned on or resumed, its payment was replaced, or a try failed. */
      wantedSince: Date | null
      /** Debits before this do not fire it, e.g. those before it was turned on. */
      countsFrom: Generated<Date>
      /** Declines one after the other. */
      declines: Generated<number>
      /** Tries one after the other that came to nothing though nobody declined them. */
      failures: Generated<number>
      /** What a person is told of the last try, if that came to nothing. */
      failureMessage: string | null
      /** The last purchase by this rule. */
      purchaseId: number | null
      /** How that ended, as far as the rule has learned; null while it is in flight. */
      outcome: 'settled' | 'failed' | null
      /** With which instrument that was tried: its provider and the provider's id of it. */
      triedMethod: string | null
      /** The end of the daily limit that the consumer was last told of. */
      limitNoticeUntil: Date | null
      /** When it may be claimed next: after a wait, or when the lease of a worker ends. */
      nextLookAt: Generated<Date>
      createdAt: Generated<Date>
    }
    /** What each consumer agreed to and when, and when it ended: rows are never changed, and kept. */
    autoPurchaseConsents: {
      id: Generated<number>
      tenantId: number
      consumerId: number
      act: 'on' | 'resumed' | 'off'
      /** Why it was turned off. */
      reason: string | null
      packageId: number
      priceCents: number
      numberOfTokens: number
      thresholdTokens: number
      /** The sentence that was agreed to, as it was mailed. */
      terms: string
      createdAt: Generated<Date>
    }
    /** Consumers for whom nothing is bought while a payment of theirs is disputed, whether they have a rule or not. */
    autoPurchaseHolds: {
      consumerId: number
      tenantId: number
      heldSince: Generated<Date>
    }
    /** Payment methods that are not charged automatically until their consumer saves them again (decision L10). */
    autoPurchaseBars: {
      consumerId: number
      tenantId: number
      provider: ProviderName
      providerMethodId: string
      barredAt: Generated<Date>
    }
    /** When all automatic purchases were stopped, and allowed again; at most one stop is open. */
    autoPurchaseStops: {
      id: Generated<number>
      reason: string
      stoppedAt: Generated<Date>
      allowedAt: Date | null
    }
  }
}
