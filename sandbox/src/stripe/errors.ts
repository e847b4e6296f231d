/** Stripe's error object as its API sends it. */
export type StripeErrorBody = {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  message: string
  code?: string
  param?: string
  decline_code?: string
  advice_code?: string
  charge?: string
  payment_intent?: unknown
  payment_method?: unknown
  setup_intent?: unknown
}

/**
 * A refusal in Stripe's envelope.
 * `beforeExecution`: the call was refused before the work began, so no idempotent answer is kept.
 */
export class StripeFailure extends Error {
  readonly status: number
  readonly body: StripeErrorBody
  readonly beforeExecution: boolean

  constructor(status: number, body: StripeErrorBody, beforeExecution = false) {
    super(body.message)
    this.status = status
    this.body = body
    this.beforeExecution = beforeExecution
  }

  /** The envelope, `{ error: {...} }`; the SDK takes a body without it for a success. */
  get envelope(): { error: StripeErrorBody & { doc_url?: string } } {
    const { code } = this.body
    if (code === undefined) return { error: this.body }
    return {
      error: { ...this.body, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` },
    }
  }
}

/** 400 for a parameter whose form is wrong; found before the work begins. */
export function badParameter(param: string, message: string, code?: string): StripeFailure {
  return new StripeFailure(
    400,
    { type: 'invalid_request_error', message, param, ...(code && { code }) },
    true,
  )
}

/** 400 for a parameter that doesn't fit what is stored. */
export function refused(message: string, more: Partial<StripeErrorBody> = {}): StripeFailure {
  return new StripeFailure(400, { type: 'invalid_request_error', message, ...more })
}

/** Stripe's `resource_missing`: 404 when the id stands in the path, 400 when it is a parameter. */
export function missing(noun: string, id: string, param: string, inPath: boolean): StripeFailure {
  return new StripeFailure(inPath ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param,
  })
}
