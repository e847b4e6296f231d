import type { Answer, Endpoint } from '@almanac/contract/endpoint'
import type { ErrorCode } from '@almanac/contract/errors'
import { errorCatalogue } from '@almanac/contract/errors'
import { vi } from 'vitest'
import { z } from 'zod'
import { requireServerSentence } from './server-sentences.ts'

/** The server as a page sees it: what stands behind `fetch`, held to the contract's shapes. */

type Given<E extends Endpoint> = Answer<E> | ((query: URLSearchParams) => Answer<E>)
type Reply = (call: HeldCall<Endpoint>) => void
const replies: { endpoint: Endpoint; pattern: RegExp; reply: Reply }[] = []

function reply(endpoint: Endpoint, given: Reply): void {
  const pattern = new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`)
  replies.unshift({ endpoint, pattern, reply: given })
}

interface Sent {
  query: URLSearchParams
  init: Pick<RequestInit, 'body' | 'headers'>
  /** Tells the page how much of the body was sent, where it asks. */
  progress?: (percent: number) => void
  isStopped?: () => boolean
}

/** A call that has reached the server, which answers it when told to, or never. */
export class HeldCall<E extends Endpoint> {
  readonly query: URLSearchParams
  /** What was sent as JSON; of a form, its fields. */
  readonly body: unknown
  readonly idempotencyKey: string | null
  /** More of its body has been sent, in percent. */
  readonly progress: (percent: number) => void
  /** Whether the page has given an upload up. */
  readonly isStopped: () => boolean
  readonly #endpoint: E
  readonly #resolve: (response: Response) => void
  readonly #reject: (reason: Error) => void

  constructor(
    endpoint: E,
    { query, init, progress = () => undefined, isStopped = () => false }: Sent,
    answer: PromiseWithResolvers<Response>,
  ) {
    const { body } = init
    this.query = query
    this.body = typeof body === 'string' ? JSON.parse(body) : body && Object.fromEntries(body as FormData)
    this.idempotencyKey = new Headers(init.headers).get('idempotency-key')
    this.progress = progress
    this.isStopped = isStopped
    this.#endpoint = endpoint
    this.#resolve = answer.resolve
    this.#reject = answer.reject
  }

  /** Answers it, in the contract's own shape, with a sentence that the server has. */
  answer(body: Answer<E>): void {
    requireServerSentence(body)
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

/** What is answered to a request; rejects where the connection breaks, or no answer is given. */
function send(method: string, url: string, sent: Omit<Sent, 'query'>): Promise<Response> {
  const { pathname, searchParams: query } = new URL(url, 'http://localhost')
  const found = replies.find((one) => one.endpoint.method === method && one.pattern.test(pathname))
  if (!found) return Promise.reject(new Error(`No answer is given for ${method} ${pathname}`))
  const answer = Promise.withResolvers<Response>()
  found.reply(new HeldCall(found.endpoint, { ...sent, query }, answer))
  return answer.promise
}

// What was asked for and is not wanted any more is answered all the same: it may have been on its way.
vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => send(init.method ?? 'GET', url, { init }))

/** What sends a body whose progress is shown. */
class WireXhr {
  readonly upload: { onprogress?: (event: object) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: (event?: object) => void
  status = 0
  responseText = ''
  readonly #headers = new Headers()
  #method = ''
  #url = ''
  #isAborted = false

  open(method: string, url: string): void {
    this.#method = method
    this.#url = url
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value)
  }

  getResponseHeader = () => null

  abort(): void {
    this.#isAborted = true
    this.onabort?.()
  }

  async send(body: BodyInit | null): Promise<void> {
    const progress = (loaded: number) =>
      this.#isAborted || this.upload.onprogress?.({ loaded, total: 100, lengthComputable: true })
    const init = { body, headers: this.#headers }
    try {
      const response = await send(this.#method, this.#url, {
        init,
        progress,
        isStopped: () => this.#isAborted,
      })
      this.status = response.status
      this.responseText = await response.text()
      if (!this.#isAborted) this.onload?.()
    } catch {
      if (!this.#isAborted) this.onerror?.()
    }
  }
}
vi.stubGlobal('XMLHttpRequest', WireXhr)
