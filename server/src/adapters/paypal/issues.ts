import { methodMissing } from '../../features/payments/ports.ts'

/** Issues after which the consumer may choose another source at PayPal and approve again. */
export const askAgain: Readonly<Record<string, string | null>> = {
  INSTRUMENT_DECLINED: 'payment_source_declined',
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: 'payment_source_declined',
  PAYER_ACTION_REQUIRED: null,
  ORDER_NOT_APPROVED: null,
}

/** Issues that say how the order stands already: it is looked up. */
export const alreadyTold: ReadonlySet<string> = new Set(['ORDER_ALREADY_CAPTURED', 'DUPLICATE_INVOICE_ID'])

/** What PayPal says of an order that it does not take, or of taking it, by the failure it is for us (`declines.ts`). */
const issuesOf: Readonly<Record<string, readonly string[]>> = {
  /** A kept wallet that its owner has taken back, or that PayPal has no more. */
  [methodMissing]: [
    'TOKEN_ID_NOT_FOUND',
    'INVALID_RESOURCE_ID',
    'RESOURCE_NOT_FOUND',
    'TOKEN_EXPIRED',
    'AGREEMENT_ALREADY_CANCELLED',
    'BILLING_AGREEMENT_NOT_FOUND',
    'MISMATCHED_VAULT_ID_TO_PAYMENT_SOURCE',
  ],
  /** The payer's account, or what PayPal lets it pay, and whom. */
  wallet_blocked: [
    'COMPLIANCE_VIOLATION',
    'DOMESTIC_TRANSACTION_REQUIRED',
    'PAYEE_BLOCKED_TRANSACTION',
    'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
    'PAYER_ACCOUNT_RESTRICTED',
    'PAYER_CANNOT_PAY',
    'TRANSACTION_BLOCKED_BY_PAYEE',
  ],
  wallet_limit: ['TRANSACTION_LIMIT_EXCEEDED'],
  wallet_attempts: ['MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED'],
  wallet_source_expired: ['CARD_EXPIRED', 'REFERENCED_CARD_EXPIRED'],
  wallet_confirmation: ['PAYER_ACTION_REQUIRED'],
  wallet_declined: [
    'CARD_BRAND_NOT_SUPPORTED',
    'DECLINED_DUE_TO_RELATED_TXN',
    'INSTRUMENT_DECLINED',
    'PAYMENT_SOURCE_CANNOT_BE_USED',
    'PAYMENT_SOURCE_DECLINED_BY_PROCESSOR',
    'PAYMENT_SOURCE_INFO_CANNOT_BE_VERIFIED',
    'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
    'TRANSACTION_REFUSED',
  ],
  /** Our account may not keep wallets. */
  wallet_not_kept: ['NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE'],
}

const codes = new Map(Object.entries(issuesOf).flatMap(([code, issues]) => issues.map((one) => [one, code])))

/**
 * A refusal in our words. Any other issue is of our account (`PAYEE_…`, its limits and permissions) or of what we have
 * sent: the payer can do nothing about it, and neither they nor their wallet have declined.
 */
export function codeOf(issue: string): string {
  return codes.get(issue) ?? 'wallet_unavailable'
}
