import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogueOf, mediums } from '../../../test/catalogue.ts'
import { unique } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp
let catalogue: Awaited<ReturnType<typeof catalogueOf>>

beforeAll(async () => {
  app = await startTestApp()
  catalogue = await catalogueOf(app)
})
afterAll(() => app.close())

describe('a category that an admin adds', () => {
  test('is there at once for the tenant’s people, with mediums, order and logo, and leaves one audit row', async () => {
    const tenant = await app.make.tenant()
    const name = unique('Sign ')
    const { status, body } = await catalogue.addCategory(tenant, {
      name: `  ${name} `,
      sortOrder: 100,
      deliveryMedium: mediums(7, 2, null),
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(Number),
      name,
      imageUrl: null,
      logoSvg: expect.stringMatching(new RegExp(`^${tenant.url}/[\\w-]+\\.svg$`)),
      sortOrder: 100,
      customerId: tenant.id,
      deliveryMediums: [
        { id: expect.any(Number), name: 'audio', numberOfTokens: 7, isDisable: false },
        { id: expect.any(Number), name: 'sms', numberOfTokens: 2, isDisable: false },
        { id: expect.any(Number), name: 'email', numberOfTokens: 0, isDisable: true },
      ],
      subscriberCount: 0,
      scheduledTextCount: 0,
      message: 'Category added successfully.',
    })
    const consumer = await app.signIn((await app.make.consumer(tenant)).username, tenant)
    const seen = await consumer.get(`/v1/customers/${tenant.url}/consumer-category`)
    expect(seen.body.data.map((one: { name: string }) => one.name)).toEqual([expect.any(String), name])
    const logo = await app.client().get(`/v1/images/public/${body.logoSvg}`)
    expect([logo.status, logo.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    const { message: _, ...added } = body
    expect(await catalogue.audits(`category:${body.id}`)).toEqual([
      {
        action: 'add-category',
        actorUserId: catalogue.admin.id,
        tenantId: tenant.id,
        before: null,
        after: added,
      },
    ])
  })

  test('leaves out of its logo what is no drawing', async () => {
    const tenant = await app.make.tenant()
    const hostile =
      '<svg xmlns="http://www.w3.org/2000/svg" onload="steal()"><script>steal()</script><path d="M0 0h9"/></svg>'
    const { body } = await catalogue.addCategory(tenant, {}, { logo: Buffer.from(hostile) })
    const { raw } = await app.client().get(`/v1/images/public/${body.logoSvg}`)
    expect(raw.toString()).toContain('<path')
    expect(raw.toString()).not.toContain('steal')
  })

  test.each([
    ['no name', { name: ' ' }, 'Category name is required.'],
    ['a name of two letters', { name: 'Le' }, 'Category name must be 3 to 30 characters.'],
    ['a name of 31', { name: 'a'.repeat(31) }, 'Category name must be 3 to 30 characters.'],
    ['no sort order', { sortOrder: '' }, 'Sort order is required.'],
    ['the sort order 0', { sortOrder: 0 }, 'Sort order must be a whole number from 1 to 100.'],
    ['the sort order 101', { sortOrder: 101 }, 'Sort order must be a whole number from 1 to 100.'],
    ['the sort order 1.5', { sortOrder: 1.5 }, 'Sort order must be a whole number from 1 to 100.'],
    [
      'no tokens of a reading',
      { deliveryMedium: [{ name: 'audio', numberOfTokens: '' }] },
      'Entry 1: Tokens are required.',
    ],
    [
      'too many tokens',
      { deliveryMedium: mediums(1_000_001, 1, 1) },
      'Entry 1: Tokens must be a whole number up to 1,000,000.',
    ],
    [
      'part of a token',
      { deliveryMedium: mediums(0.5, 1, 1) },
      'Entry 1: Tokens must be a whole number up to 1,000,000.',
    ],
    [
      'no audio',
      { deliveryMedium: [{ name: 'sms', numberOfTokens: 1, isDisable: false }] },
      'Audio is always enabled.',
    ],
    [
      'audio switched off',
      { deliveryMedium: [{ name: 'audio', numberOfTokens: 0, isDisable: true }] },
      'Audio is always enabled.',
    ],
    [
      'a medium twice',
      { deliveryMedium: [...mediums(7, 1, 1).slice(0, 2), mediums(7, 1, 1)[1]] },
      'Each delivery medium can be given once.',
    ],
    ['mediums that are no JSON', { deliveryMedium: 'sms' }, 'Delivery medium must be a list.'],
  ])('with %s is refused in words, and nothing of it is kept', async (_what, changes, message) => {
    const tenant = await app.make.tenant()
    const { status, body } = await catalogue.addCategory(tenant, changes)
    expect([status, body.code, body.message]).toEqual([400, 'invalid_input', message])
    expect([await catalogue.auditCount(tenant), await catalogue.imageCount(tenant)]).toEqual([0, 0])
  })

  test('takes the tokens of a disabled medium for 0, and a medium left out for disabled', async () => {
    const tenant = await app.make.tenant()
    const { body } = await catalogue.addCategory(tenant, {
      deliveryMedium: [
        { name: 'audio', numberOfTokens: 0 },
        { name: 'email', numberOfTokens: 5, isDisable: true },
      ],
    })
    expect(body.deliveryMediums).toMatchObject([
      { name: 'audio', numberOfTokens: 0, isDisable: false },
      { name: 'sms', numberOfTokens: 0, isDisable: true },
      { name: 'email', numberOfTokens: 0, isDisable: true },
    ])
  })

  test.each([
    ['is missing', null, 400, '* Logo is required.'],
    ['is no svg', Buffer.from('GIF89a'), 400, '* Selected file format is not supported.'],
    ['is larger than 40,960 bytes', Buffer.alloc(40_961, ' '), 413, '* Maximum 40KB svg file is allowed.'],
  ])('whose logo %s is refused', async (_what, logo, status, message) => {
    const tenant = await app.make.tenant()
    const answer = await catalogue.addCategory(tenant, {}, { logo })
    expect([answer.status, answer.body.message]).toEqual([status, message])
    expect(await catalogue.imageCount(tenant)).toBe(0)
  })

  test('under a name that another of the tenant has is 409 on the name, however it is written', async () => {
    const tenant = await app.make.tenant()
    await app.make.category(tenant.id, { name: 'Ophiuchus' })
    const answer = await catalogue.addCategory(tenant, { name: 'OPHIUCHUS' })
    expect([answer.status, answer.body]).toEqual([
      409,
      expect.objectContaining({ code: 'name_taken', isExistingName: true }),
    ])
    expect([await catalogue.auditCount(tenant), await catalogue.imageCount(tenant)]).toEqual([0, 0])
    expect((await catalogue.addCategory(await app.make.tenant(), { name: 'Ophiuchus' })).status).toBe(201)
  })

  test('of an unknown or deleted tenant is 404', async () => {
    const deleted = await app.make.tenant()
    await app.query(`update tenants set deleted_at = now() where id = ${deleted.id}`)
    for (const id of [deleted.id, 2_000_000_000]) {
      const answer = await catalogue.addCategory({ ...deleted, id })
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    }
  })
})

describe('the same click, sent again', () => {
  test('adds nothing, keeps no second logo, and answers what it added', async () => {
    const tenant = await app.make.tenant()
    const fields = catalogue.categoryFields(tenant)
    const key = unique('key-')
    const [first, second] = await Promise.all([
      catalogue.addCategory(tenant, fields, { key }),
      catalogue.addCategory(tenant, fields, { key }),
    ])
    const third = await catalogue.addCategory(tenant, fields, { key })
    expect([first.status, second.status, third.status]).toEqual([201, 201, 201])
    expect([second.body, third.body]).toEqual([first.body, first.body])
    expect(await catalogue.audits(`category:${first.body.id}`)).toHaveLength(1)
    expect(await catalogue.imageCount(tenant)).toBe(1)
  })

  test('with another name or logo is 409', async () => {
    const tenant = await app.make.tenant()
    const fields = catalogue.categoryFields(tenant)
    const key = unique('key-')
    await catalogue.addCategory(tenant, fields, { key })
    const otherLogo = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M1 1h9"/></svg>')
    for (const answer of [
      await catalogue.addCategory(tenant, { ...fields, name: 'Another' }, { key }),
      await catalogue.addCategory(tenant, fields, { key, logo: otherLogo }),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, 'idempotency_mismatch'])
    expect([await catalogue.auditCount(tenant), await catalogue.imageCount(tenant)]).toEqual([1, 1])
  })
})
