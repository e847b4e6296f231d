import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { waysToPay } from './payments.ts'
import {
  day,
  fromDigits,
  id,
  idText,
  instant,
  message,
  money,
  paged,
  pageQuery,
  searchText,
  tokenCount,
} from './primitives.ts'

/** How a refund stands; of a payment it is null. */
export const refundStates = ['started', 'pending', 'refunded', 'failed'] as const
export type RefundState = (typeof refundStates)[number]

/** What an admin reads of a refund that has not failed, by how it stands when the answer is sent. */
export const refundMessages = {
  started: 'The refund has begun. The provider has not answered yet; this list shows how it ends.',
  pending: 'The provider has accepted the refund and has not paid it out yet. This list shows how it ends.',
  refunded: 'Payment refunded successfully.',
} as const satisfies Partial<Record<RefundState, string>>

/** Why a refund failed where the provider gives no reason that we know. */
export const refundRefusedMessage = 'The provider did not take this refund. Nothing was refunded.'

/** A payment, or a refund of one: then the amount is negative. */
export const paymentHistory = z.object({
  /** Unique over payments and refunds. */
  id: z.number().int(),
  consumerId: z.number().int(),
  customerUrl: z.string(),
  email: z.string(),
  username: z.string(),
  /** Dollars. */
  amount: money,
  packageId: z.number().int(),
  packageName: z.string(),
  numberOfTokens: tokenCount,
  paymentMethod: z.string(),
  /** The provider's ids: of the payment, of the money taken, and of the refund. */
  paymentIntentId: z.string().nullable(),
  captureId: z.string().nullable(),
  refundId: z.string().nullable(),
  /** Dollars, 0 or negative: all refunds of the payment, those that failed left out. */
  refundedAmount: money,
  /** Dollars, 0 or negative: what lost disputes took of the payment, which can't be refunded either. */
  lostAmount: money,
  /** Whether the payment is disputed now: it can't be refunded until that is decided. */
  isDisputed: z.boolean(),
  isAutoPurchase: z.boolean(),
  refundState: z.enum(refundStates).nullable(),
  /** Of a refund: tokens it took back, and those it could not because they were spent. */
  tokensTakenBack: tokenCount.nullable(),
  tokensMissing: tokenCount.nullable(),
  reason: z.string().nullable(),
  createdAt: instant,
})
export type PaymentHistory = z.output<typeof paymentHistory>

export const listPaymentHistories = endpoint({
  method: 'GET',
  path: '/v1/admin/payment-histories',
  summary: 'Payments and refunds of all tenants, newest first',
  actor: ['admin'],
  query: z.object({ ...pageQuery, searchText }),
  response: paged(paymentHistory),
  errors: [],
})

/** What a refund would do (decision P6). */
export const refundPreview = z.object({
  /** Dollars that can still be refunded. */
  availableAmount: money,
  /** Dollars of this refund. */
  amount: money,
  tokensTakenBack: tokenCount,
  /** Tokens that belong to the refunded money and are spent already. */
  tokensMissing: tokenCount,
  /** Whether the consumer's automatic purchase ends with it. */
  endsAutoPurchase: z.boolean(),
})
export type RefundPreview = z.output<typeof refundPreview>

const cents = fromDigits(z.number().int().positive().max(99_999_999))

export const previewRefund = endpoint({
  method: 'GET',
  path: '/v1/admin/payment-histories/:paymentHistoryId/refund-preview',
  summary: 'What a refund would take back; without an amount, of all that is left',
  actor: ['admin'],
  params: z.object({ paymentHistoryId: idText }),
  query: z.object({ amountCents: cents.optional() }),
  response: refundPreview,
  errors: ['refund_too_large', 'not_refundable', 'dispute_open'],
})

export const refundPayment = endpoint({
  method: 'POST',
  path: '/v1/admin/payment-history/refund',
  summary: 'Refund a payment, whole or in part',
  actor: ['admin'],
  body: z.object({
    paymentHistoryId: id,
    consumerId: id,
    isFullRefund: z.boolean(),
    /** Dollars; of a full refund it is not read: that is all that is left. */
    amount: z
      .number()
      .positive('* Invalid amount.')
      .max(999_999.99)
      .multipleOf(0.01, '* Invalid amount.')
      .optional(),
    reason: z.string().trim().max(500).optional(),
    /** What the preview said, in dollars and tokens; anything else now is `conflict`, and nothing is refunded. */
    expectedAmount: money.optional(),
    expectedTokens: tokenCount.optional(),
  }),
  response: message.extend({ refund: paymentHistory, payment: paymentHistory }),
  status: 201,
  errors: [
    'refund_too_large',
    'not_refundable',
    'dispute_open',
    'conflict',
    'idempotency_mismatch',
    'provider_unavailable',
  ],
  idempotent: true,
})

const provider = z.enum(Object.values(waysToPay).map((way) => way.provider))

/** What came of comparing one day's books (UTC): the provider's, the purchases and refunds, the ledger. */
export const paymentMatch = z.object({
  provider,
  day,
  matchedAt: instant,
  /** How many of each were compared. */
  payments: z.number().int(),
  refunds: z.number().int(),
  /** None where the books are balanced. */
  differences: z.array(
    z.object({
      what: z.string(),
      purchaseId: z.number().int().nullable(),
      refundId: z.number().int().nullable(),
      /** The provider's id of payment or refund. */
      providerId: z.string().nullable(),
    }),
  ),
})

export const readPaymentHealth = endpoint({
  method: 'GET',
  path: '/v1/admin/payment-health',
  summary: 'Whether the books of payments agree, and which events of providers wait',
  actor: ['admin'],
  response: z.object({
    /** The latest day compared, of each provider: 'balanced as of ...'. */
    latest: z.array(paymentMatch),
    /** The days that do not agree. */
    unbalanced: z.array(paymentMatch),
    /** Null while packages are bought automatically. */
    automaticPurchasesStopped: z.object({ reason: z.string(), since: instant }).nullable(),
    /** Events that are not worked off, the newest first, 100 at the most. */
    events: z.array(
      z.object({
        provider,
        eventId: z.string(),
        type: z.string(),
        error: z.string().nullable(),
        attempts: z.number().int(),
        receivedAt: instant,
        /** Whether it waits for a person; else it is tried again by itself. */
        isParked: z.boolean(),
      }),
    ),
  }),
  errors: [],
})

export const replayPaymentEvent = endpoint({
  method: 'POST',
  path: '/v1/admin/payment-events/:provider/:event/replay',
  summary: 'Have an event of a provider worked off again',
  actor: ['admin'],
  params: z.object({ provider, event: z.string().min(1).max(255) }),
  response: message,
  errors: [],
})
