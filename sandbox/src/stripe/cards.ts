/** How a well-known test card behaves. */
export type TestCard = {
  /** The test API's payment method id, usable wherever an id is. */
  paymentMethod: string
  number: string
  brand: string
  funding: 'credit' | 'debit'
  /** Refused at a charge; `atSetup` says that saving it is refused too, as at the real API. */
  decline?: Decline & { atSetup: boolean }
  /** When the bank asks the cardholder: at every use, or until the card was set up for off-session use. */
  challenge?: 'always' | 'unless_set_up'
  /** What happens later without anyone's doing. */
  later?: 'dispute' | 'refund_fails' | 'refund_pending'
}

export type Decline = { code: string; declineCode: string; message: string; advice: string }

const declined = (declineCode: string, advice = 'try_again_later'): Decline => ({
  code: 'card_declined',
  declineCode,
  message: 'Your card was declined.',
  advice,
})

/** The refusals by decline code; a control call can order any of them. */
export const declines: Record<string, Decline> = {
  generic_decline: declined('generic_decline'),
  insufficient_funds: { ...declined('insufficient_funds'), message: 'Your card has insufficient funds.' },
  lost_card: declined('lost_card', 'do_not_try_again'),
  stolen_card: declined('stolen_card', 'do_not_try_again'),
  do_not_honor: declined('do_not_honor'),
  card_velocity_exceeded: declined('card_velocity_exceeded'),
  fraudulent: declined('fraudulent', 'do_not_try_again'),
  expired_card: {
    code: 'expired_card',
    declineCode: 'expired_card',
    message: 'Your card has expired.',
    advice: 'do_not_try_again',
  },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    declineCode: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
    advice: 'confirm_card_data',
  },
  processing_error: {
    code: 'processing_error',
    declineCode: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
    advice: 'try_again_later',
  },
  authentication_required: {
    code: 'authentication_required',
    declineCode: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
    advice: 'try_again_later',
  },
}

/** The refusal for a code; a code not listed is a plain card_declined with that decline code. */
export function declineFor(code: string): Decline {
  return declines[code] ?? declined(code === '' ? 'generic_decline' : code)
}

const visa = { brand: 'visa', funding: 'credit' } as const
const refusing = (code: string, atSetup = true) => ({ decline: { ...declineFor(code), atSetup } })

/** Source: docs.stripe.com/testing; ids and numbers are the real test API's. */
export const testCards: readonly TestCard[] = [
  { ...visa, paymentMethod: 'pm_card_visa', number: '4242424242424242' },
  { ...visa, paymentMethod: 'pm_card_visa_debit', number: '4000056655665556', funding: 'debit' },
  { ...visa, paymentMethod: 'pm_card_mastercard', number: '5555555555554444', brand: 'mastercard' },
  { ...visa, paymentMethod: 'pm_card_amex', number: '378282246310005', brand: 'amex' },
  { ...visa, paymentMethod: 'pm_card_discover', number: '6011111111111117', brand: 'discover' },
  {
    ...visa,
    paymentMethod: 'pm_card_chargeDeclined',
    number: '4000000000000002',
    ...refusing('generic_decline'),
  },
  {
    ...visa,
    paymentMethod: 'pm_card_chargeDeclinedInsufficientFunds',
    number: '4000000000009995',
    ...refusing('insufficient_funds'),
  },
  {
    ...visa,
    paymentMethod: 'pm_card_chargeDeclinedLostCard',
    number: '4000000000009987',
    ...refusing('lost_card'),
  },
  {
    ...visa,
    paymentMethod: 'pm_card_chargeDeclinedStolenCard',
    number: '4000000000009979',
    ...refusing('stolen_card'),
  },
  {
    ...visa,
    paymentMethod: 'pm_card_chargeDeclinedExpiredCard',
    number: '4000000000000069',
    ...refusing('expired_card'),
  },
  {
    ...visa,
    paymentMethod: 'pm_card_chargeDeclinedIncorrectCvc',
    number: '4000000000000127',
    ...refusing('incorrect_cvc'),
  },
  {
    ...visa,
    paymentMethod: 'pm_card_chargeDeclinedProcessingError',
    number: '4000000000000119',
    ...refusing('processing_error'),
  },
  {
    ...visa,
    paymentMethod: 'pm_card_visa_chargeDeclinedVelocityLimitExceeded',
    number: '4000000000006975',
    ...refusing('card_velocity_exceeded'),
  },
  {
    ...visa,
    paymentMethod: 'pm_card_chargeCustomerFail',
    number: '4000000000000341',
    ...refusing('generic_decline', false),
  },
  {
    ...visa,
    paymentMethod: 'pm_card_authenticationRequired',
    number: '4000002760003184',
    challenge: 'always',
  },
  {
    ...visa,
    paymentMethod: 'pm_card_authenticationRequiredOnSetup',
    number: '4000002500003155',
    challenge: 'unless_set_up',
  },
  {
    ...visa,
    paymentMethod: 'pm_card_threeDSecure2Required',
    number: '4000000000003220',
    challenge: 'always',
  },
  {
    ...visa,
    paymentMethod: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    number: '4000008260003178',
    challenge: 'always',
    ...refusing('insufficient_funds', false),
  },
  { ...visa, paymentMethod: 'pm_card_createDispute', number: '4000000000000259', later: 'dispute' },
  { ...visa, paymentMethod: 'pm_card_refundFail', number: '4000000000005126', later: 'refund_fails' },
  { ...visa, paymentMethod: 'pm_card_pendingRefund', number: '4000000000007726', later: 'refund_pending' },
]

const aliases: Record<string, string> = {
  pm_card_visa_chargeDeclined: 'pm_card_chargeDeclined',
  pm_card_visa_chargeDeclinedInsufficientFunds: 'pm_card_chargeDeclinedInsufficientFunds',
  pm_card_visa_chargeDeclinedLostCard: 'pm_card_chargeDeclinedLostCard',
  pm_card_visa_chargeDeclinedStolenCard: 'pm_card_chargeDeclinedStolenCard',
  pm_card_threeDSecureRequired: 'pm_card_threeDSecure2Required',
}

export function cardByTestId(id: string): TestCard | undefined {
  const name = aliases[id] ?? id
  return testCards.find((card) => card.paymentMethod === name)
}

export function cardByNumber(number: string): TestCard | undefined {
  return testCards.find((card) => card.number === number)
}
