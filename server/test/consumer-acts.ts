import { expect } from 'vitest'
import { sendRequestedCodes } from '../src/features/identity/index.ts'
import { makeAutoBuyer, makeAutoRule } from './auto-buyer.ts'
import { readQueuedCode } from './codes.ts'
import type { Act, World } from './desk-acts.ts'
import { type MadeUser, testPassword, unique } from './factories.ts'
import { readingsOf } from './readings.ts'
import { decideAt, makeWalletBuyer } from './wallet.ts'

const newPassword = 'another-long-password'
const approve = async ({ body }: { body: { approveUrl: string } }) => void (await decideAt(body.approveUrl))

/** A consumer of the world's tenant, signed in. */
async function join({ app, tenant }: World) {
  const consumer = await app.make.consumer(tenant, { tokens: 20 })
  const client = await app.signIn(consumer.username, tenant)
  return { consumer, client, own: `/v1/customers/${tenant.url}/consumers/${consumer.id}` }
}

/** The token that a code for a forgotten password is exchanged for. */
async function verifyPasswordCode({ app }: World, path: string, user: MadeUser): Promise<string> {
  await app.client().post(path, { emailOrUsername: user.username })
  await sendRequestedCodes(app.deps)
  const passwordToken = await readQueuedCode(app, user.email)
  const body = { username: user.username, passwordToken }
  return (await app.client().post('/v1/user/shortcode/verify', body)).body.verificationToken
}

/** What has to be there before an act; only what the act itself does is looked at. */
export type Prepared = (world: World) => Promise<() => ReturnType<Act>>

const login = (path: string, username: string) => (world: World) =>
  world.app.client().post(path, { usernameOrEmail: username, password: testPassword, rememberMe: false })
const again = { newPassword, confirmNewPassword: newPassword }

/** Every write that anybody or a consumer may make. */
export const ownActs: readonly (readonly [call: string, prepare: Prepared])[] = [
  [
    'POST /v1/customers/{customerUrl}/login',
    async (world) => {
      const { username } = await world.app.make.consumer(world.tenant)
      return () => login(`${world.desk}/login`, username)(world)
    },
  ],
  [
    'POST /v1/admin/login',
    async (world) => {
      const { username } = await world.app.make.admin()
      return () => login('/v1/admin/login', username)(world)
    },
  ],
  [
    'POST /v1/customers/{customerUrl}/consumers/signup',
    async ({ app, desk, tenant }) => {
      const username = unique('new')
      const person = { fullName: 'Nova Person', contactNumber: '+1 617 555 0100', username }
      const password = { password: newPassword, confirmPassword: newPassword }
      const rest = { email: `${username}@mail.example`, defaultCategoryId: tenant.categoryId }
      return () =>
        app
          .client()
          .post(`${desk}/consumers/signup`, { ...person, ...password, ...rest, timeZone: 'America/Boise' })
    },
  ],
  [
    'POST /v1/user/shortcode/resend',
    async ({ app, tenant }) => {
      const { username } = await app.make.consumer(tenant, { isEmailVerified: false })
      return () =>
        app.client().post('/v1/user/shortcode/resend', { username, otpType: 'email', resend: true })
    },
  ],
  [
    'POST /v1/user/shortcode/verify',
    async ({ app, tenant }) => {
      const { username, email } = await app.make.consumer(tenant, { isEmailVerified: false })
      await app.client().post('/v1/user/shortcode/resend', { username, otpType: 'email', resend: true })
      await sendRequestedCodes(app.deps)
      const emailToken = await readQueuedCode(app, email)
      return () => app.client().post('/v1/user/shortcode/verify', { username, emailToken })
    },
  ],
  [
    'POST /v1/customers/{customerUrl}/password/forgot',
    async ({ app, tenant, desk }) => {
      const { username } = await app.make.consumer(tenant)
      return () => app.client().post(`${desk}/password/forgot`, { emailOrUsername: username })
    },
  ],
  [
    'PUT /v1/customers/{customerUrl}/password/change',
    async (world) => {
      const consumer = await world.app.make.consumer(world.tenant)
      const verificationToken = await verifyPasswordCode(world, `${world.desk}/password/forgot`, consumer)
      return () =>
        world.app
          .client()
          .put(`${world.desk}/password/change`, { ...again, username: consumer.username, verificationToken })
    },
  ],
  [
    'POST /v1/admin/password/forgot',
    async ({ app }) => {
      const { username } = await app.make.admin()
      return () => app.client().post('/v1/admin/password/forgot', { emailOrUsername: username })
    },
  ],
  [
    'PUT /v1/admin/password/change',
    async (world) => {
      const admin = await world.app.make.admin()
      const [row] = await world.app.query<{ email: string }>(`select email from users where id = ${admin.id}`)
      const user = { ...admin, tenantId: 0, email: row?.email ?? '' }
      const verificationToken = await verifyPasswordCode(world, '/v1/admin/password/forgot', user)
      return () =>
        world.app
          .client()
          .put('/v1/admin/password/change', { ...again, username: admin.username, verificationToken })
    },
  ],
  [
    'PUT /v1/customers/{customerUrl}/consumers/{consumerId}/profile',
    async (world) => {
      const { client, own } = await join(world)
      const email = `${unique('moved')}@mail.example`
      const person = { fullName: 'Nova Reader', contactNumber: '+1 617 555 0100', email }
      const rest = { timeZone: 'America/Boise', defaultCategoryId: world.tenant.categoryId }
      return () => client.put(`${own}/profile`, { ...person, ...rest })
    },
  ],
  [
    'POST /v1/customers/{customerUrl}/consumers/{consumerId}/package/purchase/stripe',
    async ({ app, tenant }) => {
      const buyer = await makeWalletBuyer(app, { tenant })
      return () => buyer.buy()
    },
  ],
  [
    'PUT /v1/customers/{customerUrl}/consumers/{consumerId}/purchases/{purchaseId}/cancel',
    async ({ app, tenant }) => {
      const buyer = await makeWalletBuyer(app, { tenant })
      const { purchaseId } = (await buyer.buy({ paymentId: 'pm_card_authenticationRequired' })).body
      return () =>
        buyer.client.put(`${buyer.base}/consumers/${buyer.consumer.id}/purchases/${purchaseId}/cancel`)
    },
  ],
  [
    'POST /v1/customers/{customerUrl}/package/purchase/default-payment/stripe',
    async ({ app, tenant }) => {
      const buyer = await makeAutoBuyer(app, { tenant })
      return () => buyer.buyWithDefault()
    },
  ],
  [
    'POST /v1/customers/{customerUrl}/package/paypal/order',
    async ({ app, tenant }) => {
      const buyer = await makeWalletBuyer(app, { tenant })
      return () => buyer.order()
    },
  ],
  [
    'POST /v1/customers/{customerUrl}/package/paypal/checkout',
    async ({ app, tenant }) => {
      const buyer = await makeWalletBuyer(app, { tenant })
      const order = await buyer.order()
      await approve(order)
      return () => buyer.checkout(order.body.id)
    },
  ],
  [
    'POST /v1/customers/{customerUrl}/default-payment/paypal/confirm',
    async ({ app, tenant }) => {
      const { client, base } = await makeWalletBuyer(app, { tenant })
      const to = await decideAt((await client.get(`${base}/default-payment/paypal`)).body.redrictUrl)
      const approvalToken = to.searchParams.get('approval_token_id')
      return () => client.post(`${base}/default-payment/paypal/confirm`, { approvalToken })
    },
  ],
  [
    'POST /v1/customers/{customerUrl}/package/purchase/default-payment/paypal',
    async ({ app, tenant }) => {
      const buyer = await makeWalletBuyer(app, { tenant })
      await buyer.saveWallet()
      return () => buyer.buyWithDefaultWallet()
    },
  ],
  [
    'POST /v1/customers/{customerUrl}/default-payment/stripe',
    async ({ app, tenant }) => {
      const buyer = await makeAutoBuyer(app, { tenant, paymentId: null })
      return () => buyer.payWith('pm_card_visa')
    },
  ],
  [
    'PUT /v1/customers/{customerUrl}/default-payment/stripe',
    async ({ app, tenant, desk }) => {
      const { client } = await makeAutoBuyer(app, { tenant })
      return () => client.put(`${desk}/default-payment/stripe`, { paymentId: 'pm_card_mastercard' })
    },
  ],
  [
    'DELETE /v1/customers/{customerUrl}/consumers/{consumerId}/default-payment',
    async ({ app, tenant, desk }) => {
      const { client, consumer } = await makeAutoRule(app, { tenant })
      return () => client.delete(`${desk}/consumers/${consumer.id}/default-payment`)
    },
  ],
  [
    'PUT /v1/customers/{customerUrl}/consumers/{consumerId}/package/toggleAutoRenewable',
    async ({ app, tenant }) => {
      const buyer = await makeAutoBuyer(app, { tenant })
      return () => buyer.toggle(true)
    },
  ],
  [
    'PUT /v1/customers/{customerUrl}/consumers/{consumerId}/auto-purchase/resume',
    async ({ app, tenant }) => {
      const buyer = await makeAutoRule(app, { tenant })
      await app.query(
        `update auto_purchases set state = 'paused', pause_reason = 'declined' where consumer_id = ${buyer.consumer.id}`,
      )
      return () => buyer.resume()
    },
  ],
  [
    'PUT /v1/customers/{customerUrl}/consumers/{consumerId}/subscription/{consumerCategoryId}/subscribe',
    async (world) => {
      const { client, own } = await join(world)
      return () =>
        client.put(`${own}/subscription/${world.tenant.categoryId}/subscribe`, { mediums: ['email'] })
    },
  ],
  [
    'PUT /v1/customers/{customerUrl}/subscription/{consumerCategoryId}/unsubscribe',
    async (world) => {
      const { client, own } = await join(world)
      const { categoryId } = world.tenant
      await client.put(`${own}/subscription/${categoryId}/subscribe`, { mediums: ['email'] })
      return () => client.put(`${world.desk}/subscription/${categoryId}/unsubscribe`)
    },
  ],
  [
    'PUT /v1/customers/{customerUrl}/consumers/{consumerId}/subscription-costs/{consumerCategoryId}',
    async (world) => {
      const { client, own } = await join(world)
      const categoryId = await world.app.make.category(world.tenant.id)
      await client.put(`${own}/subscription/${categoryId}/subscribe`, { mediums: ['email'] })
      const deliveryMedium = [
        { name: 'audio', numberOfTokens: 7, isDisable: false },
        { name: 'email', numberOfTokens: 2, isDisable: false },
      ]
      const raised = await world.catalogue.updateCategory(categoryId, world.tenant, { deliveryMedium })
      expect(raised.status).toBe(200)
      const body = { isKept: true, costs: [{ medium: 'email', toTokens: 2 }] }
      return () => client.put(`${own}/subscription-costs/${categoryId}`, body)
    },
  ],
  [
    'POST /v1/customers/{customerUrl}/consumers/{consumerId}/tickets',
    async (world) => {
      const { client, own, consumer } = await join(world)
      const body = { description: 'Where are my tokens?', email: consumer.email }
      return () => client.post(`${own}/tickets`, body)
    },
  ],
  [
    'PUT /v1/customers/{customerUrl}/consumers/{consumerId}/audio/{audioId}/charge',
    async (world) => {
      const { id } = await readingsOf(world.app).upload(world.tenant)
      const { client, own } = await join(world)
      return () => client.put(`${own}/audio/${id}/charge?session=session-one`)
    },
  ],
]
