import type { IncomingHttpHeaders } from 'node:http'
import type { PaymentMethod, ProviderName } from '@almanac/contract/payments'

interface Kept {
  fullName: string | null
  email: string | null
}

/** A card as a screen shows it, its owner as entered beside it, and the provider's id of it. */
export interface Card extends Kept {
  kind: 'card'
  methodId: string
  brand: string | null
  lastFourDigit: string | null
  expMonth: number | null
  expYear: number | null
}

/** A wallet with its owner as the provider names them. */
export interface Wallet extends Kept {
  kind: 'wallet'
  /** Null for one that pays once and is not kept. */
  methodId: string | null
}

/** What is paid with. */
export type Instrument = Card | Wallet

/** An instrument that its provider keeps. */
export type KeptInstrument = Instrument & { methodId: string }

/** What the consumer has to do next: answer the bank in the page, or approve at the provider's address. */
export type NextStep = { kind: 'challenge'; clientSecret: string } | { kind: 'approval'; approveUrl: string }

/** One payment as its provider knows it now. */
export interface Payment {
  /** What it is looked up and canceled by: of the payment or order as a whole. */
  providerPaymentId: string
  /** Of the money that was taken, which refunds and disputes name; null before. */
  captureId: string | null
  /**
   * `approved`: the consumer has agreed, and `advance` takes the money; `open`: neither paid nor refused yet, and nothing
   * that the consumer or we could do.
   */
  status: 'succeeded' | 'requires_action' | 'approved' | 'open' | 'failed'
  amountCents: number
  /** Lower case, e.g. `usd`. */
  currency: string
  /** Ours, from `PaymentOrder`; null for a payment that we did not make. */
  reference: string | null
  /** When it was begun there. */
  madeAt: Date
  nextStep: NextStep | null
  instrument: Instrument | null
  /**
   * Why it failed, in the card networks' words, e.g. `insufficient_funds`; of one that waits for the consumer again, why
   * it was not taken.
   */
  failureCode: string | null
  /** Whether the issuer asks that this instrument is never charged again, or not before its owner has acted. */
  isRetryRefused?: boolean
  /** The provider's own word for the failure, for the log, where `failureCode` is one of ours. */
  providerCode?: string
  /** Whether the provider would still take money for it: also of a failed one, until it is canceled. */
  isPayable: boolean
}

/** What an order says that a purchase's own row does not hold. */
export interface OrderTexts {
  companyName: string
  description: string
  /** Shown on the statement after the account's own prefix; see `descriptorSuffix`. */
  descriptorSuffix: string
  /** Where the consumer comes back to from the provider's approval, agreed or not. */
  returnUrl: string
  cancelUrl: string
}

export interface PaymentOrder extends OrderTexts {
  /** Unique for ever; marks the payment at the provider. */
  reference: string
  /** The provider's: the same key is charged once. */
  idempotencyKey: string
  tenantId: number
  consumerId: number
  purchaseId: number
  /** Null where the provider keeps no records of consumers. */
  customerId: string | null
  paymentMethod: PaymentMethod
  /** Null where the consumer chooses it at the provider. */
  methodId: string | null
  amountCents: number
  /** Keeps the instrument for later payments. */
  isSaved: boolean
  /** Charged without the consumer there, by an instrument kept for that: nobody can be asked for anything. */
  isOffSession: boolean
}

/** What is known here of a payment that was sent. */
export interface SentPayment {
  /** Null where the answer was lost. */
  providerPaymentId: string | null
  reference: string
  customerId: string | null
  /** No earlier than this. */
  since: Date
}

/** The account of every provider's stand-in; the demo's ids belong to it. */
export const sandboxAccountName = 'sandbox'

/** The code of a refusal for the provider's record of the consumer, which it does not have (any more). */
export const customerMissing = 'customer_missing'

/** The code of a refusal for a kept instrument that the provider does not have (any more). */
export const methodMissing = 'method_missing'

/** How long a charge may take with all its retries, in seconds; an adapter gives up before. */
export const chargeSecondsMax = 90

/**
 * `refused`: the order was not taken, nothing was charged, and never will be under this key. `providerCode` as in `Payment`.
 */
export type PaymentResult =
  | { kind: 'payment'; payment: Payment }
  | { kind: 'refused'; code: string; providerCode?: string }

/** `refused`: the provider does not take the consumer's name or email. */
export type CustomerResult = { kind: 'customer'; customerId: string } | { kind: 'refused'; code: string }

/** An instrument to be kept: one that is known, or one that the consumer chooses at the provider and comes back. */
export type SetupOrder = {
  /** The provider's: under one key it is kept once. */
  key: string
  customerId: string | null
} & (
  | { methodId: string }
  | ({ methodId: null } & Pick<OrderTexts, 'companyName' | 'returnUrl' | 'cancelUrl'>)
)

/** `requires_action`: the consumer is asked first; afterwards `finishSetup` tells the outcome. */
export type SetupResult =
  | { kind: 'saved'; instrument: KeptInstrument }
  | { kind: 'requires_action'; nextStep: NextStep; setupId: string }
  | { kind: 'refused'; code: string }

/** A callback of a provider whose signature was right. */
export interface ProviderEvent {
  id: string
  type: string
  body: unknown
}

/** By what a provider finds a payment again; refunds and disputes name one or both. */
export interface PaymentIds {
  providerPaymentId: string | null
  captureId: string | null
}

/** What a paid payment is refunded by. */
export interface PaidIds extends PaymentIds {
  providerPaymentId: string
}

/** Money given back of one payment, as its provider knows it now. */
export interface Refund extends PaymentIds {
  refundId: string
  /** `pending`: promised, not given back yet. One that succeeded may fail later still: the money is back with us then. */
  status: 'pending' | 'succeeded' | 'failed'
  amountCents: number
  currency: string
  /** Ours, from `RefundOrder`; null for one that was made at the provider itself. */
  reference: string | null
  /** Why it failed, in the provider's word. */
  failureCode: string | null
  createdAt: Date
}

export interface RefundOrder extends PaidIds {
  /** Unique for ever; marks the refund at the provider. */
  reference: string
  /** The provider's: under one key money is given back once. */
  idempotencyKey: string
  amountCents: number
}

/** What is known here of a refund that was sent. */
export interface SentRefund extends PaidIds {
  /** Null where the answer was lost. */
  refundId: string | null
  reference: string
}

/** `refused`: nothing was given back, and never will be under this key. */
export type RefundResult = { kind: 'refund'; refund: Refund } | { kind: 'refused'; code: string }

/** A payment that its payer disputes at bank or wallet, as its provider knows it now. */
export interface Dispute extends PaymentIds {
  disputeId: string
  /** `won`: the money is ours again, or was never taken. `lost`: it is gone. A decided one may be opened again. */
  status: 'open' | 'won' | 'lost'
  /** What of the payment is disputed; once it is lost, what it cost. */
  amountCents: number
  currency: string
  reason: string | null
  createdAt: Date
  /** Null where it is open, or where the provider does not say when it was decided. */
  decidedAt: Date | null
}

/** Money that a provider took or gave back, for comparing its books with ours. */
export interface Movement extends PaymentIds {
  kind: 'payment' | 'refund'
  /** Of the payment's taking or of the refund. */
  id: string
  /** Above 0 of both. */
  amountCents: number
  currency: string
  /** Ours, of payment or refund. */
  reference: string | null
  createdAt: Date
}

/**
 * What an event is about: a payment, a refund of one, a dispute, an instrument that was kept with a payment but later than
 * that was answered, an instrument or a record of a consumer that the provider has no more, nothing that concerns us, or something that nobody handles yet. `reference` is null for a payment that we
 * did not make.
 */
export type EventSubject =
  | { kind: 'payment'; providerPaymentId: string; reference: string | null }
  | ({ kind: 'refund' } & PaymentIds)
  | { kind: 'dispute'; disputeId: string }
  | { kind: 'method_gone'; methodId: string }
  | { kind: 'method_kept'; providerPaymentId: string }
  | { kind: 'customer_gone'; customerId: string }
  | { kind: 'nothing' }
  | { kind: 'unhandled' }

/**
 * A provider of payments. Every call may throw `OutcomeUnknownError` (no answer: it may or may not have acted) or
 * `DomainError('provider_unavailable')` (it answered that it did not act and may do so later).
 */
export interface PaymentProvider {
  readonly name: ProviderName
  /** Names the account and its mode; ids of one account mean nothing to another. */
  readonly account: string
  /** For how many seconds after its purchase was made an order may be sent again under its key, and be charged once. */
  readonly repeatableSeconds: number
  /** Whether an order whose answer was lost is found by sending it again; else `lookUp` finds it by its reference. */
  readonly isFoundByRepeating: boolean
  /** Whether `advance` alone takes the money of what the consumer approved; else it is taken as soon as they agree. */
  readonly isTakenByAdvance: boolean
  /** Whether what a dispute took stands among the payment's refunds too. */
  readonly isReversalListed: boolean
  /** After how many seconds at the latest `listMovements` has what happened. */
  readonly bookedAfterSeconds: number
  /** Its record of a consumer; the same `key` answers the same record. Null where it keeps none. */
  readonly createCustomer:
    | ((consumer: {
        key: string
        tenantId: number
        consumerId: number
        fullName: string
        email: string
      }) => Promise<CustomerResult>)
    | null
  /** Charges an order, or begins it where the consumer has to agree first. Sends an off-session order only once per call. */
  begin(order: PaymentOrder): Promise<PaymentResult>
  /**
   * Goes on with a payment once its consumer has agreed; under one key its money is taken once. One that the consumer has
   * to agree to (again) is answered as waiting for that. Null for an unknown one.
   */
  advance(approved: { providerPaymentId: string; idempotencyKey: string }): Promise<Payment | null>
  /** By its id, else by its reference. */
  lookUp(sent: SentPayment): Promise<Payment | null>
  /** Gives up a payment that is not paid; answers how it ended, which may be that it was. Null for an unknown one. */
  cancel(providerPaymentId: string): Promise<Payment | null>
  /** Gives money of a payment back. */
  refund(order: RefundOrder): Promise<RefundResult>
  /** By its id, else by its reference among the payment's refunds. */
  lookUpRefund(sent: SentRefund): Promise<Refund | null>
  /** All refunds of a payment, those that failed and those made at the provider itself included. */
  listRefunds(payment: PaidIds): Promise<Refund[]>
  /** One for each payment that the dispute is about, each under an id of its own; none of an unknown one. */
  lookUpDispute(disputeId: string): Promise<Dispute[]>
  /** All that was taken and given back from `from` on and before `until`; what has failed is left out. */
  listMovements(span: { from: Date; until: Date }): AsyncIterable<Movement>
  /** Keeps an instrument for later payments. */
  setUp(setup: SetupOrder): Promise<SetupResult>
  /** Null where the customer has no such setup. */
  finishSetup(setup: { setupId: string; customerId: string | null }): Promise<SetupResult | null>
  /** Forgets an instrument; without effect where that was done before. */
  detachMethod(methodId: string): Promise<void>
  /** Null unless the signature over the raw body is right and fresh. */
  readEvent(rawBody: Buffer, headers: IncomingHttpHeaders): Promise<ProviderEvent | null>
  subjectOf(event: { type: string; body: unknown }): EventSubject
}

/** Those that payments go through, by name. */
export type PaymentProviders = Readonly<Partial<Record<ProviderName, PaymentProvider>>>
