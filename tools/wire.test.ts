import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Description, readDescription } from '../bench/wire/description.ts'
import { makeForbidden } from '../bench/wire/forbidden.ts'
import { readForm } from '../bench/wire/form.ts'
import { judge, providerOf } from '../bench/wire/judge.ts'
import type { RecordedCall } from '../sandbox/test/recorder.ts'
import { openSandbox } from '../sandbox/test/sandbox.ts'

const money = {
  type: 'object',
  required: ['value'],
  properties: { value: { $ref: '#/components/schemas/value' } },
}
const order = {
  allOf: [
    { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
    { type: 'object', properties: { amount: { $ref: '#/components/schemas/money' } } },
  ],
}
const json = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } })
const document = {
  components: {
    schemas: { value: { type: 'string', pattern: '^\\d+[.]\\d{2}$' }, money, order, 'orders.order': order },
    parameters: {
      requestId: { name: 'PayPal-Request-Id', in: 'header', schema: { type: 'string', maxLength: 8 } },
    },
  },
  paths: {
    '/v2/orders': {
      post: {
        parameters: [{ $ref: '#/components/parameters/requestId' }],
        requestBody: { required: true, content: json('money') },
        responses: { 201: { content: json('order') } },
      },
    },
    '/v2/orders/{id}': {
      get: {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^[A-Z]+$' } },
          { name: 'page', in: 'query', required: true, schema: { type: 'integer', minimum: 1 } },
        ],
        responses: { 200: { content: json('order') } },
      },
    },
  },
}

let folder = ''
let paypal: Description
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-wire-test-'))
  await writeFile(join(folder, 'paypal.json'), JSON.stringify(document))
  paypal = await readDescription('paypal', join(folder, 'paypal.json'))
})
afterAll(() => rm(folder, { recursive: true }))

const creation: RecordedCall = {
  caller: 'product',
  method: 'POST',
  url: '/v2/orders',
  headers: { authorization: 'Bearer x', 'content-type': 'application/json', 'paypal-request-id': 'one' },
  body: '{"value":"1.00"}',
  answer: {
    status: 201,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: '{"id":"A","amount":{"value":"1.00"}}',
  },
}
const answered = (status: number, body: string) => ({
  ...creation,
  answer: { status, headers: { 'content-type': 'application/json' }, body },
})
const reading = { ...creation, method: 'GET', body: '', headers: { authorization: 'Bearer x' }, answer: null }

describe('a call beside its description', () => {
  it('is valid where it is as described', () => {
    const nothing = { wrong: [], beyond: [], isUndescribed: false }
    expect(judge({ paypal }, creation)).toMatchObject({ request: nothing, answer: nothing })
    expect(judge({ paypal }, { ...reading, url: '/v2/orders/A?page=2' })).toMatchObject({
      request: nothing,
      answer: null,
    })
    expect(judge({ paypal }, { ...creation, url: '/sandbox/money' })).toBeNull()
  })

  it.each([
    ['a field too few', { body: '{}' }, "/ must have required property 'value'"],
    ['a field that nobody named', { body: '{"value":"1.00","valve":1}' }, '/valve is no field that is named'],
    ['another form', { body: '{"value":"1.001"}' }, '/value must match pattern "^\\d+[.]\\d{2}$"'],
    ['no body', { body: '' }, 'body is missing'],
    [
      'another kind of body',
      { headers: { ...creation.headers, 'content-type': 'text/plain' } },
      'Content-Type text/plain',
    ],
    [
      'a long header',
      { headers: { ...creation.headers, 'paypal-request-id': 'nine lives' } },
      'header PayPal-Request-Id/ must NOT have more than 8 characters',
    ],
    ['nobody’s name', { headers: { 'content-type': 'application/json' } }, 'header Authorization is missing'],
    ['a parameter unknown', { url: '/v2/orders?colour=red' }, 'query colour is not described'],
  ])('is wrong with %s', (_, change, reason) => {
    expect(judge({ paypal }, { ...creation, ...change })?.request.wrong).toEqual([reason])
  })

  it.each([
    ['/v2/orders/a?page=1', 'path id/ must match pattern "^[A-Z]+$"'],
    ['/v2/orders/A', 'query page is missing'],
    ['/v2/orders/A?page=0', 'query page/ must be >= 1'],
    ['/v2/orders/A?page=two', 'query page/ must be integer'],
  ])('at %s is wrong', (url, reason) => {
    expect(judge({ paypal }, { ...reading, url })?.request.wrong).toEqual([reason])
  })

  it('is answered wrongly, or by a status that is described elsewhere alone', () => {
    const wrong = answered(201, '{"id":"A","amount":{"value":"1.00","tax":"0.10"}}')
    expect(judge({ paypal }, wrong)?.answer?.wrong).toEqual(['201: /amount/tax is no field that is named'])
    expect(judge({ paypal }, answered(201, 'oops'))?.answer?.wrong).toEqual([
      '201: / must be object',
      '201: / must be object',
    ])
    expect(judge({ paypal }, answered(418, '{}'))?.answer?.wrong).toEqual(['status 418'])
    expect(judge({ paypal }, answered(429, '{}'))?.answer).toMatchObject({
      wrong: [],
      beyond: [{ part: 'status 429' }],
    })
  })

  it('that no description has is told apart from one that nobody documents', () => {
    const token = judge({ paypal }, { ...creation, url: '/v1/oauth2/token' })
    expect(token?.request).toMatchObject({ wrong: [], isUndescribed: true })
    expect(judge({ paypal }, { ...creation, url: '/v2/nothing' })?.request.wrong).toEqual([
      'is no call that is known',
    ])
  })
})

it('an event is held against the description of what it tells of', () => {
  const event = (resource_type: string, resource: object) => {
    const answer = { status: 200, headers: {}, body: JSON.stringify({ resource_type, resource }) }
    return judge({ paypal }, { ...reading, method: 'EVENT', url: '/event/paypal', answer })?.answer
  }
  expect(event('checkout-order', { id: 'A' })).toMatchObject({ wrong: [], isUndescribed: false })
  expect(event('checkout-order', { id: 7 })?.wrong).toEqual(['/id must be string'])
  expect(event('checkout-order', { id: 'A', ides: 1 })?.wrong).toEqual(['/ides is no field that is named'])
  expect(event('dispute', {})).toMatchObject({ wrong: [], isUndescribed: true })
})

it.each([
  ['/v1/customers/cus_1', 'stripe'],
  ['/event/stripe', 'stripe'],
  ['/v1/customer/disputes/PP-1', 'paypal'],
  ['/v1/notifications/verify-webhook-signature', 'paypal'],
  ['/v1/notifications/certs/CERT', null],
  ['/api.twilio.com/2010-04-01/Accounts/AC1.json', 'twilio'],
  ['/sandbox/control/faults', null],
])('%s is of %s', (url, provider) => {
  expect(providerOf(url)).toBe(provider)
})

it('a form stands for objects and lists', () => {
  expect(readForm('amount=5&card%5Bcvc%5D=1&expand[0]=a&expand[1]=b&to[]=c')).toEqual({
    amount: '5',
    card: { cvc: '1' },
    expand: ['a', 'b'],
    to: ['c'],
  })
})

it('forbidden requests are those changes that the description does not allow', () => {
  const judged = [judge({ paypal }, creation), judge({ paypal }, answered(500, '{}'))].flatMap(
    (one) => one ?? [],
  )
  const made = makeForbidden({ paypal }, judged)
  expect(made.map(({ change }) => change)).toEqual(
    expect.arrayContaining([
      '/value: missing',
      '/value: three decimals',
      '/value: a number',
      'header PayPal-Request-Id: a long text',
    ]),
  )
  // None that is allowed, and each kind once.
  expect(made.map(({ body }) => JSON.stringify(body))).not.toContain('{"value":"1.00","a":"b"}')
  expect(new Set(made.map(({ change }) => change)).size).toBe(made.length)
})

describe('a recorder', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('notes what went over the wire, broken connections included, and changes nothing of it', async () => {
    const recording = await mkdtemp(join(tmpdir(), 'almanac-recording-'))
    vi.stubEnv('WIRE_RECORDING', recording)
    const sandbox = await openSandbox()
    const { id } = await sandbox.stripe.customers.create({ email: 'nova@example.com' })
    await sandbox.control('/faults', { provider: 'stripe', kind: 'reset_after_success', method: 'GET' })
    // Stripe's SDK repeats by itself what a kept connection was cut for.
    expect((await sandbox.stripe.customers.retrieve(id)).id).toBe(id)
    await sandbox.close()
    const files = await readdir(recording)
    const text = await Promise.all(files.map((file) => readFile(join(recording, file), 'utf8')))
    const calls = text
      .join('')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as RecordedCall)
    const ofStripe = calls.filter(({ url }) => providerOf(url) === 'stripe')
    expect(ofStripe.map(({ method, url, answer }) => [method, url, answer?.status ?? null])).toEqual([
      ['POST', '/v1/customers', 200],
      ['GET', `/v1/customers/${id}`, null],
      ['GET', `/v1/customers/${id}`, 200],
      ['EVENT', '/event/stripe', 200],
    ])
    expect(readForm(ofStripe[0]?.body ?? '')).toMatchObject({ email: 'nova@example.com' })
    await rm(recording, { recursive: true })
  })
})
