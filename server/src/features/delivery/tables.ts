import type { Generated } from 'kysely'

/**
 * `planned` (charged, waiting for its time), `sending` (handed to the provider, answer not yet recorded), `sent`
 * (taken by the provider), `delivered`, `undeliverable` (tokens returned), `unknown` (its fate could not be found
 * out; never sent again), `skipped` (not charged, or withdrawn before sending and returned).
 */
export type DeliveryState =
  | 'planned'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'undeliverable'
  | 'unknown'
  | 'skipped'

/** What a delivery waits for that may have been sent before the database was restored. */
export type HeldFor = 'look-up' | 'decision'

/** Why a report that an email did not arrive is not believed. */
export type BounceDoubt = 'link-used' | 'complained' | 'too-many'

declare module '../../platform/database.ts' {
  interface Tables {
    deliveries: {
      id: Generated<number>
      tenantId: number
      textId: number
      consumerId: number
      medium: 'sms' | 'email'
      /** Where it goes: an e-mail address or a number in E.164; empty where there is none. */
      recipient: string
      /** What was taken for it; 0 where nothing was. */
      tokens: number
      state: DeliveryState
      sendAfter: Date
      /** Not claimed until it is released, since `sendAfter` lay ahead. */
      isWaiting: Generated<boolean>
      /** Seconds of quiet hours that held it, which do not make it late. */
      heldSeconds: Generated<number>
      attempts: Generated<number>
      /** When it was taken in hand to be sent; renewed as long as it is in hand. */
      claimedAt: Date | null
      providerId: string | null
      /** Messages that the provider gave back before another attempt was made. */
      pastProviderIds: Generated<string[]>
      /** Why it is skipped or undeliverable, or what the last attempt failed by. */
      error: string | null
      createdAt: Generated<Date>
      sentAt: Date | null
      /** When the provider is asked next what became of it. */
      nextLookAt: Date | null
      /** How often that was tried since it was last claimed. */
      looks: Generated<number>
      /** The restore in whose lost time it was due. */
      restoreId: number | null
      /** Planned, and not released before: the provider is being asked whether it was sent, or a person has to decide. */
      heldFor: HeldFor | null
      /** When a link of the email was first opened. */
      linkUsedAt: Date | null
    }
    /** Reports that an email did not arrive, the first one of each. */
    bounces: {
      deliveryId: number
      tenantId: number
      consumerId: number
      /** That of RFC 3463, e.g. `5.1.1`. */
      status: string
      /** Null for a report that is believed. */
      doubt: BounceDoubt | null
      receivedAt: Generated<Date>
    }
    subscriptionNotices: { consumerId: number; tenantId: number; since: Generated<Date> }
  }
}
