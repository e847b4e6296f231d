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
  /** Whether the provider would still take money for it: also of a failed one, until it is canceled. */
  isPayable: boolean
}

export interface CardOrder {
  /** Unique for ever; marks the charge at the provider. */
  reference: string
  /** The provider's: the same key is charged once. */
  idempotencyKey: string
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

/** The code of a refusal for the provider's record of the consumer, which it does not have (any more). */
export const customerMissing = 'customer_missing'

/** How long a charge may take with all its retries, in seconds; an adapter gives up before. */
export const chargeSecondsMax = 90

/** `refused`: the order was not taken, nothing was charged, and never will be under this key. */
export type ChargeResult = { kind: 'charge'; charge: CardCharge } | { kind: 'refused'; code: string }

/** `refused`: the provider does not take the consumer's name or email. */
export type CustomerResult = { kind: 'customer'; customerId: string } | { kind: 'refused'; code: string }

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

/**
 * What an event is about: a charge, nothing that concerns us, or something that nobody handles yet.
 * `reference` is null for a charge that we did not make.
 */
export type EventSubject =
  | { kind: 'charge'; providerPaymentId: string; reference: string | null }
  | { kind: 'nothing' }
  | { kind: 'unhandled' }

/**
 * The provider of card payments. Every call may throw `OutcomeUnknownError` (no answer: it may or may not have acted)
 * or `DomainError('provider_unavailable')` (it answered that it did not act and may do so later).
 */
export interface CardProvider {
  /** Names the account and its mode; ids of one account mean nothing to another. */
  readonly account: string
  /** The provider's record of a consumer; the same `key` answers the same record. */
  createCustomer(consumer: {
    key: string
    tenantId: number
    consumerId: number
    fullName: string
    email: string
  }): Promise<CustomerResult>
  charge(order: CardOrder): Promise<ChargeResult>
  getCharge(providerPaymentId: string): Promise<CardCharge | null>
  /** Looks through the customer's charges made since an instant for the one with this reference. */
  findCharge(of: { customerId: string; reference: string; since: Date }): Promise<CardCharge | null>
  /** Gives up a charge that is not paid; answers how it ended, which may be that it was. Null for an unknown one. */
  cancelCharge(providerPaymentId: string): Promise<CardCharge | null>
  /** Keeps a card for later charges. */
  setUpCard(setup: { key: string; customerId: string; methodId: string }): Promise<SetupResult>
  /** Null where the customer has no such setup. */
  findSetup(setup: { setupId: string; customerId: string }): Promise<SetupResult | null>
  /** Forgets a card; without effect where that was done before. */
  detachMethod(methodId: string): Promise<void>
  /** Null unless the signature over the raw body is right and fresh. */
  readEvent(rawBody: Buffer, signature: string): Promise<ProviderEvent | null>
  subjectOf(event: { type: string; body: unknown }): EventSubject
}
