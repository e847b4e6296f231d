import { randomBytes } from 'node:crypto'
import type { Link } from './rows.ts'

export type ErrorDetail = {
  issue: string
  description?: string
  field?: string
  value?: string
  location?: 'body' | 'path' | 'query'
}

const names: Record<number, [name: string, message: string]> = {
  400: ['INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.'],
  401: [
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  ],
  403: ['NOT_AUTHORIZED', 'Authorization failed due to insufficient permissions.'],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  409: ['RESOURCE_CONFLICT', 'The server has detected a conflict while processing this request.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', "The server does not support the request payload's media type."],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  429: ['RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.'],
  500: ['INTERNAL_SERVER_ERROR', 'An internal server error occurred.'],
}

/** A refusal in PayPal's envelope. */
export class PaypalFailure extends Error {
  readonly status: number
  readonly body: Record<string, unknown>

  constructor(status: number, body: Record<string, unknown>) {
    super(String(body.message ?? body.error_description ?? status))
    this.status = status
    this.body = body
  }

  /** What PayPal calls it, for a sentence. */
  get issue(): string {
    const [detail] = (this.body.details ?? []) as ErrorDetail[]
    return detail ? `${detail.issue}: ${detail.description ?? ''}` : this.message
  }
}

export function failure(status: number, details: ErrorDetail[] = [], links: Link[] = []): PaypalFailure {
  const [name, message] = names[status] ?? ['INTERNAL_SERVER_ERROR', 'An internal server error occurred.']
  return new PaypalFailure(status, {
    name,
    ...(details.length > 0 && { details }),
    message,
    debug_id: randomBytes(7).toString('hex').slice(0, 13),
    links: [...links, informationLink(details[0]?.issue ?? name)],
  })
}

function informationLink(issue: string): Link {
  const href = `https://developer.paypal.com/docs/api/orders/v2/#error-${issue}`
  return { href, rel: 'information_link', method: 'GET' }
}

/** 422: what was asked doesn't fit what is stored, or the payer's bank said no. */
export function refused(issue: string, more: Partial<ErrorDetail> & { links?: Link[] } = {}): PaypalFailure {
  const { links, ...rest } = more
  return failure(422, [{ issue, description: issueTexts[issue] ?? issue, ...rest }], links)
}

/** 400 for a parameter whose form is wrong. */
export function badRequest(details: ErrorDetail[]): PaypalFailure {
  return failure(
    400,
    details.map((detail) => ({ description: issueTexts[detail.issue] ?? detail.issue, ...detail })),
  )
}

export function notFound(): PaypalFailure {
  return failure(404, [
    {
      issue: 'INVALID_RESOURCE_ID',
      description: 'Specified resource ID does not exist. Please check the resource ID and try again.',
    },
  ])
}

/** The 409 for a request id whose first call is still at work. */
export function inProgress(): PaypalFailure {
  return failure(409, [
    {
      issue: 'PREVIOUS_REQUEST_IN_PROGRESS',
      description:
        'A previous request on this resource is currently in progress. Please wait for sometime and try again. It is best to space out the initial and the subsequent request(s) to avoid receiving this error.',
    },
  ])
}

/** PayPal's own words; a description that differs is not one of its API's. */
const issueTexts: Record<string, string> = {
  AGREEMENT_ALREADY_CANCELLED: 'The requested agreement is already canceled.',
  AMOUNT_MISMATCH:
    'Should equal item_total + tax_total + shipping + handling + insurance - shipping_discount - discount.',
  CANNOT_BE_NEGATIVE:
    'Must be greater than or equal to 0. If the currency supports decimals, only two decimal place precision is supported.',
  CANNOT_BE_ZERO_OR_NEGATIVE:
    'Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.',
  CARD_EXPIRED: 'The card is expired',
  CAPTURE_FULLY_REFUNDED: 'The capture has already been fully refunded',
  COMPLIANCE_VIOLATION: 'Transaction is declined due to compliance violation.',
  DECLINED_DUE_TO_RELATED_TXN:
    'One or more transactions in this Order did not succeed. Since this Order is being processed as an All or None Order, if one or more transactions in this Order do not succeed, then all purchase units are marked declined and will not be processed.',
  DOMESTIC_TRANSACTION_REQUIRED:
    'This transaction requires the payee and payer to be resident in the same country, a domestic transaction is required to create this payment.',
  DECIMAL_PRECISION: 'If the currency supports decimals, only two decimal place precision is supported.',
  DUPLICATE_INVOICE_ID:
    'Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting requires that Invoice Id be unique for each transaction.',
  INCOMPATIBLE_PARAMETER_VALUE:
    'The value of the field is incompatible/redundant with other fields in the order.',
  INSTRUMENT_DECLINED:
    "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
  INVALID_ARRAY_MAX_ITEMS: 'The number of items in an array parameter is too large.',
  INVALID_ARRAY_MIN_ITEMS: 'The number of items in an array parameter is too small.',
  INVALID_CURRENCY_CODE:
    'Currency code is invalid or is not currently supported. Please refer https://developer.paypal.com/api/rest/reference/currency-codes/ for list of supported currency codes.',
  INVALID_PARAMETER_SYNTAX: 'The value of a field does not conform to the expected format.',
  INVALID_PARAMETER_VALUE: 'A parameter value is not valid.',
  INVALID_STRING_LENGTH: 'The value of a field is either too short or too long',
  ITEM_TOTAL_MISMATCH:
    'Should equal sum of (unit_amount * quantity) across all items for a given purchase_unit.',
  ITEM_TOTAL_REQUIRED:
    'If item details are specified (items.unit_amount and items.quantity) corresponding amount.breakdown.item_total is required.',
  MALFORMED_REQUEST_JSON: 'The request JSON is not well formed.',
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: 'You have exceeded the maximum number of payment attempts.',
  MAX_NUMBER_OF_REFUNDS_EXCEEDED: 'You have exceeded the maximum number of refund attempts for this capture.',
  MAX_VALUE_EXCEEDED: 'Should be less than or equal to 999999999999999.99.',
  MISMATCHED_VAULT_ID_TO_PAYMENT_SOURCE:
    'The vault_id does not match the payment_source provided. Please verify that the vault_id token used refers to the matching payment_source and try again. For example, a PayPal token cannot be passed in the vault_id field in the payment_source.card object.',
  MISSING_REQUIRED_PARAMETER: 'A required parameter is missing.',
  MULTI_CURRENCY_ORDER:
    'Multiple differing values of currency_code are not supported. Entire Order request must have the same currency_code.',
  NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE:
    'The API caller or the merchant on whose behalf the API call is initiated is not allowed to vault the given source. Please contact PayPal customer support for assistance.',
  NOT_SUPPORTED: 'This field is not currently supported.',
  ORDER_ALREADY_CAPTURED: "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
  ORDER_NOT_APPROVED:
    "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid `payment_source` in the request.",
  PARTIAL_REFUND_NOT_ALLOWED: 'You cannot do a refund less than the original capture amount.',
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: 'The merchant account is locked or closed.',
  PAYEE_ACCOUNT_RESTRICTED: 'The merchant account is restricted.',
  PAYEE_BLOCKED_TRANSACTION:
    'The Fraud settings for this seller are such that this payment cannot be executed.',
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: 'The payer account cannot be used for this transaction.',
  PAYER_ACCOUNT_RESTRICTED: 'PAYER_ACCOUNT_RESTRICTED',
  PAYER_ACTION_REQUIRED: 'Transaction cannot complete successfully, instruct the buyer to return to PayPal.',
  PAYER_CANNOT_PAY: 'Combination of payer and payee settings mean that this buyer cannot pay this seller.',
  PAYMENT_SOURCE_CANNOT_BE_USED:
    'The provided payment source cannot be used to pay for the order. Please try again with a different payment source by creating a new order.',
  PAYMENT_SOURCE_DECLINED_BY_PROCESSOR:
    'The provided payment source is declined by the processor. Please try again with a different payment source by creating a new order.',
  PAYPAL_REQUEST_ID_REQUIRED:
    "A PayPal-Request-Id is required if you are trying to process payment for an Order. Please specify a PayPal-Request-Id or Create the Order without a 'payment_source' specified.",
  PENDING_CAPTURE:
    'Cannot initiate a refund as the capture is pending. Capture is typically pending when the payer has funded the transaction using e-check/bank funded.',
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING:
    'Transaction failed. Redirect the payer to select another funding source.',
  REFERENCED_CARD_EXPIRED:
    'The card underlying the token has expired and hence cannot be used to process a payment.',
  REFUND_AMOUNT_EXCEEDED:
    'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
  REFUND_FAILED_INSUFFICIENT_FUNDS:
    'Capture could not be refunded due to insufficient funds. Please check to see if you have sufficient funds in your PayPal account or if the bank account linked to your PayPal account is verified and has sufficient funds.',
  REFUND_IS_RESTRICTED:
    "This refund can only be processed by the API caller that had 'captured' the transaction. If you facilitate your transactions via a platform/partner, please initiate a refund through them.",
  REFUND_NOT_ALLOWED: 'Capture cannot be refunded.',
  REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK:
    'Refunds are not allowed on this capture due to a chargeback on the card or bank. Please contact the payee to resolve the chargeback.',
  REFUND_TIME_LIMIT_EXCEEDED: 'You are over the time limit to perform a refund on this capture',
  SETUP_TOKEN_ALREADY_TOKENIZED: 'The setup token has already been used to create a payment token.',
  SETUP_TOKEN_NOT_APPROVED: 'The payer has not approved the setup token yet.',
  TOKEN_EXPIRED: 'The token is expired and cannot be used for payment.',
  TOKEN_ID_NOT_FOUND: 'Specified token was not found. Verify the token and try the request again.',
  TRANSACTION_BLOCKED_BY_PAYEE: 'Transaction blocked by Payee’s Fraud Protection settings.',
  TRANSACTION_LIMIT_EXCEEDED: 'Total payment amount exceeded transaction limit.',
  TRANSACTION_RECEIVING_LIMIT_EXCEEDED: "The transaction exceeds the receiver's receiving limit.",
  TRANSACTION_REFUSED: 'The request was refused.',
  VAULT_INSTRUCTION_REQUIRED:
    'Vault instruction is required. Please use `vault.store_in_vault` to provide vault instruction.',
}
