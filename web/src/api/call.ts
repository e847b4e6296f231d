import type { Endpoint } from '@almanac/contract/endpoint'
import { type ApiError, errorOfAnswer, isApiError, networkError } from './api-error.ts'
import type { CallArguments, CallInput, Received } from './call-types.ts'
import { failureSentence } from './failure-sentences.ts'
import { showFailure } from './failure-text.ts'
import { fieldRefusal } from './field-refusal.ts'
import { NoAnswer, send, type WireAnswer, type WireRequest } from './transport.ts'
import { endpointUrl, wireText } from './url.ts'

type UnauthenticatedListener = (error: ApiError) => void
let onUnauthenticated: UnauthenticatedListener = () => undefined

/** Who is told of an answer 401: the session. One listener; a later one takes its place. */
export function setUnauthenticatedListener(listener: UnauthenticatedListener): void {
  onUnauthenticated = listener
}

/**
 * Calls an endpoint of the contract and answers what it answers; the types are the contract's, nothing is checked at run
 * time. A stale CSRF token is renewed and the call repeated once, unseen. A write that fails is toasted here, unless its
 * words belong under a field; a read that fails is, by the query client.
 * @throws ApiError for every failure, also when there is no answer; `AbortError` when `signal` stops it.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[given]: CallArguments<E>
): Promise<Received<E>> {
  const input = (given ?? {}) as CallInput<Endpoint>
  try {
    return (await answerOf(endpoint, input)) as Received<E>
  } catch (thrown) {
    const isAct = endpoint.method !== 'GET' || input.isAct
    const isTold = isApiError(thrown) && (fieldRefusal(thrown) !== null || input.isTold?.(thrown))
    if (isAct && !isTold) showFailure(thrown)
    throw thrown
  }
}

async function answerOf(endpoint: Endpoint, input: CallInput<Endpoint>): Promise<unknown> {
  let answer = await attempt(endpoint, input)
  if (answer.status === 403 && isCsrfRefusal(answer.body)) answer = await attempt(endpoint, input)
  if (answer.status >= 200 && answer.status < 300) return answer.body
  const error = errorOfAnswer(answer.status, answer.body, answer.retryAfter, failureSentence(endpoint))
  if (error.status === 401 && !input.isSessionCheck) onUnauthenticated(error)
  throw error
}

async function attempt(endpoint: Endpoint, input: CallInput<Endpoint>): Promise<WireAnswer> {
  try {
    return await send(wireRequest(endpoint, input, document.cookie))
  } catch (thrown) {
    throw thrown instanceof NoAnswer ? networkError(navigator.onLine) : thrown
  }
}

/** The request that a call becomes; `cookies` is the document's cookie text. */
export function wireRequest(endpoint: Endpoint, input: CallInput<Endpoint>, cookies: string): WireRequest {
  const headers: Record<string, string> = { accept: 'application/json' }
  const csrfToken = readCookie(cookies, 'XSRF-TOKEN')
  if (endpoint.method !== 'GET' && csrfToken) headers['x-xsrf-token'] = csrfToken
  if (input.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey
  let body: string | FormData | undefined
  if (endpoint.files) body = formData(input.body, input.files)
  else if (input.body !== undefined) {
    body = JSON.stringify(input.body)
    headers['content-type'] = 'application/json'
  }
  return {
    method: endpoint.method,
    url: endpointUrl(endpoint, input.params, input.query),
    headers,
    body,
    signal: input.signal,
    onProgress: input.onProgress,
  }
}

function formData(fields: object = {}, files: Readonly<Record<string, Blob | undefined>> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) form.append(name, wireText(value))
  }
  for (const [name, file] of Object.entries(files)) if (file) form.append(name, file)
  return form
}

function isCsrfRefusal(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'code' in body && body.code === 'csrf'
}

/** A cookie's value from the document's cookie text. */
export function readCookie(cookies: string, name: string): string | undefined {
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return found && decodeURIComponent(found.slice(name.length + 1))
}

/** A key for `idempotencyKey`: make one when a form opens and keep it until it has succeeded. */
export function newIdempotencyKey(): string {
  return (
    crypto.randomUUID?.() ??
    [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-')
  )
}
