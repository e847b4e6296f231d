import { readFile } from 'node:fs/promises'
import { endpoints } from '@almanac/contract'
import { bodyExamples, featureDescriptions } from '@almanac/contract/document'
import { errorCatalogue } from '@almanac/contract/errors'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addImage } from '../src/features/media/index.ts'
import { openApiDocument } from '../src/platform/http/openapi.ts'
import { readQueuedCode } from './codes.ts'
import { DescribedClient } from './described-client.ts'
import { type MadeTenant, testPassword, unique } from './factories.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { flatPng } from './samples/pictures.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape, read as a stranger would
type Document = any

let app: TestApp
let tenant: MadeTenant
let document: Document

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  tenant = await app.make.tenant()
  document = (await app.client().get('/openapi.json')).body
})
afterAll(() => app.close())

const operations = (of: Document): [string, Document][] =>
  Object.entries<Document>(of.paths).flatMap(([path, methods]) =>
    Object.entries<Document>(methods).map(([method, operation]): [string, Document] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  )

const operationOf = (name: string) =>
  operations(document).find(([, { operationId }]) => operationId === name)?.[1]
const parameterOf = (operation: string, name: string) =>
  operationOf(operation).parameters.find((one: Document) => one.name === name)

/** Follows the reference that stands in the place of an answer or a schema. */
const follow = ($ref: string) =>
  $ref
    .split('/')
    .slice(1)
    .reduce((at, part) => at[part], document)
const answerOf = (operation: string, status: number) => {
  const answer = operationOf(operation).responses[status]
  return answer?.$ref ? follow(answer.$ref) : answer
}
const failuresOf = (operation: string, status: number): Document[] => {
  const { schema } = answerOf(operation, status).content['application/json']
  return (schema.oneOf ?? [schema]).map((one: Document) => follow(one.$ref))
}

describe('the description of the API', () => {
  test('is an OpenAPI 3.1 document', async () => {
    const result = await new Validator().validate(structuredClone(document))
    expect(result).toMatchObject({ valid: true })
  })

  test('says who made it, under which licence, where it is, and what each tag is', () => {
    expect(document.info).toMatchObject({
      contact: { name: 'Almanac', url: expect.stringMatching(/^http:\/\/localhost:\d+\/docs$/) },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    })
    expect(document.servers).toHaveLength(1)
    const used = new Set(operations(document).flatMap(([, { tags }]) => tags))
    expect(document.tags.map(({ name }: Document) => name)).toEqual([...used].sort())
    for (const { name, description } of document.tags) expect(description, name).toMatch(/^[A-Z].+\.$/)
    expect(Object.keys(featureDescriptions).sort()).toEqual([...used].sort())
  })

  test('names each operation once, in camel case, and says for whom it is', () => {
    const names = operations(document).map(([, { operationId }]) => operationId)
    expect(new Set(names).size).toBe(Object.keys(endpoints).length)
    for (const [, { operationId, summary, description }] of operations(document)) {
      expect(operationId).toMatch(/^[a-z]+([A-Z][a-z]+)*$/)
      expect(summary).toMatch(/^\S.+[^.]$/)
      expect(description).toMatch(/^For (anybody|a consumer|an operator|an admin)/)
    }
  })

  test.each([
    ['https://almanac.example', '__Host-sid'],
    ['http://localhost:3000', 'sid'],
  ])('of %s says that the session is the cookie %s', (url, name) => {
    const described: Document = openApiDocument(endpoints, url)
    expect(described.components.securitySchemes.session).toMatchObject({ type: 'apiKey', in: 'cookie', name })
    const cookies = described.paths['/v1/admin/login'].post.responses['200'].headers['Set-Cookie']
    expect(cookies.description).toContain(`\`${name}\``)
  })

  test('asks of a write for the CSRF cookie and its echo, of a read for neither', () => {
    const { csrfCookie, csrfHeader } = document.components.securitySchemes
    expect(csrfCookie).toMatchObject({ type: 'apiKey', in: 'cookie', name: 'XSRF-TOKEN' })
    expect(csrfHeader).toMatchObject({ type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN' })
    for (const [call, { security }] of operations(document)) {
      const needs = Object.keys(security[0] ?? {}).filter((name) => name !== 'session')
      expect(needs, call).toEqual(call.startsWith('GET') ? [] : ['csrfCookie', 'csrfHeader'])
    }
    expect(operationOf('login').security).toEqual([{ csrfCookie: [], csrfHeader: [] }])
    expect(operationOf('checkSession').security).toEqual([{ session: [] }])
    expect(operationOf('getLandingPage').security).toEqual([])
  })

  test.each([
    ['streamConsumerAudio', ['200', '206', '416'], ['audio/mpeg'], 'Range'],
    ['streamAudio', ['200', '206', '416'], ['audio/mpeg'], 'Range'],
    ['getImage', ['200', '304'], ['image/png', 'image/webp', 'image/svg+xml'], 'If-None-Match'],
    ['getPublicImage', ['200', '304'], ['image/png', 'image/webp', 'image/svg+xml'], 'If-None-Match'],
    ['streamEvents', ['200'], ['text/event-stream'], undefined],
  ])('says what bytes %s answers', (name, statuses, types, header) => {
    const { responses, parameters } = operationOf(name)
    const described = Object.keys(responses).filter((status) => /^(2..|304|416)$/.test(status))
    expect(described).toEqual(statuses)
    expect(Object.keys(responses['200'].content)).toEqual(types)
    const headers = parameters.filter((one: Document) => one.in === 'header')
    expect(headers.map((one: Document) => one.name)).toEqual(header ? [header] : [])
    const headersOf = (status: string) => Object.keys(responses[status].headers)
    if (statuses.includes('206')) {
      expect(headersOf('206')).toEqual(['Content-Length', 'Accept-Ranges', 'Content-Range'])
      expect(headersOf('416')).toEqual(['Content-Range'])
    }
    if (statuses.includes('304')) expect(headersOf('304')).toEqual(['ETag'])
  })

  test('says of every other operation that it answers bytes only where it says which', () => {
    for (const [name, { response, content }] of Object.entries(endpoints))
      expect(content !== undefined, name).toBe(response === 'bytes')
  })

  test('knows what the connection answers, and when to try again', () => {
    for (const [call, { operationId, responses }] of operations(document)) {
      expect(Object.keys(responses), call).toEqual(
        expect.arrayContaining(['400', '408', '417', '429', '431', '503']),
      )
      for (const status of [429, 503])
        expect(answerOf(operationId, status).headers['Retry-After'].schema.type).toBe('integer')
    }
  })

  test('types ids and pages as whole numbers, flags as true or false, with their defaults', () => {
    for (const [call, { parameters }] of operations(document)) {
      for (const { name, schema } of parameters) {
        if (/Id$|^(page|itemPerPage)$/.test(name)) expect(schema.type, `${call} ${name}`).toBe('integer')
        if (/^(is|no|send|include)[A-Z]/.test(name)) expect(schema.type, `${call} ${name}`).toBe('boolean')
      }
    }
    expect(parameterOf('listPackages', 'page').schema).toMatchObject({ minimum: 1, default: 1 })
    expect(parameterOf('listPackages', 'itemPerPage').schema).toMatchObject({ maximum: 100, default: 20 })
    expect(parameterOf('listPackages', 'noPagination').schema.default).toBe(false)
    expect(parameterOf('listPackages', 'sendList').schema.default).toBe(true)
    expect(parameterOf('listTickets', 'itemPerPage').schema.default).toBe(100)
  })

  test.each([
    ['signup', 'email'],
    ['openTicket', 'email'],
    ['updateConsumerProfile', 'email'],
  ])('types the email of %s as one', (name, field) => {
    for (const { schema } of Object.values<Document>(operationOf(name).requestBody.content))
      expect(schema.properties[field]).toMatchObject({ type: 'string', format: 'email', maxLength: 254 })
  })

  test('says which files are required, what they are, and where JSON will do', () => {
    const required = operationOf('addAudio').requestBody.content
    expect(Object.keys(required)).toEqual(['multipart/form-data'])
    expect(required['multipart/form-data'].schema.required).toContain('audio')
    expect(required['multipart/form-data'].encoding).toEqual({ audio: { contentType: 'audio/mpeg' } })
    const optional = operationOf('updateConsumerProfile').requestBody.content
    expect(Object.keys(optional)).toEqual(['multipart/form-data', 'application/json'])
    expect(optional['multipart/form-data'].schema.required).not.toContain('image')
    expect(optional['multipart/form-data'].encoding).toEqual({
      image: { contentType: 'image/png, image/jpeg' },
    })
  })

  test.each([
    ['login', 400, 'invalid_credentials', ['invalidUserNameOrPassword']],
    ['login', 403, 'email_unverified', ['needEmailVerification', 'username', 'tempEmail']],
    ['signup', 409, 'username_taken', ['isExistingUsername']],
    ['signup', 409, 'email_taken', ['isExistingEmail']],
    ['forgotPassword', 400, 'unknown_user', ['invalidUser']],
    ['verifyShortCode', 400, 'invalid_short_code', ['isInvalidShortCode']],
    ['changePassword', 400, 'invalid_current_password', ['invalidCurrentPassword']],
    ['changePassword', 400, 'same_password', ['currentAndNewPasswordMatch']],
    ['updateConsumerProfile', 400, 'invalid_sms_phone_number', ['invalidSMSPhoneNumber']],
    ['chargeAudio', 402, 'insufficient_tokens', []],
    ['getReceipt', 404, 'not_found', []],
  ] as const)('says what %s carries when it is refused: %i %s', (name, status, code, fields) => {
    const described = failuresOf(name, status).find(({ properties }) => properties.code.const === code)
    expect(described.description).toBe(errorCatalogue[code].message)
    expect(described.required).toEqual(['message', 'code', 'requestId', ...fields])
    const [flag] = fields
    if (flag) expect(described.properties[flag].const).toBe(true)
  })

  test('has bodies for examples that are right by their schemas', () => {
    for (const [name, example] of Object.entries(bodyExamples)) {
      expect(endpoints[name]?.body?.safeParse(example).success, name).toBe(true)
      const { content } = operationOf(name.split('.')[1] ?? '').requestBody
      expect(content['application/json'].example).toEqual(example)
    }
  })

  test('has no parameter with a slash in it', () => {
    expect(
      Object.keys(document.paths).filter((path) => path.includes('*') || path.includes('{path}')),
    ).toEqual([])
    expect(document.paths['/v1/images/public/{folder}/{fileName}'].get.operationId).toBe('getPublicImage')
  })
})

const dayMs = 86_400_000

/** A reading that can be played now, uploaded by the operator through the description. */
async function uploadReading(client: DescribedClient, customerUrl: string, categoryId: number) {
  const mp3 = await readFile(new URL('../demo/audio/test-aurora.mp3', import.meta.url))
  const added = await client.call('addAudio', {
    path: { customerUrl },
    form: {
      audioName: 'A reading',
      startDateTime: new Date(Date.now() - dayMs).toISOString(),
      endDateTime: new Date(Date.now() + dayMs).toISOString(),
      consumerCategoryId: categoryId,
      audio: new Blob([mp3], { type: 'audio/mpeg' }),
    },
  })
  expect(added.status).toBe(201)
  return { id: added.body.id as number, sizeBytes: mp3.length }
}

describe('a client that has nothing but the description', () => {
  const password = testPassword
  const path = () => ({ customerUrl: tenant.url })
  /** A browser that has been at the server once, and so has its CSRF cookie. */
  async function newClient(): Promise<DescribedClient> {
    const client = new DescribedClient(document)
    expect((await client.call('checkSession')).status).toBe(401)
    return client
  }
  async function signIn(username: string): Promise<DescribedClient> {
    const client = await newClient()
    const body = { usernameOrEmail: username, password }
    expect((await client.call('login', { path: path(), body })).status).toBe(200)
    return client
  }

  test('walks the main road, every request and answer as described', { timeout: 120_000 }, async () => {
    const operator = await signIn((await app.make.operator(tenant)).username)
    const reading = await uploadReading(operator, tenant.url, tenant.categoryId)
    const packageId = await app.make.tokenPackage(tenant, { numberOfTokens: 28 })
    const client = await newClient()
    const call = async (name: string, status: number, input: Parameters<DescribedClient['call']>[1] = {}) => {
      const answer = await client.call(name, input)
      expect(answer.status, `${name} ${JSON.stringify(answer.body)}`).toBe(status)
      return answer
    }

    const landing = await call('getLandingPage', 200, { path: path() })
    expect(landing.body.customerDetails.subscriptionCategory[0].id).toBe(tenant.categoryId)
    const username = unique('nova')
    const email = `${username}@mail.example`
    const form = {
      username,
      fullName: 'Nova Reader',
      email,
      contactNumber: '+1 617 555 0100',
      defaultCategoryId: tenant.categoryId,
      password,
      confirmPassword: password,
    }
    await call('signup', 201, { path: path(), body: form })
    await call('signup', 409, { path: path(), body: form })
    const login = { path: path(), body: { usernameOrEmail: username, password } }
    expect((await call('login', 403, login)).body).toMatchObject({ needEmailVerification: true, username })
    const code = await readQueuedCode(app, email)
    const wrong = code === '000000' ? '000001' : '000000'
    await call('verifyShortCode', 400, { body: { username, emailToken: wrong } })
    await call('verifyShortCode', 200, { body: { username, emailToken: code } })
    await call('login', 400, { path: path(), body: { ...login.body, password: 'not-this-one' } })
    await call('login', 200, login)

    const { id: consumerId } = (await call('checkSession', 200)).body
    const own = { customerUrl: tenant.url, consumerId }
    const categories = { mediums: ['sms', 'email'], includeSubscription: true }
    await call('listConsumerCategories', 200, { path: path(), query: categories })
    await call('listPackages', 200, {
      path: path(),
      query: { page: 1, itemPerPage: 10, noPagination: false },
    })
    await call('listConsumerPackages', 200, { path: own })
    await call('getPaymentSettings', 200, { path: path() })
    await call('getDefaultPayment', 200, { path: own })

    const audio = { ...own, audioId: reading.id }
    const session = 'a-list-of-readings'
    await call('listConsumerAudio', 200, {
      path: own,
      query: { session, consumerCategoryId: tenant.categoryId },
    })
    await call('chargeAudio', 402, { path: audio, query: { session } })
    const buy = (paymentId: string) => ({
      path: own,
      headers: { 'Idempotency-Key': unique('key-') },
      body: { paymentId, packageId, saveCardAsDefault: paymentId === 'pm_card_visa' },
    })
    await call('purchaseWithCard', 402, buy('pm_card_chargeDeclined'))
    const bought = await call('purchaseWithCard', 201, buy('pm_card_visa'))
    expect(bought.body.tokenBalance).toBe(28)
    await call('purchaseWithDefaultCard', 201, { path: path(), body: { packageId } })
    await call('listPurchases', 200, { path: own })
    await call('getReceipt', 200, { path: { ...own, purchaseId: bought.body.purchaseId } })

    await call('streamConsumerAudio', 402, { path: audio, query: { session } })
    expect((await call('chargeAudio', 200, { path: audio, query: { session } })).body.tokensCharged).toBe(7)
    const whole = await call('streamConsumerAudio', 200, { path: audio, query: { session } })
    expect(whole.bytes.length).toBe(reading.sizeBytes)
    const range = (text: string) => ({ path: audio, query: { session }, headers: { Range: text } })
    const part = await call('streamConsumerAudio', 206, range('bytes=10-19'))
    expect([...part.bytes]).toEqual([...whole.bytes.slice(10, 20)])
    await call('streamConsumerAudio', 416, range(`bytes=${reading.sizeBytes}-`))
    await call('listOwnTokenTransactions', 200, { path: own })

    const picture = new Blob([flatPng(300, 300)], { type: 'image/png' })
    const noPicture = new Blob(['plain text'], { type: 'image/png' })
    const profile = {
      fullName: 'Nova Writer',
      email,
      contactNumber: '+1 617 555 0100',
      timeZone: 'America/Boise',
    }
    const fields = { ...profile, defaultCategoryId: tenant.categoryId }
    await call('updateConsumerProfile', 400, { path: own, form: { ...fields, image: noPicture } })
    await call('updateConsumerProfile', 200, { path: own, form: { ...fields, image: picture } })
    await call('updateConsumerProfile', 200, { path: own, body: fields })
    await call('getConsumerProfile', 200, { path: own })
    const sign = { ...own, consumerCategoryId: tenant.categoryId }
    await call('subscribe', 200, { path: sign, body: { mediums: ['email'] } })
    await call('unsubscribe', 200, {
      path: { customerUrl: tenant.url, consumerCategoryId: tenant.categoryId },
    })
    await call('openTicket', 201, { path: own, body: { description: 'Where are my tokens?', email } })
    await call('listOwnTickets', 200, { path: own })
    await call('deleteDefaultPayment', 200, { path: own })
    await call('logout', 200)
    await call('checkSession', 401)
  })

  test('gets a picture by the two parts of its path, and once only', async () => {
    const image = {
      tenantId: tenant.id,
      folder: tenant.url,
      content: Buffer.from('<svg/>'),
      extension: 'svg',
    } as const
    const [folder = '', fileName = ''] = (await addImage(app.deps, { ...image, isPublic: true })).split('/')
    const client = await newClient()
    const got = await client.call('getPublicImage', { path: { folder, fileName } })
    expect([got.status, got.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    const headers = { 'If-None-Match': got.headers.get('etag') ?? '' }
    expect((await client.call('getPublicImage', { path: { folder, fileName }, headers })).status).toBe(304)
    expect((await client.call('getPublicImage', { path: { folder, fileName: 'none.svg' } })).status).toBe(404)
    expect((await client.call('getImage', { path: { folder, fileName } })).status).toBe(401)
  })

  test('is refused a write without what the description asks for', async () => {
    const client = new DescribedClient(document)
    const body = { usernameOrEmail: 'nobody', password }
    expect((await client.call('login', { path: path(), body })).body.code).toBe('csrf')
  })
})
