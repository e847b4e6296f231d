import { readFile } from 'node:fs/promises'
import { endpoints } from '@almanac/contract'
import type { Endpoint, Role } from '@almanac/contract/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addImage } from '../src/features/media/index.ts'
import type { TestClient, TestResponse } from './client.ts'
import { type Example, examples } from './examples.ts'
import type { MadeTenant, MadeUser } from './factories.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { callOf, rolesOf, whoMay } from './who-may.ts'

let app: TestApp
let clients: Record<Role, TestClient>
let mp3: Buffer
/** What a caller has itself, by the name of the parameter. */
let own: Record<string, string | number>
/** The same of others: of another tenant, and where consumers have it of another one of the same tenant. */
let strange: Record<string, (string | number)[]>
/** Of these, what an admin sees all the same, who names the tenant and is of none. */
let neighborId: number
const none: Record<string, string | number> = {
  customerUrl: 'nobody-here',
  path: 'nobody-here/none.png',
  orderId: 'NOBODYSORDER',
}

const added = async (statement: string) =>
  (await app.query<{ id: number }>(`${statement} returning id`))[0]?.id ?? 0

/** One of everything that has an id. */
async function makeThings(tenant: MadeTenant, consumer: MadeUser) {
  const of = `${tenant.id}, ${consumer.id}`
  const packageId = await app.make.tokenPackage(tenant)
  const orderId = `ORDEROF${consumer.id}`
  await added(
    `insert into purchases (tenant_id, consumer_id, package_id, package_name, number_of_tokens, amount_cents, provider,
       payment_method, request_hash, state, provider_payment_id)
     values (${of}, ${packageId}, 'A package', 28, 2520, 'paypal', 'PayPal', 'hash', 'failed', '${orderId}')`,
  )
  return {
    customerUrl: tenant.url,
    consumerId: consumer.id,
    consumerCategoryId: tenant.categoryId,
    category: tenant.categoryId,
    defaultCategoryId: tenant.categoryId,
    packageId,
    orderId,
    audioId: await added(
      `insert into audios (tenant_id, category_id, name, file_name, file_key, size_bytes, duration_seconds, starts_at, ends_at)
       values (${tenant.id}, ${tenant.categoryId}, 'A reading', 'a-reading.mp3', 'none', 1, 200,
         now() - interval '1 day', now() + interval '1 day')`,
    ),
    shortTextId: await added(
      `insert into short_texts (tenant_id, category_id, message_name, text_content, disburse_at)
       values (${tenant.id}, ${tenant.categoryId}, 'Monday', 'A quiet day.', now() + interval '1 day')`,
    ),
    ticketId: await added(
      `insert into tickets (tenant_id, consumer_id, description, email) values (${of}, 'Help', 'a@b.example')`,
    ),
    purchaseId: await added(
      `insert into purchases (tenant_id, consumer_id, package_id, package_name, number_of_tokens, amount_cents, provider,
         payment_method, request_hash, state, settled_at)
       values (${of}, ${packageId}, 'A package', 28, 2520, 'stripe', 'Stripe', 'hash', 'settled', now())`,
    ),
    path: await addImage(app.deps, {
      tenantId: tenant.id,
      folder: tenant.url,
      content: Buffer.from('<svg/>'),
      extension: 'svg',
      isPublic: false,
    }),
  }
}

beforeAll(async () => {
  app = await startTestApp()
  mp3 = await readFile(new URL('../demo/audio/test-aurora.mp3', import.meta.url))
  const tenant = await app.make.tenant()
  const other = await app.make.tenant()
  const consumer = await app.make.consumer(tenant, { tokens: 50 })
  const operator = await app.make.operator(tenant)
  const admin = await app.make.admin()
  own = await makeThings(tenant, consumer)
  const ofOther = await makeThings(other, await app.make.consumer(other))
  const ofNeighbor = await makeThings(tenant, await app.make.consumer(tenant))
  strange = Object.fromEntries(Object.entries(ofOther).map(([name, id]) => [name, [id]]))
  // A tenant is one, and what it offers is for all of its consumers; these belong to one.
  for (const name of ['consumerId', 'purchaseId', 'orderId'] as const) strange[name]?.push(ofNeighbor[name])
  neighborId = ofNeighbor.consumerId
  clients = {
    consumer: await app.signIn(consumer.username, tenant),
    customer: await app.signIn(operator.username, tenant),
    admin: await app.signIn(admin.username, null),
  }
})
afterAll(() => app.close())

const byCall = new Map(
  Object.entries(endpoints).map(([name, endpoint]) => [callOf(endpoint), [name, endpoint] as const]),
)

interface Asked {
  name: string
  endpoint: Endpoint
  client: TestClient
  /** What stands in the place of an own id. */
  place?: string
  id?: string | number
}

/** Asks with right input about what is the caller's own, but for one id. */
function ask({ name, endpoint, client, place = '', id = 0 }: Asked): Promise<TestResponse> {
  const at = (parameter: string) => encodeURIComponent(place === parameter ? id : (own[parameter] ?? 'none'))
  const url = endpoint.path
    .replace(/:(\w+)/g, (_, parameter: string) => at(parameter))
    .replace('*', () => String(place === 'path' ? id : own.path))
  const query: Record<string, string> = { ...examples[name]?.query }
  if (query.consumerCategoryId) query.consumerCategoryId = String(own.consumerCategoryId)
  if (place.startsWith('query.')) {
    // Of two names for one thing only the one that is asked about is sent.
    if (place === 'query.category') delete query.consumerCategoryId
    query[place.slice(6)] = String(id)
  }
  const body = bodyOf(examples[name] ?? {}, place, id)
  const file = Object.entries(endpoint.files ?? {}).find(([, { required }]) => required)
  if (file) {
    const fields = Object.fromEntries(Object.entries(body).map(([key, value]) => [key, String(value)]))
    const upload = { field: file[0], name: 'a.mp3', type: 'audio/mpeg', content: mp3 }
    return client.upload(url, fields, upload, { method: endpoint.method === 'PUT' ? 'PUT' : 'POST' })
  }
  if (endpoint.method === 'GET') return client.get(url, { query })
  if (endpoint.method === 'DELETE') return client.delete(url, { query })
  return endpoint.method === 'POST' ? client.post(url, body, { query }) : client.put(url, body, { query })
}

function bodyOf({ body }: Example, place: string, id: string | number): Record<string, unknown> {
  const right: Record<string, unknown> = { ...(body as object | undefined) }
  for (const field of ['consumerCategoryId', 'defaultCategoryId', 'packageId', 'orderId'])
    if (field in right) right[field] = typeof right[field] === 'string' ? String(own[field]) : own[field]
  if (place.startsWith('body.')) right[place.slice(5)] = id
  return right
}

const cases = whoMay.flatMap(([call, who, places = {}]) =>
  Object.entries(places).flatMap(([place, status]) =>
    (who === 'anybody' ? (['consumer'] as const) : rolesOf(who)).flatMap((role) =>
      // An admin is of no tenant and sees everybody's pictures.
      role === 'admin' && place === 'path' ? [] : [[call, place, role, status] as const],
    ),
  ),
)

describe("somebody else's thing", () => {
  test.each(cases)(
    '%s: %s, asked for by %s, is %i as one that does not exist',
    async (call, place, role, status) => {
      const [name, endpoint] = byCall.get(call) ?? []
      if (!name || !endpoint) throw new Error(`There is no ${call}`)
      const client = clients[role]
      const parameter = place.split('.').at(-1) ?? ''
      const missing = await ask({ name, endpoint, client, place, id: none[parameter] ?? 2_000_000_000 })
      expect([missing.status, missing.body]).toEqual([
        status,
        expect.objectContaining({ requestId: expect.any(String) }),
      ])
      const others = strange[parameter]?.filter((id) => role !== 'admin' || id !== neighborId) ?? []
      for (const id of others) {
        const answer = await ask({ name, endpoint, client, place, id })
        expect(answer.status, JSON.stringify(answer.body)).toBe(status)
        expect({ ...answer.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' })
      }
      expect(others.length).toBeGreaterThan(0)
    },
  )

  test('is looked for wherever a path or an input names a thing', () => {
    const forgotten = whoMay.flatMap(([call, who, places = {}]) => {
      const [, endpoint] = byCall.get(call) ?? []
      const inPath = [...call.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
      const shapes = { query: endpoint?.query, body: endpoint?.body } as const
      const inInput = Object.entries(shapes).flatMap(([kind, schema]) =>
        Object.keys((schema as { shape?: object } | undefined)?.shape ?? {})
          .filter((field) => /Id$/.test(field) && field in own)
          .map((field) => `${kind}.${field}`),
      )
      // Nothing is somebody else's to an admin.
      if (who !== 'anybody' && rolesOf(who).every((role) => role === 'admin')) return []
      // What is open to anybody names tenants and pictures, which are no secrets.
      const expected = who === 'anybody' ? inInput : [...inPath, ...inInput]
      return expected.filter((place) => !(place in places)).map((place) => `${call}: ${place}`)
    })
    expect(forgotten).toEqual([])
  })

  test('is told from the own: each call with nothing but own ids is not answered so', async () => {
    const refused: string[] = []
    for (const [call, who, places] of whoMay) {
      const [name, endpoint] = byCall.get(call) ?? []
      if (!places || !name || !endpoint || endpoint.response === 'bytes') continue
      const [role = 'consumer'] = rolesOf(who === 'anybody' ? ['consumer'] : who)
      const { status, body } = await ask({ name, endpoint, client: clients[role] })
      if (status === 404) refused.push(`${call}: ${JSON.stringify(body)}`)
    }
    expect(refused).toEqual([])
  })
})
