import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addAudio } from '@almanac/contract/audio'
import { login, logout } from '@almanac/contract/identity'
import { purchaseWithCard } from '@almanac/contract/payments'
import { checkSession } from '@almanac/contract/profile'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { call, newIdempotencyKey, readCookie, setUnauthenticatedListener, wireRequest } from './call.ts'
import { followSession, readSession, updateUser, verifySession } from './session.ts'

/** What the server of this file answers next, and what it was asked. */
const answers: { status: number; body?: unknown; cookie?: string }[] = []
const asked: { method: string; url: string; token: string | undefined; body: string }[] = []

const server = createServer(async (request, response) => {
  const { method = '', url = '' } = request
  asked.push({ method, url, token: header(request, 'x-xsrf-token'), body: await textOf(request) })
  const { status, body, cookie } = answers.shift() ?? { status: 500 }
  if (cookie) browser.document.cookie = cookie
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}))
})
const browser = { document: { cookie: '' } }
const header = (request: IncomingMessage, name: string) => request.headers[name]?.toString()

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => fetch(new URL(url, origin), init))
  vi.stubGlobal('document', browser.document)
})
afterEach(() => {
  answers.length = 0
  asked.length = 0
  browser.document.cookie = ''
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await new Promise((resolve) => server.close(resolve))
})

const params = { customerUrl: 'aurora' }
const body = { usernameOrEmail: 'stella', password: 'almanac-demo' }
const stella = { id: 7, type: 'consumer', customerUrl: 'aurora', tokenBalance: 100 }

test('a write carries its body and echoes the CSRF cookie', async () => {
  browser.document.cookie = 'theme=dark; XSRF-TOKEN=abc.d%2Be'
  answers.push({
    status: 200,
    body: { isCustomer: false, customerUrl: 'aurora', message: 'Login is successful' },
  })
  await expect(call(login, { params, body })).resolves.toMatchObject({ isCustomer: false })
  expect(asked).toEqual([
    { method: 'POST', url: '/v1/customers/aurora/login', token: 'abc.d+e', body: JSON.stringify(body) },
  ])
})

test('a stale token is renewed from the refusal, once and unseen', async () => {
  const refusal = {
    status: 403,
    body: { message: 'Out of date.', code: 'csrf' },
    cookie: 'XSRF-TOKEN=new.one',
  }
  answers.push(refusal, { status: 200, body: { message: 'ok' } })
  await expect(call(login, { params, body })).resolves.toEqual({ message: 'ok' })
  expect(asked.map(({ token }) => token)).toEqual([undefined, 'new.one'])
  answers.push(refusal, refusal, { status: 200 })
  await expect(call(login, { params, body })).rejects.toMatchObject({ status: 403, code: 'csrf' })
  expect(asked).toHaveLength(4)
})

test('another refusal is not repeated', async () => {
  answers.push({ status: 403, body: { message: 'Access denied.', code: 'forbidden' } })
  await expect(call(login, { params, body })).rejects.toMatchObject({ message: 'Access denied.' })
  expect(asked).toHaveLength(1)
})

test('no answer is a failure with a sentence', async () => {
  const { fetch } = globalThis
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('navigator', { onLine: false })
  await expect(call(logout)).rejects.toMatchObject({ status: 0, code: 'network', message: /offline/ })
  vi.stubGlobal('navigator', { onLine: true })
  await expect(call(logout)).rejects.toMatchObject({ message: /can not be reached/ })
  vi.stubGlobal('fetch', fetch)
})

test('a stopped call is no failure of the network', async () => {
  await expect(call(logout, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
})

test('a 401 is told to the session, but for its own check', async () => {
  const told = vi.fn()
  setUnauthenticatedListener(told)
  const refusal = { status: 401, body: { message: 'Please log in to continue.', code: 'unauthenticated' } }
  answers.push(refusal, refusal)
  await expect(call(checkSession, { isSessionCheck: true })).rejects.toMatchObject({ status: 401 })
  expect(told).not.toHaveBeenCalled()
  await expect(call(checkSession)).rejects.toMatchObject({ status: 401 })
  expect(told).toHaveBeenCalledOnce()
})

test('the session is verified, follows news of the user, and ends with a 401 of any call', async () => {
  vi.stubGlobal('addEventListener', () => undefined)
  followSession()
  answers.push({ status: 200, body: stella })
  const both = [verifySession(), verifySession()]
  expect(readSession().status).toBe('verifying')
  await Promise.all(both)
  expect(asked).toHaveLength(1)
  expect(readSession()).toEqual({ status: 'signed-in', user: stella })

  updateUser({ tokenBalance: 93 })
  expect(readSession()).toMatchObject({ user: { tokenBalance: 93 } })

  answers.push({ status: 500, body: { message: 'Internal server error', code: 'internal' } })
  await verifySession()
  expect(readSession().status).toBe('signed-in')

  answers.push({ status: 401, body: { message: 'Please log in to continue.', code: 'unauthenticated' } })
  await expect(call(logout)).rejects.toMatchObject({ status: 401 })
  expect(readSession()).toMatchObject({ status: 'failed', error: { message: 'Please log in to continue.' } })
})

test('multipart carries fields as text, nested ones as JSON, and the file under its name', async () => {
  const file = new File(['ID3'], 'reading.mp3', { type: 'audio/mpeg' })
  const fields = {
    audioName: 'The open door',
    startDateTime: '2026-11-24 00:05',
    endDateTime: '2026-12-22 00:05',
    consumerCategoryId: 9,
    duration: undefined,
    deliveryMedium: [{ name: 'sms' }],
  }
  const request = wireRequest(addAudio, { params, body: fields, files: { audio: file } } as never, '')
  const form = request.body as FormData
  expect(request.headers).not.toHaveProperty('content-type')
  expect(form.get('consumerCategoryId')).toBe('9')
  expect(form.get('deliveryMedium')).toBe('[{"name":"sms"}]')
  expect(form.has('duration')).toBe(false)
  expect((form.get('audio') as File).name).toBe('reading.mp3')
})

test('an idempotency key travels as a header, and no two are the same', () => {
  const key = newIdempotencyKey()
  const request = wireRequest(
    purchaseWithCard,
    { params: { ...params, consumerId: 7 }, idempotencyKey: key } as never,
    '',
  )
  expect(request.headers['idempotency-key']).toBe(key)
  expect(newIdempotencyKey()).not.toBe(key)
})

test('a cookie is found by its whole name', () => {
  expect(readCookie('X-XSRF-TOKEN=no; XSRF-TOKEN=yes', 'XSRF-TOKEN')).toBe('yes')
  expect(readCookie('XSRF-TOKENS=no', 'XSRF-TOKEN')).toBeUndefined()
})
