import { type ErrorCode, errorCatalogue } from '@almanac/contract/errors'

export interface DomainErrorDetails {
  /** Replaces the catalogue's sentence. */
  message?: string
  /** One line a field or record that is wrong; the client shows the first five. */
  list?: readonly string[]
  /** Fields beside `message` and `code`, as the specification names them (`username`, `tempEmail`, ...). */
  extra?: Readonly<Record<string, unknown>>
  /** Seconds after which trying again makes sense; becomes `Retry-After`. */
  retryAfterSeconds?: number
}

/** An expected failure. Its code is in the contract's catalogue and must be declared by the endpoint that raises it. */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly details: DomainErrorDetails

  constructor(code: ErrorCode, details: DomainErrorDetails = {}) {
    super(details.message ?? errorCatalogue[code].message)
    this.name = 'DomainError'
    this.code = code
    this.details = details
  }
}

/** Raised by an adapter when it can't be known whether the provider acted: never retried blindly. */
export class OutcomeUnknownError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'OutcomeUnknownError'
  }
}
