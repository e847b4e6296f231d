/** The sentence for an answer that brings none. */
export const DEFAULT_ERROR = 'An error occurred. Please try again.'

interface ErrorParts {
  status: number
  code: string
  message: string
  list?: readonly string[]
  flags?: Iterable<string>
  extra?: Readonly<Record<string, unknown>>
  retryAfterSeconds?: number | null
}

/** A call that failed: the server's refusal, or no answer at all (status 0). */
export class ApiError extends Error {
  override name = 'ApiError'
  /** The HTTP status; 0 where there was no answer. */
  readonly status: number
  /** The stable name of the failure: a code of the contract, or `network`. */
  readonly code: string
  /** `errorMessageList`: one line a field. */
  readonly list: readonly string[]
  /** The specification's flags that are set: `isExistingUsername`. */
  readonly flags: ReadonlySet<string>
  /** What else came with the failure: `username`, `tempEmail`. */
  readonly extra: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds: number | null

  constructor(parts: ErrorParts) {
    super(parts.message)
    this.status = parts.status
    this.code = parts.code
    this.list = parts.list ?? []
    this.flags = new Set(parts.flags)
    this.extra = parts.extra ?? {}
    this.retryAfterSeconds = parts.retryAfterSeconds ?? null
  }
}

/** Whether something that was thrown is a failed call, with a flag where one is named. */
export function isApiError(thrown: unknown, flag?: string): thrown is ApiError {
  return thrown instanceof ApiError && (flag === undefined || thrown.flags.has(flag))
}

/** No answer: the network is away, or the server is. */
export function networkError(isOnline: boolean): ApiError {
  const message = isOnline
    ? 'We cannot reach the server right now. Please try again shortly.'
    : 'You are offline. Check your connection and try again.'
  return new ApiError({ status: 0, code: 'network', message })
}

/**
 * A failure from an answer (decision W4). One that says nothing, because the server has no words for it or the answer isn't
 * ours, as a proxy's page, has the sentence `otherwise`.
 */
export function errorOfAnswer(
  status: number,
  body: unknown,
  retryAfter: string | null,
  otherwise = DEFAULT_ERROR,
): ApiError {
  const fields: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {}
  const { message, code, requestId: _requestId, errorMessageList, ...others } = fields
  const isFlag = (entry: [string, unknown]) => entry[1] === true
  const entries = Object.entries(others)
  const seconds = Number(retryAfter ?? Number.NaN)
  return new ApiError({
    status,
    code: typeof code === 'string' ? code : 'internal',
    message: typeof message === 'string' && message !== '' && message !== DEFAULT_ERROR ? message : otherwise,
    list: Array.isArray(errorMessageList) ? errorMessageList.map(String) : [],
    flags: entries.filter(isFlag).map(([name]) => name),
    extra: Object.fromEntries(entries.filter((entry) => !isFlag(entry))),
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
  })
}

/** Whether the server has decided. Without an answer, or when it had no time, what was asked for may be done all the same. */
export function isDecided({ status }: Pick<ApiError, 'status'>): boolean {
  return status !== 0 && status !== 429 && status < 500
}

/** Whether what a call was about is not there: deleted by somebody else, or by a call whose answer was lost. */
export function isGone({ status }: Pick<ApiError, 'status'>): boolean {
  return status === 404
}

const MOST_RETRIES = 2

/** What failed for want of an answer, or because the server was away, is worth a second try; a refusal is not. */
export function isWorthRetrying(failures: number, thrown: unknown): boolean {
  if (failures >= MOST_RETRIES || !isApiError(thrown)) return false
  return thrown.status === 503 || (thrown.status === 0 && navigator.onLine)
}
