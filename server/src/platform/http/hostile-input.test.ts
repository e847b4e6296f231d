import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const bareHeaders = {
  'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  'x-content-type-options': 'nosniff',
  'referrer-policy': expect.any(String),
  'permissions-policy': expect.stringContaining('camera=()'),
}

describe('text that cannot be kept as it is', () => {
  test.each([
    ['U+0000', 'a\u0000b'],
    ['half a surrogate pair', 'a\ud800b'],
  ])('is refused as input: %s', async (_what, text) => {
    const { url } = await app.make.tenant()
    const visitor = app.client()
    const verify = { username: text, passwordToken: '123456' }
    const answers = [
      await visitor.post(`/v1/customers/${url}/login`, { usernameOrEmail: text, password: 'x' }),
      await visitor.post(`/v1/customers/${url}/password/forgot`, { emailOrUsername: text }),
      await visitor.post('/v1/user/shortcode/verify', verify),
      await visitor.post('/v1/user/shortcode/verify', { ...verify, username: 'somebody', [text]: 'x' }),
    ]
    for (const { status, body } of answers) expect([status, body.code]).toEqual([400, 'invalid_input'])
  })

  test('is refused unread where the input is a hundred thousand levels deep', async () => {
    const { url } = await app.make.tenant()
    const deep = `${'['.repeat(50_000)}"a"${']'.repeat(50_000)}`
    const headers = { 'content-type': 'application/json' }
    const answer = await app
      .client()
      .post(`/v1/customers/${url}/login`, `{"usernameOrEmail":${deep},"password":"x"}`, { headers })
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
  })

  test('is refused in a query', async () => {
    const query = '/v1/user/shortcode/validity?passwordToken=123456&username=a%00b'
    expect((await app.client().get(query)).status).toBe(400)
  })

  test.each([
    '/v1/customers/a%00b/landingpage',
    '/v1/customer-details-by-url/a%00b',
    '/v1/images/public/a%00b.png',
    '/v1/images/public/..%2f..%2fsecret.png',
  ])('is the address of nothing: %s', async (path) => {
    const { status, body } = await app.client().get(path)
    expect([status, body.code]).toEqual([404, 'not_found'])
  })
})

test.each(['login', 'consumers/signup', 'password/forgot'])(
  'a public call looks for the tenant before the input: %s',
  async (call) => {
    for (const slug of ['nobody-here', 'x'.repeat(70)]) {
      const answer = await app.client().post(`/v1/customers/${slug}/${call}`, {})
      expect([slug, answer.status]).toEqual([slug, 404])
    }
    const { url } = await app.make.tenant()
    expect((await app.client().post(`/v1/customers/${url}/${call}`, {})).status).toBe(400)
  },
)

test('a field of the wrong type is named in a sentence', async () => {
  const { url } = await app.make.tenant()
  const { body } = await app
    .client()
    .post(`/v1/customers/${url}/login`, { usernameOrEmail: 'a', password: 'b', rememberMe: 'yes' })
  expect(body.errorMessageList).toEqual(['Remember me must be true or false.'])
})

test('a call without a payload may say that it sends JSON', async () => {
  const tenant = await app.make.tenant()
  const consumer = await app.make.consumer(tenant)
  const client = await app.signIn(consumer.username, tenant)
  const unsubscribe = `/v1/customers/${tenant.url}/subscription/${tenant.categoryId}/unsubscribe`
  const answer = await client.put(unsubscribe, undefined, { headers: { 'content-type': 'application/json' } })
  expect(answer.status).toBe(200)
})

describe('what is no request of ours', () => {
  test.each(['/v1/customers/%ZZ/landingpage', '/%E0%A4%A', '/v1/images/%ff.png'])(
    'is answered as every failure, with the security headers: %s',
    async (path) => {
      const { status, body, headers } = await app.client().get(path)
      expect(status).toBe(400)
      expect(body).toEqual({
        message: expect.any(String),
        errorMessageList: [body.message],
        code: 'invalid_input',
        requestId: expect.any(String),
      })
      expect(headers).toMatchObject(bareHeaders)
    },
  )

  test.each([
    ['too many headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(17_000)}\r\n\r\n`, 431],
    ['no HTTP', 'HELLO\r\n\r\n', 400],
  ])('is answered before it is read to its end: %s', async (_what, request, status) => {
    const server = await startTestApp({ databaseOf: app })
    const port = Number(new URL(await server.server.listen({ host: '127.0.0.1', port: 0 })).port)
    const answer = await talk(port, request)
    await server.close()
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    for (const name of Object.keys(bareHeaders)) expect(answer).toContain(`${name}: `)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      code: status === 431 ? 'headers_too_large' : 'invalid_input',
    })
  })

  test.each([
    ['PATCH', '/v1/token-validity', 'GET'],
    ['DELETE', '/v1/admin/login', 'POST'],
    ['POST', '/v1/customers/x/consumers/1/audio/1/stream', 'GET, HEAD'],
    ['DELETE', '/v1/customers/x/consumers/1/profile', 'GET, PUT'],
    ['HEAD', '/v1/token-validity', 'GET'],
  ] as const)('is told which methods there are: %s %s', async (method, url, allow) => {
    const answer = await app.server.inject({ method, url })
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, allow])
    if (method !== 'HEAD') expect(answer.json()).toMatchObject({ code: 'method_not_allowed' })
  })

  test('is told in the common shape that an expectation can not be met', async () => {
    const server = await startTestApp({ databaseOf: app })
    const port = Number(new URL(await server.server.listen({ host: '127.0.0.1', port: 0 })).port)
    const answer = await talk(port, 'GET /v1/token-validity HTTP/1.1\r\nHost: a\r\nExpect: a-miracle\r\n\r\n')
    await server.close()
    expect(answer).toMatch(/^HTTP\/1.1 417 /)
    for (const name of Object.keys(bareHeaders)) expect(answer).toContain(`${name}: `)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'expectation_failed' })
  })
})

describe('a form in parts', () => {
  const crlf = '\r\n'
  const part = `--edge${crlf}content-disposition: form-data; name="fullName"${crlf}${crlf}Testa`

  test.each([
    ['names no boundary', 'multipart/form-data', part, 'invalid_input'],
    ['has an empty boundary', 'multipart/form-data; boundary=', part, 'upload_broken'],
    ['has a boundary too long', `multipart/form-data; boundary=${'e'.repeat(300)}`, part, 'invalid_input'],
    ['breaks off in a field', 'multipart/form-data; boundary=edge', part, 'upload_broken'],
    ['breaks off before its first part', 'multipart/form-data; boundary=edge', 'nothing', 'upload_broken'],
    [
      'breaks off in a file',
      'multipart/form-data; boundary=edge',
      `--edge${crlf}content-disposition: form-data; name="image"; filename="a.png"${crlf}content-type: image/png${crlf}${crlf}\x89PNG`,
      'upload_broken',
    ],
    [
      'breaks off in the head of a part',
      'multipart/form-data; boundary=edge',
      `--edge${crlf}content-disposition: form-da`,
      'upload_broken',
    ],
  ])('that %s is bad input, with a sentence', async (_what, type, payload, code) => {
    const tenant = await app.make.tenant()
    const { id, username } = await app.make.consumer(tenant)
    const client = await app.signIn(username, tenant)
    const { status, body } = await client.put(
      `/v1/customers/${tenant.url}/consumers/${id}/profile`,
      payload,
      {
        headers: { 'content-type': type },
      },
    )
    expect([status, body.code]).toEqual([400, code])
    expect(body.message).toMatch(/again\.$/)
  })
})

/** Everything that the server answers to some bytes until it closes. */
async function talk(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text
  })
  socket.write(request)
  await once(socket, 'close')
  return answer
}

test('invented cookies share the rate of their address, a session has its own', async () => {
  const tenant = await app.make.tenant()
  const { username } = await app.make.consumer(tenant)
  const strict = await startTestApp({ databaseOf: app, environment: { RATE_LIMIT_SESSION: '20' } })
  const signedIn = await strict.signIn(username, tenant)
  await signedIn.get('/v1/token-validity')
  const invented = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      strict.client().get('/v1/user/logout', { headers: { cookie: `sid=invented-${index}` } }),
    ),
  )
  expect(invented.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  expect((await signedIn.get('/v1/token-validity')).status).toBe(200)
  await strict.close()
})

describe('what is larger than any parser needs is refused before it is parsed', () => {
  test.each([
    ['an event of 300 KB', '/v1/webhooks/stripe', 'application/json', '1'.repeat(300_000), 413],
    ['an event of ten thousand levels', '/v1/webhooks/stripe', 'application/json', '['.repeat(10_000), 400],
    [
      'an SMS callback of 201 fields',
      '/v1/webhooks/twilio/status',
      'application/x-www-form-urlencoded',
      'a=b&'.repeat(200),
      413,
    ],
    [
      'an SMS callback of 200 fields, unsigned',
      '/v1/webhooks/twilio/status',
      'application/x-www-form-urlencoded',
      'a=b&'.repeat(199),
      403,
    ],
    [
      'an event of ten thousand values',
      '/v1/webhooks/stripe',
      'application/json',
      `[${'1,'.repeat(10_000)}1]`,
      400,
    ],
  ] as const)('%s', async (_what, url, type, payload, status) => {
    const answer = await app
      .client()
      .send({ method: 'POST', url, payload, headers: { 'content-type': type } })
    expect(answer.status).toBe(status)
  })

  test('a form of a hundred thousand fields, whose rest is read by nobody', async () => {
    const tenant = await app.make.tenant()
    const { id, username } = await app.make.consumer(tenant)
    const client = await app.signIn(username, tenant)
    const field = '--edge\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'
    const headers = { 'content-type': 'multipart/form-data; boundary=edge' }
    const profile = `/v1/customers/${tenant.url}/consumers/${id}/profile`
    const answer = await client.put(profile, field.repeat(100_000), { headers })
    expect([answer.status, answer.body.code]).toEqual([413, 'too_large'])
    expect((await client.get(profile)).status).toBe(200)
  })
})
