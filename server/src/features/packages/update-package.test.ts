import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogueOf, picture } from '../../../test/catalogue.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp
let catalogue: Awaited<ReturnType<typeof catalogueOf>>

beforeAll(async () => {
  app = await startTestApp()
  catalogue = await catalogueOf(app)
})
afterAll(() => app.close())

const MEANWHILE = 'This was changed in the meantime. Nothing was saved. Please look at what it is now.'

describe('a package that an admin changes', () => {
  test('costs and holds what it says from now on; the audit row says what was before', async () => {
    const tenant = await app.make.tenant()
    const added = await catalogue.addPackage(tenant)
    const { id, imagePath } = added.body
    const answer = await catalogue.updatePackage(id, tenant, {
      name: 'A Month',
      price: '19.99',
      numberOfTokens: 30,
      isAutoRenewable: 'false',
    })
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        ...added.body,
        ...{ name: 'A Month', price: 19.99, numberOfTokens: 30, isAutoRenewable: false, autoRenewPrice: 0 },
        message: 'Package updated successfully.',
      },
    ])
    const rows = await catalogue.audits(`package:${id}`)
    expect(rows.map(({ action }) => action)).toEqual(['add-package', 'update-package'])
    expect(rows[1]).toMatchObject({ before: { price: 25.2 }, after: { price: 19.99 } })
    expect((await catalogue.client.get(`/v1/images/${imagePath}`)).status).toBe(200)
  })

  test('with another logo has that, and the old one is gone', async () => {
    const tenant = await app.make.tenant()
    const { body } = await catalogue.addPackage(tenant)
    const answer = await catalogue.updatePackage(body.id, tenant, {}, { logo: picture })
    expect(answer.body.imagePath).not.toBe(body.imagePath)
    expect((await catalogue.client.get(`/v1/images/${body.imagePath}`)).status).toBe(404)
    expect((await catalogue.client.get(`/v1/images/${answer.body.imagePath}`)).status).toBe(200)
  })

  test('is as it was with another tenant’s `customerId`, a taken name, or too few tokens', async () => {
    const tenant = await app.make.tenant()
    const other = await app.make.tenant()
    await catalogue.addPackage(tenant, { name: 'A Year' })
    const { body } = await catalogue.addPackage(tenant)
    for (const [changes, code] of [
      [{ customerId: other.id }, 'invalid_input'],
      [{ name: 'A YEAR' }, 'name_taken'],
      [{ numberOfTokens: 2 }, 'not_auto_purchasable'],
    ] as const) {
      const answer = await catalogue.updatePackage(body.id, tenant, changes, { logo: picture })
      expect(answer.body.code).toBe(code)
    }
    const { message: _, ...added } = body
    const { body: listed } = await catalogue.client.get('/v1/admin/packages', {
      query: { customerId: String(tenant.id) },
    })
    expect(listed.data).toContainEqual(added)
    expect([await catalogue.auditCount(tenant), await catalogue.imageCount(tenant)]).toEqual([2, 2])
  })

  test('by an edit made of what somebody else has changed since is as they left it, and says so', async () => {
    const tenant = await app.make.tenant()
    const { body } = await catalogue.addPackage(tenant, { name: 'Season' })
    const expected = {
      ...{ name: 'Season', price: 25.2, numberOfTokens: 28 },
      ...{ isAutoRenewable: true, autoRenewPrice: 22.4 },
    }
    const theirs = { ...expected, price: 30 }
    expect((await catalogue.updatePackage(body.id, tenant, { ...theirs, expected })).status).toBe(200)
    const ours = { ...expected, name: 'A Season' }
    const refused = await catalogue.updatePackage(body.id, tenant, { ...ours, expected }, { logo: picture })
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'changed_meanwhile', message: MEANWHILE, present: theirs },
    ])
    expect([await catalogue.auditCount(tenant), await catalogue.imageCount(tenant)]).toEqual([2, 1])
    // Theirs, sent again for want of an answer, is no change of somebody else.
    expect((await catalogue.updatePackage(body.id, tenant, { ...theirs, expected })).status).toBe(200)
    const seen = await catalogue.updatePackage(body.id, tenant, { ...ours, expected: theirs })
    expect(seen.body).toMatchObject({ name: 'A Season', price: 25.2 })
  })

  test('is 404 where it is unknown or deleted', async () => {
    const tenant = await app.make.tenant()
    const { body } = await catalogue.addPackage(tenant)
    expect((await catalogue.deletePackage(body.id)).body.message).toBe('Package deleted successfully.')
    for (const id of [body.id, 2_000_000_000]) {
      expect((await catalogue.updatePackage(id, tenant, {})).status).toBe(404)
      expect((await catalogue.deletePackage(id)).status).toBe(404)
    }
  })
})
