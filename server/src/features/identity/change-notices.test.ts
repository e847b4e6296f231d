import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readQueuedCode } from '../../../test/codes.ts'
import { type MadeTenant, testPassword } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp
let tenant: MadeTenant

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.make.tenant()
})
afterAll(() => app.close())

const newPassword = 'another-long-password'

interface Mail {
  tenantId: number | null
  subject: string
  text: string
}

/** Notices queued to an address; the codes among its mail are left out. */
const noticesTo = (recipient: string) =>
  app.query<Mail>(
    `select tenant_id, subject, text from outbox_messages
     where recipient = '${recipient}' and channel = 'email' and subject like '% changed' order by id`,
  )

/** Forgets the password of a user and sets another with the code; answers the last call. */
async function reset(base: string, { username, email }: { username: string; email: string }) {
  await app.client().post(`${base}/password/forgot`, { emailOrUsername: username })
  const passwordToken = await readQueuedCode(app, email)
  const { body } = await app.client().post('/v1/user/shortcode/verify', { username, passwordToken })
  const again = { newPassword, confirmNewPassword: newPassword, username }
  const change = (verificationToken: string) =>
    app.client().put(`${base}/password/change`, { ...again, verificationToken })
  await change('not-the-token')
  return change(body.verificationToken)
}

describe('a new password is told by email', () => {
  test('once it was changed, and not when it was not', async () => {
    const { username, email } = await app.make.consumer(tenant)
    const client = await app.signIn(username, tenant)
    const change = (currentPassword: string) =>
      client.put(`/v1/customers/${tenant.url}/profile/password`, {
        currentPassword,
        newPassword,
        confirmNewPassword: newPassword,
      })
    expect((await change('not-this-one')).status).toBe(400)
    expect(await noticesTo(email)).toEqual([])
    expect((await change(testPassword)).status).toBe(200)
    const [notice, ...others] = await noticesTo(email)
    expect(others).toEqual([])
    expect(notice).toMatchObject({
      tenantId: tenant.id,
      subject: `Your Company ${tenant.url} password was changed`,
    })
    expect(notice?.text).toContain(`(${username}) was just changed`)
    expect(notice?.text).toContain(`email support@${tenant.url}.example.`)
  })

  test('once it was reset', async () => {
    const consumer = await app.make.consumer(tenant)
    expect((await reset(`/v1/customers/${tenant.url}`, consumer)).status).toBe(200)
    const notices = await noticesTo(consumer.email)
    expect(notices.map(({ subject }) => subject)).toEqual([`Your Company ${tenant.url} password was changed`])
  })

  test('to an admin in the name of the platform', async () => {
    const { username } = await app.make.admin()
    const email = `${username}@mail.example`
    expect((await reset('/v1/admin', { username, email })).status).toBe(200)
    const [notice] = await noticesTo(email)
    expect(notice).toMatchObject({ tenantId: null, subject: 'Your Almanac password was changed' })
    expect(notice?.text).toContain('contact another administrator')
  })
})

describe('a new email address', () => {
  async function changeEmail() {
    const consumer = await app.make.consumer(tenant)
    const client = await app.signIn(consumer.username, tenant)
    const email = `new-${consumer.email}`
    const saved = await client.put(`/v1/customers/${tenant.url}/consumers/${consumer.id}/profile`, {
      email,
      fullName: 'Testa Person',
      contactNumber: '+1 617 555 0100',
      timeZone: 'America/New_York',
      defaultCategoryId: String(tenant.categoryId),
    })
    expect([saved.status, saved.body.needEmailVerification]).toEqual([200, true])
    return { consumer, email }
  }

  test('is told to the old one once it is verified, not before', async () => {
    const { consumer, email } = await changeEmail()
    expect(await noticesTo(consumer.email)).toEqual([])
    const emailToken = await readQueuedCode(app, email)
    const verified = await app
      .client()
      .post('/v1/user/shortcode/verify', { username: consumer.username, emailToken })
    expect(verified.status).toBe(200)
    const [notice, ...others] = await noticesTo(consumer.email)
    expect(others).toEqual([])
    expect(notice?.subject).toBe(`The email address of your Company ${tenant.url} account was changed`)
    expect(notice?.text).toContain(`(${consumer.username}) now has a different email address`)
    // Whoever reads the old mail learns nothing of the new address.
    expect(notice?.text).not.toContain(email)
    expect(await noticesTo(email)).toEqual([])
  })

  test('of a registration is none: there was no old one', async () => {
    const { username, email } = await app.make.consumer(tenant, { isEmailVerified: false })
    await app
      .client()
      .post(`/v1/customers/${tenant.url}/login`, { usernameOrEmail: username, password: testPassword })
    const emailToken = await readQueuedCode(app, email)
    const verified = await app.client().post('/v1/user/shortcode/verify', { username, emailToken })
    expect(verified.status).toBe(200)
    expect(await noticesTo(email)).toEqual([])
  })
})
