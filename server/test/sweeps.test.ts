import { endpoints } from '@almanac/contract'
import type { Endpoint, Role } from '@almanac/contract/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestClient } from './client.ts'
import { type Example, examples } from './examples.ts'
import { type MadeTenant, unique } from './factories.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { callOf, rolesOf, whoMay } from './who-may.ts'

const all = Object.entries(endpoints)
const who = new Map(whoMay.map(([call, one]) => [call, one]))
/** Who may call it by the table; an endpoint that is not there is open to nobody. */
const whoOf = (endpoint: Endpoint) => who.get(callOf(endpoint)) ?? []
const closed = all.filter(([, endpoint]) => whoOf(endpoint) !== 'anybody')
const roles: readonly Role[] = ['admin', 'customer', 'consumer']

let app: TestApp
let tenant: MadeTenant
let other: MadeTenant
/** A customer of the admin's, whom the sweep may change and delete. */
let spare: MadeTenant
let clients: Record<Role, TestClient>
let consumerId: number

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.make.tenant()
  other = await app.make.tenant()
  spare = await app.make.tenant()
  await app.make.operator(spare)
  const consumer = await app.make.consumer(tenant)
  const operator = await app.make.operator(tenant)
  const admin = await app.make.admin()
  consumerId = consumer.id
  clients = {
    consumer: await app.signIn(consumer.username, tenant),
    customer: await app.signIn(operator.username, tenant),
    admin: await app.signIn(admin.username, null),
  }
})
afterAll(() => app.close())

/** A path with plausible values in its places. */
function fill(endpoint: Endpoint, of: MadeTenant): string {
  return endpoint.path
    .replace(':customerUrl', of.url)
    .replace(':url', of.url)
    .replace(':consumerId', String(consumerId))
    .replace(':customerId', String(spare.id))
    .replace(/:\w+/g, '1')
    .replace('*', `${unique('x')}/none.png`)
}

function call(client: TestClient, endpoint: Endpoint, of: MadeTenant, { body = {}, query }: Example = {}) {
  const url = fill(endpoint, of)
  const options = query ? { query } : {}
  if (endpoint.method === 'GET') return client.get(url, options)
  if (endpoint.method === 'DELETE') return client.delete(url, options)
  return endpoint.method === 'POST' ? client.post(url, body, options) : client.put(url, body, options)
}

const isAllowed = (endpoint: Endpoint, role: Role) => rolesOf(whoOf(endpoint)).includes(role)

describe('the table of who may', () => {
  test('has every endpoint once, and nothing else', () => {
    expect(whoMay.map(([call]) => call).sort()).toEqual(all.map(([, endpoint]) => callOf(endpoint)).sort())
  })

  test.each(all)('says of %s what the contract declares', (_name, endpoint) => {
    const declared = { public: 'anybody', 'signed-in': 'whoever is signed in' }
    const { actor } = endpoint
    expect(whoOf(endpoint)).toEqual(typeof actor === 'string' ? declared[actor] : actor)
  })
})

describe('every endpoint', () => {
  test.each(all)('%s is answered by the app', (_name, endpoint) => {
    expect(app.server.hasRoute({ method: endpoint.method, url: endpoint.path })).toBe(true)
  })

  test.each(closed)('%s without a session is 401', async (_name, endpoint) => {
    const answer = await call(app.client(), endpoint, tenant)
    expect(answer.status).toBe(401)
    expect(answer.body.code).toBe('unauthenticated')
  })

  const wrongRoles = closed.flatMap(([name, endpoint]) =>
    roles.filter((role) => !isAllowed(endpoint, role)).map((role) => [name, role, endpoint] as const),
  )
  test.each(wrongRoles)('%s as %s is 403', async (_name, role, endpoint) => {
    const answer = await call(clients[role], endpoint, tenant)
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({ code: 'forbidden', message: 'Access denied.' })
  })

  const rightRoles = closed.flatMap(([name, endpoint]) =>
    roles.filter((role) => isAllowed(endpoint, role)).map((role) => [name, role, endpoint] as const),
  )
  test.each(rightRoles)('%s as %s is let in', async (name, role, endpoint) => {
    // A stream of events would not end.
    const isBytes = endpoint.response === 'bytes'
    const answer = isBytes
      ? await clients[role].send({ method: 'HEAD', url: fill(endpoint, tenant) })
      : await call(clients[role], endpoint, tenant, examples[name])
    expect([401, 403, 405, 500]).not.toContain(answer.status)
  })

  const inTenant = closed.flatMap(([name, endpoint]) =>
    roles
      .filter(
        (role) => role !== 'admin' && isAllowed(endpoint, role) && endpoint.path.includes(':customerUrl'),
      )
      .map((role) => [name, role, endpoint] as const),
  )
  test.each(inTenant)("%s as another tenant's %s is 404", async (_name, role, endpoint) => {
    const answer = await call(clients[role], endpoint, other)
    expect(answer.status).toBe(404)
    expect(answer.body.code).toBe('not_found')
  })

  const writes = all.filter(([, endpoint]) => endpoint.method !== 'GET')
  test.each(writes)('%s without the CSRF header is 403, whoever asks', async (_name, endpoint) => {
    for (const client of [app.client(), clients.admin, clients.customer, clients.consumer]) {
      const answer = await client.send({ method: endpoint.method, url: fill(endpoint, tenant), payload: {} })
      expect(answer.status).toBe(403)
      expect(answer.body.code).toBe('csrf')
    }
  })

  test.each(writes)("%s with another session's CSRF pair is 403", async (_name, endpoint) => {
    const token = clients.admin.cookies.get('XSRF-TOKEN') ?? ''
    const answer = await clients.consumer.send({
      method: endpoint.method,
      url: fill(endpoint, tenant),
      headers: {
        cookie: `sid=${clients.consumer.cookies.get('sid')}; XSRF-TOKEN=${token}`,
        'x-xsrf-token': token,
      },
      payload: {},
    })
    expect(answer.status).toBe(403)
    expect(answer.body.code).toBe('csrf')
  })

  test.each(writes)('%s with an anonymous CSRF pair of its own making is 403', async (_name, endpoint) => {
    const issued = new TestClient(app.server)
    await issued.get('/v1/token-validity')
    const [nonce] = issued.cookies.get('XSRF-TOKEN')?.split('.') ?? []
    const made = ['a', 'a.b', '.', 'undefined', `${nonce}.`, `${nonce}.${'A'.repeat(43)}`]
    for (const token of made) {
      const answer = await app.client().send({
        method: endpoint.method,
        url: fill(endpoint, tenant),
        headers: { cookie: `XSRF-TOKEN=${token}`, 'x-xsrf-token': token },
        payload: {},
      })
      expect([answer.status, answer.body.code], token).toEqual([403, 'csrf'])
    }
  })

  test('has an example of right input, where it needs input', () => {
    const wrong = all
      .filter(
        ([name, { body, query }]) =>
          !(body?.safeParse(examples[name]?.body).success ?? true) ||
          !(query?.safeParse(examples[name]?.query ?? {}).success ?? true),
      )
      .map(([name]) => name)
    expect(wrong).toEqual([])
    expect(Object.keys(examples).filter((name) => !(name in endpoints))).toEqual([])
  })

  const owned = closed.filter(
    ([, endpoint]) => endpoint.path.includes(':consumerId') && isAllowed(endpoint, 'consumer'),
  )
  test.each(owned)(
    "%s with another consumer's id and good input is answered as one that does not exist",
    async (name, endpoint) => {
      const stranger = await app.make.consumer(tenant)
      for (const id of [stranger.id, 2_000_000_000]) {
        const path = endpoint.path.replace(':consumerId', String(id)) as Endpoint['path']
        const answer = await call(clients.consumer, { ...endpoint, path }, tenant, examples[name])
        expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
      }
    },
  )

  test.each(all)('%s carries the security headers', async (_name, endpoint) => {
    const answer = await call(app.client(), endpoint, tenant)
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.headers['referrer-policy']).toBeDefined()
    expect(answer.headers['permissions-policy']).toContain('geolocation=()')
  })
})

/** The same value once for each part that `change` has something else for. */
function withOther(value: unknown, change: (part: unknown) => unknown[]): unknown[] {
  if (typeof value !== 'object' || value === null) return change(value)
  return Object.entries(value).flatMap(([key, part]) =>
    withOther(part, change).map((changed) =>
      Array.isArray(value)
        ? value.map((kept, index) => (String(index) === key ? changed : kept))
        : { ...value, [key]: changed },
    ),
  )
}

function withOtherText(value: unknown, change: (text: string) => string): unknown[] {
  return withOther(value, (part) => (typeof part === 'string' ? [change(part)] : []))
}

describe('bad input', () => {
  const withInput = all.filter(([, { body, query, files }]) => body || query || files)
  /** Each field left out, and each of another kind; then a body of another kind. */
  const badOnes = ({ body, query }: Example): Example[] => [
    ...withOther(body, () => [undefined, {}, -1.5, '']).map((bad) => ({ body: bad as object, query })),
    ...withOther(query, () => ['', 'x'.repeat(5_000)]).map((bad) => ({
      body,
      query: bad as Example['query'],
    })),
    { body: {}, query: { page: 'x', startDate: 'x', itemPerPage: '-1' } },
    { body, query: { ...query, startDate: '2030-02-01', endDate: '2030-01-01' } },
    { body, query: { ...query, timeZone: 'Mars/Olympus' } },
    { body: [], query: {} },
  ]

  test.each(withInput)('of %s is refused with a list of sentences', async (name, endpoint) => {
    const allowed = roles.find((role) => whoOf(endpoint) === 'anybody' || isAllowed(endpoint, role))
    const client = clients[allowed ?? 'admin']
    for (const bad of badOnes(examples[name] ?? {})) {
      const { status, body } = await call(client, endpoint, tenant, bad)
      if (status !== 400) continue
      expect(body.errorMessageList?.length, JSON.stringify({ bad, body })).toBeGreaterThan(0)
    }
  })
})

describe('a text of a hundred thousand characters', () => {
  const withText = all.filter(([name]) => withOtherText(examples[name], (text) => text).length > 0)

  // A pattern that goes back and forth over it is busy for minutes, which is past the limit of a test.
  test.each(withText)('in %s is refused or read at once', (name, { body, query }) => {
    for (const filler of ['1', 'a', ' ', '(', '.', '-', 'a.', 'a@', 'é', '\u0301', '\t ']) {
      const long = filler.repeat(100_000 / filler.length)
      for (const change of [() => `${long}\n!`, (text: string) => `${text}${long}\n!`]) {
        for (const example of withOtherText(examples[name], change) as Example[]) {
          body?.safeParse(example.body)
          query?.safeParse(example.query)
        }
      }
    }
  })
})

function withOtherNumber(value: unknown, change: (number: number) => unknown): unknown[] {
  return withOther(value, (part) => (typeof part === 'number' ? [change(part)] : []))
}

describe('a number', () => {
  const inJson = all.flatMap(([name, { body, files }]) =>
    body && !files && withOtherNumber(examples[name]?.body, String).length > 0 ? [[name, body] as const] : [],
  )
  test.each(inJson)('in the body of %s is a number, and nothing that can be read as one', (name, body) => {
    const others = [String, (n: number) => [n], (n: number) => `0x${n}`, () => true, (n: number) => n + 0.5]
    for (const change of others) {
      for (const other of withOtherNumber(examples[name]?.body, change)) {
        expect(body.safeParse(other).success, JSON.stringify(other)).toBe(false)
      }
    }
  })

  const inForm = [
    ['profile.updateConsumerProfile', 'defaultCategoryId'],
    ['audio.addAudio', 'consumerCategoryId'],
    ['categories.addCategory', 'sortOrder'],
    ['categories.updateCategory', 'customerId'],
    ['packages.addPackage', 'numberOfTokens'],
    ['packages.updatePackage', 'customerId'],
  ] as const
  test.each(inForm)('in the form of %s is digits: %s', (name, field) => {
    const read = (value: unknown) =>
      endpoints[name]?.body?.safeParse({ ...(examples[name]?.body as object), [field]: value }).success
    expect(read('7')).toBe(true)
    for (const text of ['0x7', '7e0', '+7', ' 7', '7.0', '', true, [7]]) {
      expect(read(text), JSON.stringify(text)).toBe(false)
    }
  })

  const owned = closed.filter(([, endpoint]) => endpoint.path.includes(':consumerId'))
  test.each(owned)('in the path of %s is digits', async (name, endpoint) => {
    for (const text of [
      `0x${consumerId.toString(16)}`,
      `${consumerId}e0`,
      `+${consumerId}`,
      `${consumerId}.0`,
      `%20${consumerId}`,
    ]) {
      const path = endpoint.path.replace(':consumerId', text) as Endpoint['path']
      const client = clients[isAllowed(endpoint, 'consumer') ? 'consumer' : 'admin']
      const answer = await call(client, { ...endpoint, path }, tenant, examples[name])
      expect([answer.status, answer.body.code], text).toEqual([400, 'invalid_input'])
    }
  })

  const lists = closed.filter(([, { query }]) => query?.shape.page)
  test.each(lists)('of a page of %s is digits', (name, { query }) => {
    const read = (input: object) => query?.safeParse({ ...examples[name]?.query, ...input }).success
    expect(read({ page: '2', itemPerPage: '50' })).toBe(true)
    for (const text of ['0x10', '1e1', ' 1', '1 ', '+1', '1.0', '', '-1', ['1'], '1'.repeat(20)]) {
      expect([read({ page: text }), read({ itemPerPage: text })], JSON.stringify(text)).toEqual([
        false,
        false,
      ])
    }
  })
})
