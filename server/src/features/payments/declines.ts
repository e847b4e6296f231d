import type { ErrorCode } from '@almanac/contract/errors'
import { errorCatalogue } from '@almanac/contract/errors'

/** A failure as it is stored and answered. */
export interface Failure {
  /** The provider's decline code, or one of ours. */
  failureCode: string
  failureMessage: string
  /** Whether the issuer asks that the instrument is not charged again. */
  isRetryRefused: boolean
}

const declined = errorCatalogue.card_declined.message
const notCharged = errorCatalogue.payment_failed.message
const details = 'The card details are not correct. Please check them and try again.'
const unsupported = 'Your card does not support this purchase. Please try another card.'
const limit = 'Your card has reached its limit. Please try another card.'
const later = 'Your bank could not process the payment just now. Please try again in a moment.'
const unconfirmed = 'Your bank could not confirm that it was you. Please try again or use another card.'

/**
 * What a person is told for a decline code. Lost, stolen and suspected cards get the general sentence, since whoever
 * holds them must not learn why. The codes are those that the card provider documents.
 */
const cardSentences: Readonly<Record<string, string>> = {
  insufficient_funds: 'Your card has insufficient funds. Please try another card.',
  expired_card: 'Your card has expired. Please try another card.',
  incorrect_cvc: 'Your card’s security code is not correct. Please check it and try again.',
  invalid_cvc: 'Your card’s security code is not correct. Please check it and try again.',
  incorrect_number: details,
  invalid_number: details,
  invalid_account: details,
  invalid_expiry_month: details,
  invalid_expiry_year: details,
  incorrect_zip: 'The postal code does not match this card. Please check it and try again.',
  incorrect_address: details,
  card_not_supported: unsupported,
  currency_not_supported: unsupported,
  transaction_not_allowed: unsupported,
  not_permitted: unsupported,
  service_not_allowed: unsupported,
  card_velocity_exceeded: limit,
  withdrawal_count_limit_exceeded: limit,
  processing_error: later,
  issuer_not_available: later,
  reenter_transaction: later,
  try_again_later: later,
  authentication_required: unconfirmed,
  authentication_not_handled: unconfirmed,
  payment_intent_authentication_failure:
    'The payment was not confirmed with your bank, so nothing was charged. Please try again or use another card.',
  setup_intent_authentication_failure:
    'The card was not confirmed with your bank, so it was not saved. Please try again or use another card.',
}

/** Failures that are not the card issuer's word. */
const ownSentences: Readonly<Record<string, string>> = {
  abandoned: notCharged,
  no_longer_wanted: 'This automatic purchase was no longer wanted. Nothing was charged.',
  canceled: notCharged,
  expired: 'The payment was not confirmed within a day. Nothing was charged.',
  amount_mismatch: 'The payment did not match the package. Please contact support.',
  amount_too_small: 'This amount is too small to be paid by card. Nothing was charged.',
  resource_missing: 'The card could not be used. Nothing was charged. Please enter it again.',
  customer_missing: 'The card could not be used. Nothing was charged. Please enter it again.',
  customer_refused: 'The payment provider did not accept your name or email. Nothing was charged.',
  email_invalid:
    'The payment provider does not accept your email. Nothing was charged. Please change it on your profile.',
  too_many_declines: 'Too many cards were declined. Nothing was charged. Please try again in an hour.',
  approval_missing: errorCatalogue.approval_missing.message,
  payment_source_declined:
    'What you chose to pay with in your wallet was declined. Nothing was charged. Please choose something else there.',
  wallet_declined: 'Your wallet declined the payment. Nothing was charged. Please try another way to pay.',
  wallet_blocked:
    'Your wallet account cannot be used for this payment. Nothing was charged. Please try another way to pay.',
  wallet_limit:
    'This payment is above what your wallet may pay. Nothing was charged. Please try another way to pay.',
  wallet_attempts:
    'Your wallet allows no more attempts at this payment. Nothing was charged. Please try another way to pay.',
  wallet_source_expired:
    'The card in your wallet has expired. Nothing was charged. Please change it there, or try another way to pay.',
  wallet_unavailable:
    'We cannot be paid by this wallet at the moment. Nothing was charged. Please try another way to pay.',
  wallet_not_kept:
    'We cannot save wallets at the moment. Nothing was charged. You can still pay with your wallet without saving it.',
  wallet_not_saved: 'Your wallet could not be saved. Nothing was charged. Please try again in a moment.',
  wallet_confirmation:
    'Your wallet wants you to approve this payment yourself. Nothing was charged. Please choose the wallet when you purchase.',
  method_missing:
    'Your saved payment method can no longer be charged. Nothing was charged. Please add it again, or pay in another way.',
  refused: 'The card could not be used. Nothing was charged. Please enter it again or try another card.',
}

/** The stored form of a failure; a code not known is an issuer's refusal. */
export function failureOf(code: string | null, isRetryRefused = false): Failure {
  const failureCode = code ?? 'generic_decline'
  const failureMessage = ownSentences[failureCode] ?? cardSentences[failureCode] ?? declined
  return { failureCode, failureMessage, isRetryRefused }
}

/** How a stored failure is answered. */
export function errorCodeOf(failureCode: string | null): ErrorCode & ('payment_failed' | 'card_declined') {
  return failureCode !== null && failureCode in ownSentences ? 'payment_failed' : 'card_declined'
}
