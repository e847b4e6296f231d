import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogueOf } from '../../../test/catalogue.ts'
import { unique } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp
let catalogue: Awaited<ReturnType<typeof catalogueOf>>

beforeAll(async () => {
  app = await startTestApp()
  catalogue = await catalogueOf(app)
})
afterAll(() => app.close())

describe('a package that an admin adds', () => {
  test('is on sale at once, with its logo at 200x100, and leaves one audit row', async () => {
    const tenant = await app.make.tenant()
    const { status, body } = await catalogue.addPackage(tenant, { name: ' A Month of Tuesdays ' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(Number),
      name: 'A Month of Tuesdays',
      price: 25.2,
      numberOfTokens: 28,
      imagePath: expect.stringMatching(/\.png$/),
      isAutoRenewable: true,
      autoRenewPrice: 22.4,
      customerId: tenant.id,
      autoPurchaseCount: 0,
      message: 'Package added successfully.',
    })
    const consumer = await app.signIn((await app.make.consumer(tenant)).username, tenant)
    const seen = await consumer.get(`/v1/customers/${tenant.url}/packages`)
    expect(seen.body.data).toMatchObject([{ id: body.id, price: 25.2 }])
    const logo = await sharp((await consumer.get(`/v1/images/${body.imagePath}`)).raw).metadata()
    expect([logo.format, logo.width, logo.height]).toEqual(['png', 200, 100])
    const { message: _, ...added } = body
    expect(await catalogue.audits(`package:${body.id}`)).toEqual([
      {
        action: 'add-package',
        actorUserId: catalogue.admin.id,
        tenantId: tenant.id,
        before: null,
        after: added,
      },
    ])
  })

  test.each([
    ['no name', { name: '' }, 'Package name is required.'],
    ['a name of two letters', { name: 'To' }, 'Package name must be 3 to 50 characters.'],
    ['a name of 51', { name: 'a'.repeat(51) }, 'Package name must be 3 to 50 characters.'],
    ['no price', { price: '' }, 'Price is required.'],
    ['the price 0', { price: '0.00' }, 'Price must be greater than 0.'],
    ['three decimals', { price: '1.005' }, 'Price must be a number with 2 decimals at most.'],
    ['a price in words', { price: 'ten' }, 'Price must be a number with 2 decimals at most.'],
    ['a price above 100,000', { price: '100000.01' }, 'Price must be 100,000 at most.'],
    ['no tokens', { numberOfTokens: '' }, 'Tokens are required.'],
    ['0 tokens', { numberOfTokens: 0 }, 'Tokens must be a whole number from 1 to 1,000,000.'],
    ['half a token', { numberOfTokens: '7.5' }, 'Tokens must be a whole number from 1 to 1,000,000.'],
    ['too many tokens', { numberOfTokens: 1_000_001 }, 'Tokens must be a whole number from 1 to 1,000,000.'],
    ['no automatic price, though ticked', { autoRenewPrice: '0' }, 'Auto-purchase price is required.'],
    [
      'an automatic price above 100,000',
      { autoRenewPrice: 100_001 },
      'Auto-purchase price must be 100,000 at most.',
    ],
  ])('with %s is refused in words, and nothing of it is kept', async (_what, changes, message) => {
    const tenant = await app.make.tenant()
    const { status, body } = await catalogue.addPackage(tenant, changes)
    expect([status, body.code, body.message]).toEqual([400, 'invalid_input', message])
    expect([await catalogue.auditCount(tenant), await catalogue.imageCount(tenant)]).toEqual([0, 0])
  })

  test('costs at most $100,000 and holds at most a million tokens', async () => {
    const tenant = await app.make.tenant()
    const { body } = await catalogue.addPackage(tenant, { price: '100000', numberOfTokens: 1_000_000 })
    expect(body).toMatchObject({ price: 100_000, numberOfTokens: 1_000_000 })
  })

  test('that is not auto purchasable has the automatic price 0, whatever was sent', async () => {
    const tenant = await app.make.tenant()
    const { body } = await catalogue.addPackage(tenant, { isAutoRenewable: false, autoRenewPrice: '22.40' })
    expect(body).toMatchObject({ isAutoRenewable: false, autoRenewPrice: 0 })
  })

  test('is not auto purchasable with no more tokens than the threshold', async () => {
    const tenant = await app.make.tenant({ thresholdToken: 28 })
    const answer = await catalogue.addPackage(tenant)
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      409,
      'not_auto_purchasable',
      'A package that is auto purchasable needs more tokens than the threshold of 28.',
    ])
    expect(await catalogue.imageCount(tenant)).toBe(0)
    expect((await catalogue.addPackage(tenant, { numberOfTokens: 29 })).status).toBe(201)
    expect((await catalogue.addPackage(tenant, { isAutoRenewable: false })).status).toBe(201)
  })

  test.each([
    ['is missing', null, 400, '* Logo is required.'],
    ['is no picture', Buffer.from('<svg/>'), 400, '* Selected file format is not supported.'],
    ['is larger than 4,096,000 bytes', Buffer.alloc(4_096_001), 413, '* Maximum 4MB image file is allowed.'],
  ])('whose logo %s is refused', async (_what, logo, status, message) => {
    const tenant = await app.make.tenant()
    const answer = await catalogue.addPackage(tenant, {}, { logo })
    expect([answer.status, answer.body.message]).toEqual([status, message])
    expect(await catalogue.auditCount(tenant)).toBe(0)
  })

  test('under a name that another of the tenant has is 409 on the name', async () => {
    const tenant = await app.make.tenant()
    await catalogue.addPackage(tenant, { name: 'A Month' })
    const answer = await catalogue.addPackage(tenant, { name: 'a month' })
    expect([answer.status, answer.body.isExistingName]).toEqual([409, true])
    expect([await catalogue.auditCount(tenant), await catalogue.imageCount(tenant)]).toEqual([1, 1])
  })

  test('of an unknown tenant is 404', async () => {
    const answer = await catalogue.addPackage({ ...(await app.make.tenant()), id: 2_000_000_000 })
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  })

  test('by the same click twice is one package; by that of another one 409', async () => {
    const tenant = await app.make.tenant()
    const fields = catalogue.packageFields(tenant)
    const key = unique('key-')
    const answers = await Promise.all([1, 2].map(() => catalogue.addPackage(tenant, fields, { key })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    expect([await catalogue.auditCount(tenant), await catalogue.imageCount(tenant)]).toEqual([1, 1])
    const other = await catalogue.addPackage(tenant, { ...fields, price: '1' }, { key })
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_mismatch'])
  })
})

test('an admin lists what a tenant sells, the smallest first, found by a part of the name', async () => {
  const tenant = await app.make.tenant()
  for (const [name, numberOfTokens] of [
    ['A Year', 364],
    ['A Month', 28],
    ['A Day', 7],
  ] as const)
    await catalogue.addPackage(tenant, { name, numberOfTokens })
  const list = (query: Record<string, string>) =>
    catalogue.client.get('/v1/admin/packages', { query: { customerId: String(tenant.id), ...query } })
  const names = ({ body }: { body: { data: { name: string }[] } }) => body.data.map(({ name }) => name)
  expect(names(await list({}))).toEqual(['A Day', 'A Month', 'A Year'])
  expect(names(await list({ page: '2', itemPerPage: '2' }))).toEqual(['A Year'])
  expect(names(await list({ searchText: 'mon' }))).toEqual(['A Month'])
  expect((await list({ sendList: 'false' })).body).toMatchObject({ totalItems: 3, data: [] })
  expect((await list({ customerId: '2000000000' })).status).toBe(404)
  expect(
    (await catalogue.client.get('/v1/admin/packages', { query: { noPagination: 'true' } })).body.totalItems,
  ).toBeGreaterThan(3)
})
