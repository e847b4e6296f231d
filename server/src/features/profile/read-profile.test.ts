import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import type { MadeTenant, MadeUser } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp
let tenant: MadeTenant
let consumer: MadeUser
let client: TestClient

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.make.tenant({ thresholdToken: 4 })
  consumer = await app.make.consumer(tenant, { tokens: 15, smsPhoneNumber: '+16175550123' })
  client = await app.signIn(consumer.username, tenant)
})
afterAll(() => app.close())

const instant = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/)

describe('the signed-in user', () => {
  test('is one flat object with the fields of the specification', async () => {
    expect((await client.get('/v1/token-validity')).body).toEqual({
      id: consumer.id,
      type: 'consumer',
      username: consumer.username,
      fullName: 'Testa Person',
      email: consumer.email,
      customerUrl: tenant.url,
      customerLogo: null,
      tokenBalance: 15,
      profilePic: null,
      defaultCategoryId: tenant.categoryId,
      smsPhoneNumber: '+16175550123',
      timeZone: 'America/New_York',
      isTestAudioPlayed: false,
      stripeId: null,
      paypalPaymentToken: null,
      loginId: expect.stringMatching(/^[\w-]{16}$/),
    })
  })

  test('says by which login, and nothing that a session could be found by', async () => {
    const loginIdOf = async (browser: TestClient) => (await browser.get('/v1/token-validity')).body.loginId
    const other = await app.signIn(consumer.username, tenant)
    expect(await loginIdOf(client)).toBe(await loginIdOf(client))
    expect(await loginIdOf(other)).not.toBe(await loginIdOf(client))
    const hashes = await app.query<{ hash: string }>(
      "select translate(encode(token_hash, 'base64'), '+/', '-_') as hash from sessions",
    )
    const loginId = await loginIdOf(other)
    expect(hashes.length).toBeGreaterThan(1)
    expect(hashes.filter(({ hash }) => hash.includes(loginId))).toEqual([])
  })

  test('never learns the id of a saved payment method, only that there is one', async () => {
    const saver = await app.make.consumer(tenant)
    const browser = await app.signIn(saver.username, tenant)
    const save = (kind: string) =>
      app.query(
        `insert into default_payments (tenant_id, consumer_id, kind, provider, account, provider_method_id, full_name)
         values (${tenant.id}, ${saver.id}, '${kind}', 'stripe', 'sandbox', 'pm_secret', 'Testa Person')
         on conflict (consumer_id) do update set kind = excluded.kind`,
      )
    await save('card')
    const withCard = await browser.get('/v1/token-validity')
    expect(withCard.body).toMatchObject({ stripeId: 'set', paypalPaymentToken: null })
    expect(withCard.raw.toString()).not.toContain('pm_secret')
    await save('wallet')
    expect((await browser.get('/v1/token-validity')).body).toMatchObject({
      stripeId: null,
      paypalPaymentToken: 'set',
    })
  })
})

describe('the own profile', () => {
  test('of a consumer has balance, threshold, sign and subscriptions', async () => {
    const path = `/v1/customers/${tenant.url}`
    const own = `${path}/consumers/${consumer.id}`
    const { status } = await client.put(`${own}/subscription/${tenant.categoryId}/subscribe`, {
      mediums: ['email', 'sms'],
    })
    expect(status).toBe(200)
    const [sign] = await app.query<{ name: string }>(
      `select name from categories where id = ${tenant.categoryId}`,
    )
    expect((await client.get(`${own}/profile`)).body).toEqual({
      username: consumer.username,
      email: consumer.email,
      fullName: 'Testa Person',
      contactNumber: '+1 617 555 0100',
      profilePic: null,
      passwordLastUpdatedAt: instant,
      unverifiedEmail: null,
      smsPhoneNumber: '+16175550123',
      unverifiedSmsPhoneNumber: null,
      isEmailDead: false,
      isSmsOptedOut: false,
      timeZone: 'America/New_York',
      defaultCategory: sign?.name,
      defaultCategoryId: tenant.categoryId,
      autoRenewPackage: null,
      tokenBalance: 15,
      thresholdToken: 4,
      subscriptions: [{ categoryName: sign?.name, deliveryMediums: ['sms', 'email'] }],
    })
  })

  test('of an operator has a time zone, and is saved', async () => {
    const operator = await app.make.operator(tenant)
    const browser = await app.signIn(operator.username, tenant)
    const path = `/v1/customers/${tenant.url}/profile`
    const profile = {
      username: operator.username,
      email: operator.email,
      fullName: 'Testa Person',
      contactNumber: '+1 617 555 0100',
      profilePic: null,
      passwordLastUpdatedAt: instant,
      unverifiedEmail: null,
      timeZone: 'America/New_York',
    }
    expect((await browser.get(path)).body).toEqual(profile)
    const fields = {
      fullName: 'Testa Desk',
      email: operator.email,
      contactNumber: '617',
      timeZone: 'America/Boise',
    }
    const saved = await browser.put(path, { ...fields, username: 'another-name' })
    expect(saved.body).toEqual({
      ...profile,
      fullName: 'Testa Desk',
      contactNumber: '617',
      timeZone: 'America/Boise',
      message: 'Profile updated successfully',
      needEmailVerification: false,
      needSmsPhoneNumberVerification: false,
    })
  })

  test('of an admin has neither zone nor balance, and is saved', async () => {
    const admin = await app.make.admin()
    const browser = await app.signIn(admin.username, null)
    const { body } = await browser.get('/v1/admin/profile')
    expect(Object.keys(body).sort()).toEqual([
      'contactNumber',
      'email',
      'fullName',
      'passwordLastUpdatedAt',
      'profilePic',
      'unverifiedEmail',
      'username',
    ])
    const email = `new-${body.email}`
    const saved = await browser.put('/v1/admin/profile', {
      fullName: 'Admina Desk',
      email,
      contactNumber: '617',
    })
    expect(saved.body).toMatchObject({
      fullName: 'Admina Desk',
      email: body.email,
      unverifiedEmail: email,
      needEmailVerification: true,
    })
  })
})
