import { endpoints } from '@almanac/contract'
import { errorCatalogue } from '@almanac/contract/errors'
import { fastify } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { readConfig } from '../config.ts'
import { DomainError } from '../errors.ts'
import { sendFailure, toDomainError } from './failures.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('beside the API', () => {
  test('stand its document, with every route, and a page to read', async () => {
    const { body } = await app.client().get('/openapi.json')
    expect(body.openapi).toMatch(/^3\.1/)
    const shape = (path: string) => path.replace(/:\w+|\{\w+\}/g, '{}').replace('*', '{}/{}')
    const documented = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${shape(path)}`),
    )
    const declared = Object.values(endpoints).map(({ method, path }) => `${method} ${shape(path)}`)
    expect(documented.sort()).toEqual(declared.sort())
    const docs = await app.client().get('/docs')
    expect(docs.status).toBe(200)
    expect(docs.body).toContain('/v1/token-validity')
  })

  test('stand what watches it, the numbers for loopback or a token only', async () => {
    expect((await app.client().get('/healthz')).body).toEqual({ status: 'up' })
    expect((await app.client().get('/readyz')).status).toBe(200)
    expect((await app.client().get('/metrics')).body).toContain('http_request_duration_seconds')
    const outside = await app.server.inject({ method: 'GET', url: '/metrics', remoteAddress: '203.0.113.9' })
    expect(outside.statusCode).toBe(404)
  })
})

test('the server is ready once its database is migrated', async () => {
  const [last] = await app.query<{ name: string; timestamp: string }>(
    'delete from kysely_migration where name = (select max(name) from kysely_migration) returning name, timestamp',
  )
  const behind = await app.client().get('/readyz')
  expect([behind.status, behind.body.code]).toEqual([503, 'unavailable'])
  await app.query(`insert into kysely_migration values ('${last?.name}', '${last?.timestamp}')`)
  expect((await app.client().get('/readyz')).body).toEqual({ status: 'ready' })
})

describe('a failure', () => {
  test('has a sentence, a code, the id of the request, and a line for each field', async () => {
    const tenant = await app.make.tenant()
    const { status, body } = await app
      .client()
      .post(`/v1/customers/${tenant.url}/consumers/signup`, { username: 'ab', email: 'nobody' })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'invalid_input', requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    expect(body.message).toBe(body.errorMessageList[0])
    expect(body.errorMessageList).toEqual(
      expect.arrayContaining(['Username must be at least 3 characters.', 'Must be a valid email.']),
    )
  })

  test('of too many calls in a second is 429 with Retry-After, from 500 on', async () => {
    expect(readConfig({ NODE_ENV: 'test' }).RATE_LIMIT_SESSION).toBe(500)
    const busy = await startTestApp({ databaseOf: app, environment: { RATE_LIMIT_SESSION: '3' } })
    try {
      const answers = await Promise.all(Array.from({ length: 8 }, () => busy.client().get('/v1/user/logout')))
      const refused = answers.filter(({ status }) => status === 429)
      expect(refused.length).toBeGreaterThan(0)
      expect(refused[0]?.body.code).toBe('rate_limited')
      expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    } finally {
      await busy.close()
    }
  })
})

test.each([
  ['text/xml', '<login/>', 415, 'unsupported_media_type'],
  ['application/json', JSON.stringify({ password: 'a'.repeat(200_000) }), 413, 'too_large'],
  ['application/json', '{"password":', 400, 'invalid_input'],
])('a body of %s that can not be taken is refused (%#)', async (type, payload, status, code) => {
  const tenant = await app.make.tenant()
  const headers = { 'content-type': type }
  const answer = await app.client().post(`/v1/customers/${tenant.url}/login`, payload, { headers })
  expect([answer.status, answer.body.code]).toEqual([status, code])
})

test('without its database the server is unavailable, and nothing else is', async () => {
  const away = new pg.Client({ host: '127.0.0.1', port: 1 })
  const error = await away.connect().catch((thrown: unknown) => thrown)
  expect(toDomainError(error, []).code).toBe('unavailable')
  expect(errorCatalogue.unavailable.status).toBe(503)
  expect(toDomainError(new Error('a bug'), []).code).toBe('internal')
})

test.each([
  ['unavailable', undefined, '5'],
  ['provider_unavailable', undefined, '5'],
  ['rate_limited', undefined, '1'],
  ['rate_limited', 30, '30'],
  ['not_found', undefined, undefined],
] as const)('%s (%s) says when to try again: %s', async (code, retryAfterSeconds, expected) => {
  const server = fastify()
  server.get('/', async (request, reply) => {
    const details = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
    return sendFailure(request, reply, new DomainError(code, details), [code])
  })
  const { statusCode, headers } = await server.inject({ method: 'GET', url: '/' })
  expect([statusCode, headers['retry-after']]).toEqual([errorCatalogue[code].status, expected])
})

test('a logout is not counted against the limit of its own session', async () => {
  const tenant = await app.make.tenant()
  const client = await app.signIn((await app.make.consumer(tenant)).username, tenant)
  const busy = await startTestApp({ databaseOf: app, environment: { RATE_LIMIT_SESSION: '3' } })
  try {
    const headers = { cookie: `sid=${client.cookies.get('sid')}` }
    const ask = (url: string) => busy.server.inject({ url, headers })
    const first = await ask('/v1/token-validity')
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask('/v1/token-validity')))
    expect([first, ...answers].map(({ statusCode }) => statusCode)).toContain(429)
    expect((await ask('/v1/user/logout')).statusCode).toBe(200)
  } finally {
    await busy.close()
  }
})

describe('the CSRF token', () => {
  test('is offered to a client that lacks it, readable by scripts', async () => {
    const answer = await app.client().get('/v1/token-validity')
    const cookies = [answer.headers['set-cookie']].flat().map(String)
    const token = cookies.find((text) => text.startsWith('XSRF-TOKEN='))
    expect(token).toBeDefined()
    expect(token).not.toContain('HttpOnly')
  })

  test.each([
    ['https://evil.example', 403],
    ['null', 403],
    [undefined, 400],
  ])('does not help a page of the origin %s', async (origin, status) => {
    const tenant = await app.make.tenant()
    const headers: Record<string, string> = origin ? { origin } : {}
    const answer = await app.client().post(`/v1/customers/${tenant.url}/login`, {}, { headers })
    expect(answer.status).toBe(status)
  })

  test('is not needed by our own origin twice: the answer keeps the one that is good', async () => {
    const client = app.client()
    await client.get('/v1/token-validity')
    const before = client.cookies.get('XSRF-TOKEN')
    await client.get('/v1/token-validity')
    expect(client.cookies.get('XSRF-TOKEN')).toBe(before)
  })

  test.each(['/v1/user/logout', '/v1/user/shortcode/validity?username=a&passwordToken=123456'])(
    'being absent from a GET that changes something, %s is refused to other sites',
    async (url) => {
      for (const site of ['cross-site', 'same-site']) {
        const answer = await app.client().get(url, { headers: { 'sec-fetch-site': site } })
        expect([answer.status, answer.body.code], site).toEqual([403, 'csrf'])
      }
      for (const site of ['same-origin', 'none']) {
        const answer = await app.client().get(url, { headers: { 'sec-fetch-site': site } })
        expect(answer.status, site).not.toBe(403)
      }
    },
  )
})

test('checks come in one order: role before input, input before ownership', async () => {
  const tenant = await app.make.tenant()
  const consumer = await app.make.consumer(tenant)
  const operator = await app.signIn((await app.make.operator(tenant)).username, tenant)
  const own = await app.signIn(consumer.username, tenant)
  const path = (consumerId: number, query = '') =>
    `/v1/customers/${tenant.url}/consumers/${consumerId}/audio${query}`
  expect((await operator.get(path(consumer.id, '?page=nonsense'))).status).toBe(403)
  expect((await own.get(path(consumer.id, '?page=nonsense'))).status).toBe(400)
  const stranger = await app.make.consumer(tenant)
  const [real, none] = [await own.get(path(stranger.id)), await own.get(path(2_000_000_000))]
  expect([real.status, none.status]).toEqual([404, 404])
  expect({ ...real.body, requestId: '' }).toEqual({ ...none.body, requestId: '' })
})
