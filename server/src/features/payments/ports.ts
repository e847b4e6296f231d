/** What a screen shows of a card, and the provider's id of it. */
export interface CardDetails {
  methodId: string
  brand: string | null
  lastFourDigit: string | null
  expMonth: number | null
  expYear: number | null
  /** As entered beside the card. */
  fullName: string | null
  email: string | null
}

/** One charge as the provider knows it now. */
export interface CardCharge {
  providerPaymentId: string
  /** `open`: neither paid nor refused yet, and nothing that the cardholder could do. */
  status: 'succeeded' | 'requires_action' | 'open' | 'failed'
  amountCents: number
  /** Lower case, e.g. `usd`. */
  currency: string
  /** Ours, from `CardOrder`; null for a charge that we did not make. */
  reference: string | null
  /** With it the browser lets the cardholder answer the bank's challenge. */
  clientSecret: string | null
  card: CardDetails | null
  /** Why it failed, in the card networks' words, e.g. `insufficient_funds`. */
  failureCode: string | null
}

export interface CardOrder {
  /** Unique for ever; also the provider's idempotency key, so that the same order is charged once. */
  reference: string
  tenantId: number
  consumerId: number
  purchaseId: number
  customerId: string
  methodId: string
  amountCents: number
  description: string
  /** Shown on the card statement after the account's own prefix; see `descriptorSuffix`. */
  descriptorSuffix: string
  /** Keeps the card for later charges. */
  isSaved: boolean
}

/** `refused`: the order was not taken, nothing was charged, and never will be under this reference. */
export type ChargeResult = { kind: 'charge'; charge: CardCharge } | { kind: 'refused'; code: string }

/** `requires_action`: the bank wants to ask the cardholder; afterwards `findSetup` tells the outcome. */
export type SetupResult =
  | { kind: 'saved'; card: CardDetails }
  | { kind: 'requires_action'; clientSecret: string; setupId: string }
  | { kind: 'refused'; code: string }

/** A callback of the provider whose signature was right. */
export interface ProviderEvent {
  id: string
  type: string
  body: unknown
}

/** The charge that an event is about. */
export interface EventSubject {
  providerPaymentId: string
  reference: string | null
}

/**
 * The provider of card payments. Every call may throw `OutcomeUnknownError` (no answer: it may or may not have acted)
 * or `DomainError('provider_unavailable')` (it answered that it did not act and may do so later).
 */
export interface CardProvider {
  /** The provider's record of a consumer; the same `key` answers the same record. */
  createCustomer(consumer: {
    key: string
    tenantId: number
    consumerId: number
    fullName: string
    email: string
  }): Promise<string>
  charge(order: CardOrder): Promise<ChargeResult>
  getCharge(providerPaymentId: string): Promise<CardCharge | null>
  /** Looks through the customer's charges made since an instant for the one with this reference. */
  findCharge(of: { customerId: string; reference: string; since: Date }): Promise<CardCharge | null>
  /** Gives up a charge that is still open; answers how it ended, which may be that it was paid. */
  cancelCharge(providerPaymentId: string): Promise<CardCharge>
  /** Keeps a card for later charges. */
  setUpCard(setup: { key: string; customerId: string; methodId: string }): Promise<SetupResult>
  /** Null where the customer has no such setup. */
  findSetup(setup: { setupId: string; customerId: string }): Promise<SetupResult | null>
  /** Forgets a card; without effect where that was done before. */
  detachMethod(methodId: string): Promise<void>
  /** Null unless the signature over the raw body is right and fresh. */
  readEvent(rawBody: Buffer, signature: string): ProviderEvent | null
  /** Null for events that are about no charge, and kinds not known. */
  subjectOf(event: { type: string; body: unknown }): EventSubject | null
}
