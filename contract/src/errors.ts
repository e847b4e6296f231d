import {
  AUDIO_TOO_LARGE,
  INVALID_TEXT_FILE,
  PICTURE_TOO_LARGE,
  SVG_TOO_LARGE,
  TEXT_FILE_TOO_LARGE,
  WRONG_FORMAT,
} from './file-refusals.ts'

/** A kind of failure: its HTTP status, the sentence a person reads, and the specification's flag. */
export interface ErrorKind {
  readonly status: number
  readonly message: string
  readonly flag?: string
}

/** Every expected failure of the product. The code is stable; the message may be replaced where it is raised. */
export const errorCatalogue = {
  invalid_input: { status: 400, message: 'Some of the input is not valid.' },
  unauthenticated: { status: 401, message: 'Please log in to continue.' },
  forbidden: { status: 403, message: 'Access denied.' },
  csrf: { status: 403, message: 'This form is out of date. Reload the page and try again.' },
  not_found: { status: 404, message: 'This could not be found.' },
  conflict: { status: 409, message: 'This was changed in the meantime. Reload the page and try again.' },
  method_not_allowed: { status: 405, message: 'This address does not accept this method.' },
  request_timeout: { status: 408, message: 'The request took too long. Please try again.' },
  too_large: { status: 413, message: 'This is larger than what is accepted.' },
  unsupported_media_type: { status: 415, message: 'This kind of content is not accepted.' },
  expectation_failed: { status: 417, message: 'What the request expects cannot be met.' },
  headers_too_large: { status: 431, message: 'The request has more headers than are accepted.' },
  rate_limited: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  internal: { status: 500, message: 'Internal server error' },
  unavailable: {
    status: 503,
    message: 'The service is not available right now. Please try again shortly.',
  },

  invalid_credentials: {
    status: 400,
    message: 'Invalid username or password.',
    flag: 'invalidUserNameOrPassword',
  },
  email_unverified: {
    status: 403,
    message: 'Please verify your email first. A code is on its way.',
    flag: 'needEmailVerification',
  },
  username_taken: { status: 409, message: 'This username is already taken.', flag: 'isExistingUsername' },
  email_taken: { status: 409, message: 'This email is already in use.', flag: 'isExistingEmail' },
  url_taken: { status: 409, message: 'This url is already taken.', flag: 'isExistingUrl' },
  name_taken: { status: 409, message: 'This name is already in use.', flag: 'isExistingName' },
  unknown_user: {
    status: 400,
    message: 'There is no user with this email or username.',
    flag: 'invalidUser',
  },
  invalid_current_password: {
    status: 400,
    message: 'The current password is not correct.',
    flag: 'invalidCurrentPassword',
  },
  same_password: {
    status: 400,
    message: 'The new password must differ from the current one.',
    flag: 'currentAndNewPasswordMatch',
  },
  invalid_short_code: {
    status: 400,
    message: 'The verification code is not valid or has expired.',
    flag: 'isInvalidShortCode',
  },
  short_code_used_up: {
    status: 400,
    message: 'All tries of this code are used up. Please request a new code.',
    flag: 'isInvalidShortCode',
  },
  invalid_verification_token: {
    status: 400,
    message: 'This password reset has expired. Please ask for a new code.',
  },
  invalid_sms_phone_number: {
    status: 400,
    message: 'Please enter valid US or Canada phone number.',
    flag: 'invalidSMSPhoneNumber',
  },
  last_category: { status: 409, message: 'The last category of a customer cannot be deleted.' },
  unknown_category: { status: 400, message: 'Please choose an astrological sign from the list.' },

  insufficient_tokens: { status: 402, message: 'You do not have enough tokens. Please purchase tokens.' },
  unpaid_audio: { status: 402, message: 'This reading has not been charged in this session.' },
  session_over: {
    status: 409,
    message: 'This audio session is over. Nothing was charged. Please play the reading in a new session.',
  },
  audio_file_mismatch: { status: 404, message: 'This could not be found.' },
  test_audio_is_free: { status: 400, message: 'The test audio is free and cannot be charged.' },
  not_an_mp3: { status: 400, message: WRONG_FORMAT },
  audio_changed: { status: 409, message: 'This audio was changed in the meantime. Nothing was saved.' },
  audio_too_large: { status: 413, message: AUDIO_TOO_LARGE },
  upload_broken: { status: 400, message: 'The upload was interrupted. Please try again.' },
  invalid_picture: { status: 400, message: WRONG_FORMAT },
  picture_too_large: { status: 413, message: PICTURE_TOO_LARGE },
  invalid_svg: { status: 400, message: WRONG_FORMAT },
  svg_too_large: { status: 413, message: SVG_TOO_LARGE },
  invalid_text_file: { status: 400, message: INVALID_TEXT_FILE },
  text_file_too_large: { status: 413, message: TEXT_FILE_TOO_LARGE },
  bulk_lines_refused: { status: 400, message: 'Some lines of the file are not right. Nothing was uploaded.' },
  disburse_too_soon: { status: 400, message: 'Future disburese time must be later.' },
  text_locked: {
    status: 409,
    message: 'This short text is about to be sent, so it can no longer be changed.',
  },
  text_sent: { status: 409, message: 'This short text was already sent, so it can no longer be changed.' },
  threshold_too_high: {
    status: 409,
    message: 'A package that is auto purchasable needs more tokens than the threshold.',
  },
  changed_meanwhile: {
    status: 409,
    message: 'This was changed in the meantime. Nothing was saved. Please look at what it is now.',
  },
  text_changed: {
    status: 409,
    message: 'This short text was changed in the meantime. Nothing was saved.',
  },

  price_changed: {
    status: 409,
    message: 'The price has changed. Nothing was charged. Please look at the new price and confirm it.',
  },
  package_not_on_sale: { status: 404, message: 'This package is no longer sold.' },
  card_declined: { status: 402, message: 'Your card was declined. Please try another card.' },
  payment_failed: { status: 402, message: 'The payment did not go through. Nothing was charged.' },
  purchase_failed: {
    status: 404,
    message:
      'This payment was declined or canceled, or a newer purchase took its place. Nothing was charged for it.',
  },
  payment_pending: {
    status: 409,
    message: 'Your payment is still being confirmed. Your tokens appear as soon as it is.',
  },
  purchase_open: {
    status: 409,
    message: 'An earlier payment is not finished yet. Please finish it before you purchase again.',
  },
  balance_full: {
    status: 409,
    message: 'Your balance cannot hold this many tokens. Nothing was charged.',
  },
  earlier_purchase_paid: {
    status: 409,
    message: 'Your earlier payment went through after all. Nothing more was charged.',
  },
  approval_missing: {
    status: 409,
    message: 'The payment was not approved. Nothing was charged.',
  },
  no_default_payment: { status: 400, message: 'There is no default payment method.' },
  payment_method_barred: {
    status: 409,
    message:
      'One of your payments was reported as fraud. Save your default payment again before you use it for automatic purchase.',
  },
  not_auto_purchasable: { status: 409, message: 'This package cannot be purchased automatically.' },
  refund_too_large: {
    status: 400,
    message: '* Partial refund amount can not be greater than available amount.',
  },
  not_refundable: { status: 409, message: 'The available amount is insufficient to refund.' },
  dispute_open: {
    status: 409,
    message: 'This payment is disputed. It cannot be refunded until that is decided.',
  },
  subtraction_too_large: {
    status: 400,
    message: '* Substract token value can not be greater than current balance.',
  },
  balance_changed: {
    status: 409,
    message:
      'The balance has changed. Nothing was edited. Please look at the new balance and confirm the edit.',
  },
  idempotency_mismatch: { status: 409, message: 'This request was already made with different content.' },
  provider_unavailable: {
    status: 503,
    message:
      'The payment provider is not responding. You will not be charged twice; please try again shortly.',
  },

  sms_number_required: {
    status: 400,
    message: 'Add and verify a US phone number on your profile to receive Sunbursts by SMS.',
  },
  email_dead: {
    status: 409,
    message: 'Your email address does not take our messages; check it.',
  },
  sms_opted_out: {
    status: 409,
    message: 'This number has opted out of SMS. Text START to resume.',
  },
} as const satisfies Record<string, ErrorKind>

export type ErrorCode = keyof typeof errorCatalogue

/** What any endpoint may answer without declaring it: the request pipeline raises these. */
export const commonErrors = [
  'invalid_input',
  'unauthenticated',
  'forbidden',
  'csrf',
  'not_found',
  'method_not_allowed',
  'too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal',
  'unavailable',
] as const satisfies readonly ErrorCode[]
