import type { Answer, Endpoint } from '@almanac/contract/endpoint'
import type { ErrorCode } from '@almanac/contract/errors'
import { errorCatalogue } from '@almanac/contract/errors'
import { vi } from 'vitest'
import { z } from 'zod'

/** The server as a page sees it: what stands behind `fetch`, held to the contract's shapes. */

type Given<E extends Endpoint> = Answer<E> | ((query: URLSearchParams) => Answer<E>)
type Reply = (call: HeldCall<Endpoint>) => void
const replies: { endpoint: Endpoint; pattern: RegExp; reply: Reply }[] = []

function reply(endpoint: Endpoint, given: Reply): void {
  const pattern = new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`)
  replies.unshift({ endpoint, pattern, reply: given })
}

/** A call that has reached the server, which answers it when told to, or never. */
export class HeldCall<E extends Endpoint> {
  readonly query: URLSearchParams
  /** What was sent as JSON; of a form, its fields. */
  readonly body: unknown
  readonly idempotencyKey: string | null
  /** Tells the page of a form with a file how many percent of it have arrived. */
  progress: (percent: number) => void = () => {
    throw new Error('The page asked for no progress.')
  }
  readonly #endpoint: E
  readonly #resolve: (response: Response) => void
  readonly #reject: (reason: Error) => void

  constructor(
    endpoint: E,
    { query, init }: { query: URLSearchParams; init: RequestInit },
    answer: PromiseWithResolvers<Response>,
  ) {
    const { body } = init
    this.query = query
    this.body = typeof body === 'string' ? JSON.parse(body) : body && Object.fromEntries(body as FormData)
    this.idempotencyKey = new Headers(init.headers).get('idempotency-key')
    this.#endpoint = endpoint
    this.#resolve = answer.resolve
    this.#reject = answer.reject
  }

  /** Answers it, in the contract's own shape. */
  answer(body: Answer<E>): void {
    const { response, status = 200 } = this.#endpoint
    const text = JSON.stringify(response instanceof z.ZodType ? response.parse(body) : body)
    this.#resolve(new Response(text, { status }))
  }

  /** Answers a file to be saved. */
  answerFile(name: string, text: string): void {
    const headers = { 'content-disposition': `attachment; filename="${name}"` }
    this.#resolve(new Response(text, { headers }))
  }

  /** Answers a failure; without words it says nothing of it. */
  fail(words: object = {}, status = 500): void {
    this.#resolve(new Response(JSON.stringify(words), { status }))
  }

  /** Answers a failure of the catalogue, with what else the wire carries of it. */
  refuse(code: ErrorCode, extra: object = {}): void {
    const { status, message, ...kind } = errorCatalogue[code]
    const flag = 'flag' in kind ? { [kind.flag]: true } : {}
    this.fail({ message, code, ...flag, ...extra }, status)
  }

  /** Breaks the connection: whether the server has acted is not known. */
  drop(): void {
    this.#reject(new TypeError('Failed to fetch'))
  }
}

/** What the server answers from now on. */
export function answer<E extends Endpoint>(endpoint: E, given: Given<E>): void {
  reply(endpoint, (call) => {
    const body: unknown =
      typeof given === 'function' ? (given as (query: URLSearchParams) => unknown)(call.query) : given
    call.answer(body as never)
  })
}

/** The server knows no answer any more. */
export function forgetAnswers(): void {
  replies.length = 0
}

/** The endpoint fails, and says nothing unless words are given. */
export function fail(endpoint: Endpoint, words: object = {}, status = 500): void {
  reply(endpoint, (call) => call.fail(words, status))
}

/** Keeps the endpoint's calls from now on, in their order: nothing is answered until the test does. */
export function hold<E extends Endpoint>(endpoint: E): HeldCall<E>[] {
  const calls: HeldCall<E>[] = []
  reply(endpoint, (call) => calls.push(call as unknown as HeldCall<E>))
  return calls
}

/** What has begun to be sent, with how far the page was told it is. */
function take(
  url: string,
  init: RequestInit,
  onProgress?: HeldCall<Endpoint>['progress'],
): Promise<Response> {
  const { pathname, searchParams: query } = new URL(url, 'http://localhost')
  const method = init.method ?? 'GET'
  const found = replies.find((one) => one.endpoint.method === method && one.pattern.test(pathname))
  if (!found) return Promise.reject(new Error(`No answer is given for ${method} ${pathname}`))
  const answer = Promise.withResolvers<Response>()
  const call = new HeldCall(found.endpoint, { query, init }, answer)
  if (onProgress) call.progress = onProgress
  found.reply(call)
  return answer.promise
}

// What was asked for and is not wanted any more is answered all the same: it may have been on its way.
vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => take(url, init))

/** Forms with a file are sent this way, for their progress. */
class UploadRequest {
  readonly upload: { onprogress: ((event: object) => void) | null } = { onprogress: null }
  status = 0
  responseText = ''
  onload: (() => void) | null = null
  onerror: (() => void) | null = null
  #method = ''
  #url = ''
  readonly #headers = new Headers()

  open(method: string, url: string): void {
    this.#method = method
    this.#url = url
  }
  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value)
  }
  getResponseHeader(): null {
    return null
  }
  send(body: BodyInit | null): void {
    const progress = (percent: number) =>
      this.upload.onprogress?.({ loaded: percent, total: 100, lengthComputable: true })
    take(this.#url, { method: this.#method, headers: this.#headers, body }, progress).then(
      async (response) => {
        this.status = response.status
        this.responseText = await response.text()
        this.onload?.()
      },
      () => this.onerror?.(),
    )
  }
}
vi.stubGlobal('XMLHttpRequest', UploadRequest)
