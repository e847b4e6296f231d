import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogueOf, mediums } from '../../../test/catalogue.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { readingsOf } from '../../../test/readings.ts'
import { sunburstsOf } from '../../../test/sunbursts.ts'

let app: TestApp
let catalogue: Awaited<ReturnType<typeof catalogueOf>>
let sunbursts: ReturnType<typeof sunburstsOf>

beforeAll(async () => {
  app = await startTestApp()
  catalogue = await catalogueOf(app)
  sunbursts = sunburstsOf(app)
})
afterAll(() => app.close())

const nightHours = new Date('2026-11-18T04:00:00Z')

describe('a category that an admin changes', () => {
  test('has its new name, order, costs and logo; the audit row says what was before', async () => {
    const tenant = await app.make.tenant()
    const added = await catalogue.addCategory(tenant)
    const other = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M1 1h9"/></svg>')
    const { id, deliveryMediums, logoSvg } = added.body
    const answer = await catalogue.updateCategory(
      id,
      tenant,
      { name: 'Ophiuchus', sortOrder: 2, deliveryMedium: deliveryMediums },
      { logo: other },
    )
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        ...added.body,
        name: 'Ophiuchus',
        sortOrder: 2,
        logoSvg: expect.not.stringMatching(logoSvg),
        message: 'Category updated successfully.',
      },
    ])
    // The replaced one is gone, the new one there.
    expect((await app.client().get(`/v1/images/public/${logoSvg}`)).status).toBe(404)
    expect((await app.client().get(`/v1/images/public/${answer.body.logoSvg}`)).status).toBe(200)
    const rows = await catalogue.audits(`category:${id}`)
    expect(rows.map(({ action }) => action)).toEqual(['add-category', 'update-category'])
    expect(rows[1]).toMatchObject({ before: { sortOrder: 13, logoSvg }, after: { name: 'Ophiuchus' } })
  })

  test('keeps its logo where none is sent', async () => {
    const tenant = await app.make.tenant()
    const { body } = await catalogue.addCategory(tenant)
    const answer = await catalogue.updateCategory(body.id, tenant, {})
    expect(answer.body.logoSvg).toBe(body.logoSvg)
    expect((await app.client().get(`/v1/images/public/${body.logoSvg}`)).status).toBe(200)
  })

  test.each([
    ['another tenant’s `customerId`', (other: number) => ({ customerId: other }), 400, 'invalid_input'],
    [
      'the id of another medium',
      (_: number, own: number) => ({ deliveryMedium: [{ id: own, name: 'audio', numberOfTokens: 7 }] }),
      400,
      'invalid_input',
    ],
  ])('is not changed with %s', async (_what, changes, status, code) => {
    const tenant = await app.make.tenant()
    const other = await app.make.tenant()
    const { body } = await catalogue.addCategory(tenant)
    const answer = await catalogue.updateCategory(
      body.id,
      tenant,
      changes(other.id, body.deliveryMediums[1].id),
      { logo: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M1 1h9"/></svg>') },
    )
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect([await catalogue.auditCount(tenant), await catalogue.imageCount(tenant)]).toEqual([1, 1])
  })

  test('by an edit made of what somebody else has changed since is as they left it', async () => {
    const tenant = await app.make.tenant()
    const { body } = await catalogue.addCategory(tenant, { name: 'Ophiuchus' })
    const edit = (costs: ReturnType<typeof mediums>, sortOrder = 13) => ({
      ...{ name: 'Ophiuchus', sortOrder, deliveryMedium: costs },
      expected: { name: 'Ophiuchus', sortOrder: 13, deliveryMediums: body.deliveryMediums },
    })
    const first = await catalogue.updateCategory(body.id, tenant, edit(mediums(9, 1, null)))
    expect(first.status).toBe(200)
    const refused = await catalogue.updateCategory(body.id, tenant, edit(mediums(7, 1, 1), 2))
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        code: 'changed_meanwhile',
        present: { name: 'Ophiuchus', sortOrder: 13, deliveryMediums: mediums(9, 1, null) },
      },
    ])
    expect(await catalogue.auditCount(tenant)).toBe(2)
    // Theirs, sent again for want of an answer, is no change of somebody else.
    const again = await catalogue.updateCategory(body.id, tenant, edit(mediums(9, 1, null)))
    expect(again.status).toBe(200)
    const { present: expected } = refused.body
    const seen = { ...edit(mediums(7, 1, 1), 2), expected }
    expect((await catalogue.updateCategory(body.id, tenant, seen)).body.sortOrder).toBe(2)
  })

  test('under the name of another is 409, under its own in other letters it is not', async () => {
    const tenant = await app.make.tenant()
    await app.make.category(tenant.id, { name: 'Aries' })
    const { body } = await catalogue.addCategory(tenant, { name: 'Taurus' })
    const taken = await catalogue.updateCategory(body.id, tenant, { name: 'aries' })
    expect([taken.status, taken.body.isExistingName]).toEqual([409, true])
    expect((await catalogue.updateCategory(body.id, tenant, { name: 'TAURUS' })).status).toBe(200)
  })

  test('is 404 where it is unknown or deleted, whatever else is sent', async () => {
    const tenant = await app.make.tenant()
    const deleted = await app.make.category(tenant.id)
    await app.query(`update categories set deleted_at = now() where id = ${deleted}`)
    for (const id of [deleted, 2_000_000_000]) {
      expect((await catalogue.updateCategory(id, tenant, {})).status).toBe(404)
      expect((await catalogue.deleteCategory(id)).status).toBe(404)
    }
  })
})

describe('a medium that is switched off', () => {
  test('ends what is received by it: subscribers are told, charged no more, and what waited is returned', async () => {
    const tenant = await app.make.tenant()
    const both = await sunbursts.subscriber(tenant)
    const byEmail = await sunbursts.subscriber(tenant, { mediums: ['email'] })
    // At night SMS wait for the morning: charged, and not sent.
    await sunbursts.clock.set(nightHours)
    const text = await sunbursts.text(tenant)
    await sunbursts.plan()
    expect(await sunbursts.fates(text)).toEqual(['sms:planned', 'email:planned', 'email:planned'])
    const { body } = await catalogue.updateCategory(tenant.categoryId, tenant, {
      deliveryMedium: mediums(7, null, 1),
    })
    expect(body.deliveryMediums[1]).toMatchObject({ name: 'sms', isDisable: true, numberOfTokens: 0 })
    expect(await sunbursts.fates(text)).toEqual([
      'sms:skipped medium-disabled',
      'email:planned',
      'email:planned',
    ])
    expect(await sunbursts.entries(both)).toEqual(['-1 sunburst', '-1 sunburst', '+1 sunburst-return'])
    expect(await catalogue.lettersTo(both.email)).toMatchObject([
      { subject: `${body.name} no longer comes by SMS`, text: expect.stringContaining('/subscriptions') },
    ])
    expect(await catalogue.lettersTo(byEmail.email)).toEqual([])
    const [row] = await catalogue.audits(`category:${tenant.categoryId}`)
    expect(row?.after).toMatchObject({ ended: { subscribers: 1, cancelledTexts: 0, withdrawnMessages: 1 } })
    // Switched on again, nobody is charged who was told that it ended.
    await catalogue.updateCategory(tenant.categoryId, tenant, { deliveryMedium: mediums(7, 1, 1) })
    const next = await sunbursts.text(tenant)
    await sunbursts.plan()
    expect(await sunbursts.fates(next)).toEqual(['email:planned', 'email:planned'])
    await sunbursts.clock.set(new Date('2026-11-17T17:00:00Z'))
  })
})

describe('a cost that changes while consumers look at it', () => {
  test('of a reading asks whoever saw the old one again', async () => {
    const readings = readingsOf(app)
    const at = await readings.listener(20)
    await catalogue.updateCategory(at.tenant.categoryId, at.tenant, { deliveryMedium: mediums(9, 1, 1) })
    const answer = await readings.charge(at, 'session-one', '&expectedTokens=7')
    expect([answer.status, answer.body]).toEqual([
      409,
      expect.objectContaining({ code: 'price_changed', numberOfTokens: 9 }),
    ])
    expect((await readings.charge(at, 'session-one', '&expectedTokens=9')).status).toBe(200)
  })

  test('of a Sunburst asks whoever subscribes again, and tells those who had', async () => {
    const tenant = await app.make.tenant()
    const subscriber = await sunbursts.subscriber(tenant, { mediums: ['sms'] })
    const consumer = await app.make.consumer(tenant, { tokens: 9, smsPhoneNumber: '+16175550177' })
    const client = await app.signIn(consumer.username, tenant)
    const subscribe = (expectedTokens: number) =>
      client.put(
        `/v1/customers/${tenant.url}/consumers/${consumer.id}/subscription/${tenant.categoryId}/subscribe`,
        { mediums: ['sms', 'email'], expectedTokens },
      )
    const { body } = await catalogue.updateCategory(tenant.categoryId, tenant, {
      deliveryMedium: mediums(7, 3, 1),
    })
    const answer = await subscribe(2)
    expect([answer.status, answer.body]).toEqual([
      409,
      expect.objectContaining({ code: 'price_changed', numberOfTokens: 4 }),
    ])
    const [count] = await app.query<{ count: number }>(
      `select count(*) as count from subscriptions where consumer_id = ${consumer.id}`,
    )
    expect(count).toEqual({ count: 0 })
    expect((await subscribe(4)).status).toBe(200)
    expect(await catalogue.lettersTo(subscriber.email)).toMatchObject([
      {
        subject: `${body.name} costs more from now on`,
        text: expect.stringContaining('by SMS costs 3 tokens from now on. Until now it was 1 token.'),
      },
    ])
  })

  test('that falls is told nobody: the next message costs less', async () => {
    const tenant = await app.make.tenant()
    await catalogue.updateCategory(tenant.categoryId, tenant, { deliveryMedium: mediums(7, 3, 3) })
    const subscriber = await sunbursts.subscriber(tenant)
    await catalogue.updateCategory(tenant.categoryId, tenant, { deliveryMedium: mediums(7, 2, 2) })
    expect(await catalogue.lettersTo(subscriber.email)).toEqual([])
    await sunbursts.text(tenant)
    await sunbursts.plan()
    expect(await sunbursts.balanceOf(subscriber)).toBe(6)
  })
})
