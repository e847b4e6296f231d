import { pages } from '@almanac/contract/pages'
import { isReservedSlug } from '@almanac/contract/reserved-slugs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import { addCustomer, customerFields, logoPicture } from '../../../test/customers.ts'
import { testPassword, unique } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp
let admin: TestClient
let adminId: number

beforeAll(async () => {
  app = await startTestApp()
  const made = await app.make.admin()
  adminId = made.id
  admin = await app.signIn(made.username, null)
})
afterAll(() => app.close())

const auditOf = (customerId: number) =>
  app.query<{ action: string; tenantId: number; before: unknown; after: unknown }>(
    `select action, tenant_id, before, after from audit_entries
     where subject = 'tenant:${customerId}' and actor_user_id = ${adminId}`,
  )

const storedImages = async () => {
  const keys: string[] = []
  for await (const { key } of app.deps.files.list('')) keys.push(key)
  return keys.length
}

describe('a new customer', () => {
  test('is there at once, with its operator, its logo and one audit row', async () => {
    const fields = customerFields({ url: unique('Nova-'), fullName: '  Nova Person ' })
    const { status, body } = await addCustomer(admin, fields)
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(Number),
      fullName: 'Nova Person',
      username: fields.username,
      email: fields.email,
      unverifiedEmail: null,
      contactNumber: '(617) 555-0134',
      companyName: fields.companyName,
      url: fields.url?.toLowerCase(),
      details: fields.details,
      thresholdToken: 2,
      timeZone: 'America/Denver',
      logoUrl: expect.stringMatching(new RegExp(`^${fields.url?.toLowerCase()}/[0-9a-f-]+\\.png$`)),
      numberOfCategories: 0,
      numberOfPackages: 0,
      message: 'Customer info created successfully.',
    })
    expect((await admin.get(`/v1/admin/customer/${body.id}`)).body).toEqual({ ...body, message: undefined })
    const { message: _, ...made } = body
    const rows = await auditOf(body.id)
    expect(rows).toEqual([{ action: 'add-customer', tenantId: body.id, before: null, after: made }])
    expect(JSON.stringify(rows)).not.toContain(testPassword)
  })

  test('has an operator who can log in', async () => {
    const fields = customerFields()
    await addCustomer(admin, fields)
    for (const usernameOrEmail of [fields.username, fields.email]) {
      const login = { usernameOrEmail, password: testPassword, rememberMe: false }
      const client = app.client()
      const answer = await client.post(`/v1/customers/${fields.url}/login`, login)
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({ isCustomer: true, customerUrl: fields.url })
      expect((await client.get(`/v1/customers/${fields.url}/profile`)).body).toMatchObject({
        fullName: 'Nova Person',
        timeZone: 'America/Denver',
      })
    }
  })

  test('has its logo drawn anew, whole, 200 x 100, open to everybody', async () => {
    const logo = await logoPicture('#ff0000', { width: 100, height: 100 })
    const { body } = await addCustomer(admin, customerFields(), { logo })
    const answer = await app.server.inject({ method: 'GET', url: `/v1/images/public/${body.logoUrl}` })
    expect(answer.headers['content-type']).toBe('image/png')
    const { data, info } = await sharp(answer.rawPayload).raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 200, height: 100, channels: 4 })
    const pixel = (x: number) => [...data.subarray((50 * 200 + x) * 4, (50 * 200 + x) * 4 + 4)]
    expect(pixel(100)).toEqual([255, 0, 0, 255])
    expect(pixel(10)[3]).toBe(0)
  })
})

test('lines count as they were typed, not as a form sends them', async () => {
  const details = `${'n'.repeat(249)}\n${'n'.repeat(250)}`
  const { status, body } = await addCustomer(
    admin,
    customerFields({ details: details.replace('\n', '\r\n') }),
  )
  expect(status).toBe(201)
  expect(body.details).toBe(details)
})

describe('is refused', () => {
  const refused: [string, Record<string, string>, string][] = [
    ['a name of digits', { fullName: 'Nova 5' }, 'Please enter a valid Name'],
    ['a name of 2', { fullName: 'No' }, 'Name must be at least 3 characters.'],
    ['a username with a space', { username: 'no va' }, 'Username cannot contain spaces or @.'],
    ['a username of 17', { username: 'n'.repeat(17) }, 'Username can be maximum 16 characters.'],
    ['a url of 2', { url: 'no' }, 'Customer url must be at least 3 characters.'],
    ['a url of 21', { url: 'n'.repeat(21) }, 'Customer url can be maximum 20 characters.'],
    ['a url with a dot', { url: 'no.va' }, "Only alphanumeric characters and ' - ' are allowed."],
    ['a url with a space', { url: 'no va' }, "Only alphanumeric characters and ' - ' are allowed."],
    ['a reserved url', { url: 'Admin' }, 'This url is reserved. Please choose another one.'],
    ['an email without a host', { email: 'nova' }, 'Must be a valid email.'],
    ['letters as a number', { contactNumber: 'call me' }, 'Please enter a valid number'],
    ['a company name of 1', { companyName: 'N' }, 'Company name must be at least 2 characters.'],
    ['a company name of 31', { companyName: 'N'.repeat(31) }, 'Company name can be maximum 30 characters.'],
    ['no details', { details: ' ' }, 'Details are required.'],
    ['details of 501', { details: 'n'.repeat(501) }, 'Details can be maximum 500 characters.'],
    ['no threshold', { thresholdToken: '' }, 'Threshold token is required.'],
    ['a threshold of 0', { thresholdToken: '0' }, 'Threshold token must be a whole number from 1 to 1000.'],
    ['half a token', { thresholdToken: '1.5' }, 'Threshold token must be a whole number from 1 to 1000.'],
    ['one of 1,001', { thresholdToken: '1001' }, 'Threshold token must be a whole number from 1 to 1000.'],
    ['another zone', { timeZone: 'Europe/Berlin' }, 'Please choose a time zone from the list.'],
    ['7 characters', { password: 'seven77' }, 'Password must be at least 8 characters long.'],
    ['101 characters', { password: 'x'.repeat(101) }, 'Password must be less than 100 characters.'],
    ['another repetition', { confirmPassword: 'another-one' }, 'Passwords must match'],
  ]
  test.each(refused)('%s', async (_, values, sentence) => {
    const fields = customerFields(values)
    const answer = await addCustomer(admin, fields)
    expect(answer.status).toBe(400)
    expect(answer.body.errorMessageList).toContain(sentence)
    expect(await app.query(`select from tenants where company_name = '${fields.companyName}'`)).toEqual([])
  })

  test('one without a logo', async () => {
    const fields = customerFields()
    const file = {
      field: 'companyLogo',
      name: '',
      type: 'application/octet-stream',
      content: Buffer.alloc(0),
    }
    const boundary = 'none'
    const parts = Object.entries(fields).map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    const missing = await admin.send({
      method: 'POST',
      url: '/v1/admin/customer',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'x-xsrf-token': admin.cookies.get('XSRF-TOKEN') ?? '',
      },
      payload: `${parts.join('')}--${boundary}--\r\n`,
    })
    expect([missing.status, missing.body.message]).toEqual([400, '* Logo is required.'])
    const empty = await admin.upload('/v1/admin/customer', fields, { ...file, name: 'logo.png' })
    expect(empty.status).toBe(400)
  })

  test.each([
    ['a text', Buffer.from('no picture'), 400, '* Selected file format is not supported.'],
    ['more than 4 MB', Buffer.alloc(4_096_001, 1), 413, '* Maximum 4MB image file is allowed.'],
  ])('%s as a logo, and nothing is kept', async (_, logo, status, message) => {
    const before = await storedImages()
    const fields = customerFields()
    const answer = await addCustomer(admin, fields, { logo })
    expect([answer.status, answer.body.message]).toEqual([status, message])
    expect(await storedImages()).toBe(before)
    expect(await app.query(`select from tenants where url = '${fields.url}'`)).toEqual([])
  })

  test('a url or a username that is taken, in any case, also of what is deleted; and nothing is kept', async () => {
    const taken = customerFields()
    const { body } = await addCustomer(admin, taken)
    const before = await storedImages()
    const expectTaken = async () => {
      const sameUrl = await addCustomer(admin, customerFields({ url: taken.url?.toUpperCase() ?? '' }))
      expect(sameUrl.status).toBe(409)
      expect(sameUrl.body).toMatchObject({ isExistingUrl: true, code: 'url_taken' })
      const both = await addCustomer(
        admin,
        customerFields({ url: taken.url ?? '', username: taken.username ?? '' }),
      )
      expect([both.status, both.body]).toEqual([
        409,
        expect.objectContaining({
          isExistingUrl: true,
          isExistingUsername: true,
          errorMessageList: ['This url is already taken.', 'This username is already taken.'],
        }),
      ])
      const other = customerFields({ username: taken.username?.toUpperCase() ?? '' })
      const sameName = await addCustomer(admin, other)
      expect(sameName.status).toBe(409)
      expect(sameName.body).toMatchObject({ isExistingUsername: true, code: 'username_taken' })
      expect(await app.query(`select from tenants where url = '${other.url}'`)).toEqual([])
    }
    await expectTaken()
    await admin.delete(`/v1/admin/delete-customer/${body.id}`)
    await expectTaken()
    expect(await storedImages()).toBe(before)
  })
})

test('every first word of an address that the product answers itself is reserved', async () => {
  const words = new Set<string>()
  for (const url of Object.values(pages.admin)) words.add(url.split('/')[1] ?? '')
  const printed = app.server.printRoutes({ commonPrefix: false })
  for (const [, word = ''] of printed.matchAll(/^[├└]── \/?([a-z0-9-]+)/gm)) words.add(word)
  const possible = [...words].filter((word) => /^[a-z0-9-]{3,20}$/.test(word))
  expect(possible).toEqual(expect.arrayContaining(['admin', 'docs', 'healthz', 'metrics', 'readyz']))
  expect(possible.filter((word) => !isReservedSlug(word))).toEqual([])
})

describe('at the same moment', () => {
  test('of one slug twice one is made, the other is told so', async () => {
    const url = unique('race-')
    const answers = await Promise.all([1, 2, 3].map(() => addCustomer(admin, customerFields({ url }))))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused.every(({ body }) => body.isExistingUrl === true)).toBe(true)
    expect(await app.query(`select from tenants where url = '${url}'`)).toHaveLength(1)
  })

  test('one key twice makes one, and both are answered it', async () => {
    const fields = customerFields()
    const key = unique('key-')
    const answers = await Promise.all([1, 2].map(() => addCustomer(admin, fields, { key })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    expect(await auditOf(answers[0]?.body.id)).toHaveLength(1)
  })
})

describe('a repeated key', () => {
  test('is answered what it made, and makes nothing', async () => {
    const fields = customerFields()
    const key = unique('key-')
    const first = await addCustomer(admin, fields, { key })
    const before = await storedImages()
    const again = await addCustomer(admin, fields, { key })
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await storedImages()).toBe(before)
    expect(await auditOf(first.body.id)).toHaveLength(1)
  })

  test.each<[string, Record<string, string>, string?]>([
    ['another name', { fullName: 'Another Person' }],
    ['another password', { password: 'another-one', confirmPassword: 'another-one' }],
    ['another logo', {}, '#112233'],
  ])('with %s is refused', async (_, values, color) => {
    const fields = customerFields()
    const key = unique('key-')
    await addCustomer(admin, fields, { key })
    const logo = color ? await logoPicture(color) : undefined
    const other = await addCustomer(admin, { ...fields, ...values }, { key, ...(logo ? { logo } : {}) })
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_mismatch'])
  })

  test('of another admin is another key', async () => {
    const other = await app.signIn((await app.make.admin()).username, null)
    const key = unique('key-')
    await addCustomer(admin, customerFields(), { key })
    expect((await addCustomer(other, customerFields(), { key })).status).toBe(201)
  })
})
