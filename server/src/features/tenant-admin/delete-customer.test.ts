import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { automaticOf, makeAutoRule, runAutoPurchases } from '../../../test/auto-buyer.ts'
import {
  agePurchase,
  answerChallenge,
  type Buyer,
  capturesOf,
  creditsOf,
  makeBuyer,
} from '../../../test/buyer.ts'
import type { TestClient } from '../../../test/client.ts'
import { type MadeTenant, testPassword } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { noon, sunburstsOf } from '../../../test/sunbursts.ts'
import { decideAt, makeWalletBuyer, takenOf } from '../../../test/wallet.ts'
import { chargePurchase } from '../payments/charge-purchase.ts'
import { followPurchase } from '../payments/look-up-purchase.ts'
import { findPurchase } from '../payments/purchase-store.ts'
import { reconcilePurchases } from '../payments/reconcile-purchases.ts'

let app: TestApp
let admin: TestClient
let sun: ReturnType<typeof sunburstsOf>

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  sun = sunburstsOf(app)
  admin = await app.signIn((await app.make.admin()).username, null)
})
afterAll(() => app.close())

/** A tenant that an admin can see: it has an operator. */
async function makeTenant(): Promise<MadeTenant> {
  const tenant = await app.make.tenant()
  await app.make.operator(tenant)
  return tenant
}

const preview = ({ id }: MadeTenant) => admin.get(`/v1/admin/delete-customer/${id}`)
const remove = ({ id }: MadeTenant) => admin.delete(`/v1/admin/delete-customer/${id}`)
const challenged = { paymentId: 'pm_card_authenticationRequired' }

const purchasesOf = ({ consumer }: Buyer) =>
  app.query<{ id: number; state: string; failureCode: string | null }>(
    `select id, state, failure_code from purchases where consumer_id = ${consumer.id} order by id`,
  )

const onlyId = async (buyer: Buyer) => (await purchasesOf(buyer))[0]?.id ?? 0

describe('deleting a customer', () => {
  test('ends what was said before, and leaves one audit row', async () => {
    const tenant = await makeTenant()
    const operator = await app.make.operator(tenant)
    await app.signIn(operator.username, tenant)
    await makeAutoRule(app, { tenant })
    const buyer = await makeBuyer(app, { tenant })
    await buyer.buy(challenged)
    await sun.text(tenant, { dueAt: new Date(noon.getTime() + 3_600_000) })
    const elsewhere = await makeBuyer(app)
    await elsewhere.buy(challenged)
    const ends = { sessions: 3, sunbursts: 1, automaticPurchases: 1, openPurchases: 1 }
    expect((await preview(tenant)).body).toEqual(ends)
    const { status, body } = await remove(tenant)
    expect([status, body]).toEqual([200, { ...ends, message: 'Customer deleted successfully.' }])
    const rows = await app.query(
      `select action, tenant_id, before->>'url' as url, after from audit_entries
       where subject = 'tenant:${tenant.id}'`,
    )
    expect(rows).toEqual([{ action: 'delete-customer', tenantId: tenant.id, url: tenant.url, after: ends }])
  })

  test('leaves its pages and logins unfound, and nobody signed in', async () => {
    const tenant = await makeTenant()
    const operator = await app.make.operator(tenant)
    const consumer = await app.make.consumer(tenant, { tokens: 9 })
    const desk = await app.signIn(operator.username, tenant)
    const own = await app.signIn(consumer.username, tenant)
    await remove(tenant)
    for (const client of [desk, own]) expect((await client.get('/v1/token-validity')).status).toBe(401)
    const sessions = await app.query(
      `select from sessions s join users u on u.id = s.user_id where u.tenant_id = ${tenant.id}`,
    )
    expect(sessions).toEqual([])
    const login = { usernameOrEmail: operator.username, password: testPassword, rememberMe: false }
    expect((await app.client().post(`/v1/customers/${tenant.url}/login`, login)).status).toBe(404)
    expect((await app.client().get(`/v1/customer-details-by-url/${tenant.url}`)).status).toBe(404)
    expect((await app.client().get(`/v1/customers/${tenant.url}/landingpage`)).status).toBe(404)
    const balance = await app.query(`select balance from wallets where consumer_id = ${consumer.id}`)
    expect(balance).toEqual([{ balance: 9 }])
  })

  test('ends the streams of those who are signed in', async () => {
    const tenant = await makeTenant()
    const consumer = await app.make.consumer(tenant)
    const client = await app.signIn(consumer.username, tenant)
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const stream = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${app.deps.publicUrl}/v1/events`, { headers: { cookie } }, resolve).on('error', reject)
    })
    const ended = new Promise((resolve) => stream.resume().on('end', resolve))
    await remove(tenant)
    await ended
  })

  test('of one that is unknown or deleted already is 404, also at the same moment', async () => {
    const tenant = await makeTenant()
    const answers = await Promise.all([remove(tenant), remove(tenant)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await preview(tenant)).status).toBe(404)
    expect((await remove({ ...tenant, id: 2_000_000_000 })).status).toBe(404)
    const rows = await app.query(`select from audit_entries where subject = 'tenant:${tenant.id}'`)
    expect(rows).toHaveLength(1)
  })
})

describe('a purchase that is open', () => {
  test('is given up at once, and can be paid no more', async () => {
    const tenant = await makeTenant()
    const buyer = await makeBuyer(app, { tenant })
    const { body } = await buyer.buy(challenged)
    await remove(tenant)
    await reconcilePurchases(app.deps)
    expect(await purchasesOf(buyer)).toMatchObject([{ state: 'failed', failureCode: 'canceled' }])
    await answerChallenge(app, body.clientSecret, 'approve')
    expect(await capturesOf(app, buyer.consumer)).toEqual([])
  })

  test('and was paid is settled: the tokens are there for a refund', async () => {
    const tenant = await makeTenant()
    const buyer = await makeBuyer(app, { tenant })
    const { body } = await buyer.buy(challenged)
    await answerChallenge(app, body.clientSecret, 'approve')
    await remove(tenant)
    await reconcilePurchases(app.deps)
    expect(await purchasesOf(buyer)).toMatchObject([{ state: 'settled' }])
    expect(await creditsOf(app, buyer.consumer)).toEqual([28])
  })

  test('with a wallet that has approved it is not taken, whoever comes to take it', async () => {
    const tenant = await makeTenant()
    const buyer = await makeWalletBuyer(app, { tenant })
    const { body } = await buyer.order()
    await decideAt(body.approveUrl)
    const order = await findPurchase(app.deps.db.reader, await onlyId(buyer))
    if (!order) throw new Error('There is no order')
    await remove(tenant)
    // As an event of the provider would, or a consumer whose session was found just before.
    await followPurchase(app.deps, order)
    expect(await purchasesOf(buyer)).toMatchObject([{ state: 'requires_action' }])
    await reconcilePurchases(app.deps)
    expect(await purchasesOf(buyer)).toMatchObject([{ state: 'failed', failureCode: 'expired' }])
    expect(await takenOf(app, buyer)).toEqual([])
    expect(await creditsOf(app, buyer.consumer)).toEqual([])
  })

  test('and not sent yet is never sent', async () => {
    const tenant = await makeTenant()
    const buyer = await makeBuyer(app, { tenant })
    await app.query(
      `insert into purchases (tenant_id, consumer_id, package_id, package_name, number_of_tokens, amount_cents, provider,
         payment_method, payment_method_id, request_hash)
       values (${tenant.id}, ${buyer.consumer.id}, ${buyer.packageId}, 'A package', 28, 2520, 'stripe', 'Stripe',
         'pm_card_visa', 'hash')`,
    )
    const id = await onlyId(buyer)
    const purchase = await findPurchase(app.deps.db.reader, id)
    if (!purchase) throw new Error('There is no purchase')
    await remove(tenant)
    await chargePurchase(app.deps, purchase).catch(() => undefined)
    expect(await capturesOf(app, buyer.consumer)).toEqual([])
    await agePurchase(app, id, 101)
    await reconcilePurchases(app.deps)
    expect(await purchasesOf(buyer)).toMatchObject([{ state: 'failed', failureCode: 'abandoned' }])
    expect(await creditsOf(app, buyer.consumer)).toEqual([])
  })
})

describe('an automatic purchase', () => {
  test('is made no more, though the balance is low', async () => {
    const buyer = await makeAutoRule(app, { tenant: await makeTenant() })
    await buyer.spend()
    await remove(buyer.tenant)
    await runAutoPurchases(app)
    expect(await automaticOf(app, buyer)).toEqual([])
    expect(await capturesOf(app, buyer.consumer)).toEqual([])
  })
})

describe('a Sunburst', () => {
  test('that is due goes to nobody and costs nothing', async () => {
    const tenant = await makeTenant()
    const consumer = await sun.subscriber(tenant, { mediums: ['email'] })
    const textId = await sun.text(tenant)
    await remove(tenant)
    await sun.plan()
    await sun.send()
    expect(await sun.fates(textId)).toEqual([])
    expect(await sun.textState(textId)).toBe('cancelled')
    expect(await sun.balanceOf(consumer)).toBe(10)
  })

  test('that is planned is withdrawn and paid back, and its text ends', async () => {
    const tenant = await makeTenant()
    const consumer = await sun.subscriber(tenant, { mediums: ['email'] })
    const textId = await sun.text(tenant)
    await sun.plan()
    expect(await sun.balanceOf(consumer)).toBe(9)
    await remove(tenant)
    await sun.send()
    expect(await sun.fates(textId)).toEqual(['email:skipped cancelled'])
    expect(await sun.balanceOf(consumer)).toBe(10)
    expect(await sun.textState(textId)).not.toBe('sending')
  })

  test('of which half the subscribers are planned ends as well', async () => {
    const tenant = await makeTenant()
    const consumer = await sun.subscriber(tenant, { mediums: ['email'] })
    const textId = await sun.text(tenant)
    await sun.plan()
    await app.query(`update short_texts set planned_at = null where id = ${textId}`)
    await remove(tenant)
    await sun.plan()
    await sun.send()
    expect(await sun.balanceOf(consumer)).toBe(10)
    expect(await sun.textState(textId)).not.toBe('sending')
  })
})
