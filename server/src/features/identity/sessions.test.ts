import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestClient } from '../../../test/client.ts'
import { readQueuedCode } from '../../../test/codes.ts'
import { type MadeTenant, testPassword } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { buildApp } from '../../app.ts'

let app: TestApp
let tenant: MadeTenant

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.make.tenant()
})
afterAll(() => app.close())

async function logIn(rememberMe: boolean) {
  const { id, username } = await app.make.consumer(tenant)
  const client = app.client()
  const answer = await client.post(`/v1/customers/${tenant.url}/login`, {
    usernameOrEmail: username,
    password: testPassword,
    rememberMe,
  })
  const cookies = [answer.headers['set-cookie']].flat().map(String)
  return { id, client, answer, cookie: cookies.find((text) => text.startsWith('sid=')) ?? '' }
}

const hoursLeft = async (userId: number) => {
  const [row] = await app.query<{ hours: number }>(
    `select round(extract(epoch from expires_at - now()) / 3600)::int as hours from sessions where user_id = ${userId}`,
  )
  return row?.hours
}

describe('a session', () => {
  test('is an opaque cookie that no script reads, stored as a hash', async () => {
    const { id, cookie, answer } = await logIn(false)
    expect(answer.body).toEqual({
      isCustomer: false,
      customerUrl: tenant.url,
      message: 'Login is successful',
    })
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
    const token = cookie.slice('sid='.length).split(';')[0] ?? ''
    expect(token.length).toBeGreaterThanOrEqual(43)
    const [stored] = await app.query<{ hex: string }>(
      `select encode(token_hash, 'hex') as hex from sessions where user_id = ${id}`,
    )
    expect(stored?.hex).toHaveLength(64)
    expect(Buffer.from(stored?.hex ?? '', 'hex').toString('base64url')).not.toBe(token)
  })

  test('lasts until the browser is closed, 12 hours at the most', async () => {
    const { id, cookie } = await logIn(false)
    expect(cookie).not.toMatch(/Max-Age|Expires/)
    expect(await hoursLeft(id)).toBe(12)
  })

  test('that is not remembered is not prolonged by its use', async () => {
    const { id, client } = await logIn(false)
    await app.query(`update sessions set expires_at = now() + interval '5 hours' where user_id = ${id}`)
    const { status, headers } = await client.get('/v1/token-validity')
    expect(status).toBe(200)
    expect(headers['set-cookie']).toBeUndefined()
    expect(await hoursLeft(id)).toBe(5)
  })

  test('that is remembered lasts 30 days, counted from its last use', async () => {
    const { id, client, cookie } = await logIn(true)
    expect(cookie).toMatch(/Max-Age=2592000/)
    await app.query(`update sessions set expires_at = now() + interval '5 days' where user_id = ${id}`)
    const { status, headers } = await client.get('/v1/token-validity')
    expect(status).toBe(200)
    expect(await hoursLeft(id)).toBe(720)
    expect(String(headers['set-cookie'])).toMatch(/^sid=.*Max-Age=2592000/)
    expect((await client.get('/v1/token-validity')).headers['set-cookie']).toBeUndefined()
  })

  test('that has run out is none', async () => {
    const { id, client } = await logIn(true)
    await app.query(`update sessions set expires_at = now() where user_id = ${id}`)
    expect((await client.get('/v1/token-validity')).status).toBe(401)
  })

  test('ends with its tenant', async () => {
    const gone = await app.make.tenant()
    const client = await app.signIn((await app.make.consumer(gone)).username, gone)
    await app.query(`update tenants set deleted_at = now() where id = ${gone.id}`)
    expect((await client.get('/v1/token-validity')).status).toBe(401)
  })

  test('is bound to its host where the product is served by https', async () => {
    const { username } = await app.make.consumer(tenant)
    const secure = await buildApp({ ...app.deps, publicUrl: 'https://almanac.example' })
    const answer = await new TestClient(secure).post(`/v1/customers/${tenant.url}/login`, {
      usernameOrEmail: username,
      password: testPassword,
    })
    await secure.close()
    expect(answer.status).toBe(200)
    const cookies = [answer.headers['set-cookie']].flat().map(String)
    const cookie = cookies.find((text) => text.startsWith('__Host-sid='))
    expect(cookie).toMatch(/Path=\/; HttpOnly; Secure; SameSite=Lax/)
    expect(cookie).not.toMatch(/Domain|Max-Age|Expires/)
    const csrf = cookies.findLast((text) => text.startsWith('XSRF-TOKEN='))
    expect(csrf).toMatch(/^XSRF-TOKEN=[\w.-]+; Path=\/; Secure; SameSite=Lax$/)
  })

  test('has another token after a password change, and the old one and its CSRF token open nothing', async () => {
    const { client, cookie: old } = await logIn(true)
    const before = new Map(client.cookies)
    const body = { currentPassword: testPassword, newPassword: 'a-newer-password' }
    const url = `/v1/customers/${tenant.url}/profile/password`
    const change = (by: TestClient, more: object) =>
      by.put(url, { ...body, confirmNewPassword: body.newPassword, ...more })
    const answer = await change(client, {})
    expect(answer.status).toBe(200)
    const set = [answer.headers['set-cookie']].flat().map(String)
    expect(set.find((text) => text.startsWith('sid='))).toMatch(
      /Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax/,
    )
    expect(client.cookies.get('sid')).not.toBe(before.get('sid'))
    expect(client.cookies.get('XSRF-TOKEN')).not.toBe(before.get('XSRF-TOKEN'))
    expect((await client.get('/v1/token-validity')).status).toBe(200)
    // The pair that came with the answer is good for the next write.
    expect((await change(client, { currentPassword: 'wrong-password' })).status).toBe(400)
    const thief = app.client()
    for (const [name, value] of before) thief.cookies.set(name, value)
    expect(old).toContain(before.get('sid'))
    expect((await thief.get('/v1/token-validity')).status).toBe(401)
    thief.cookies.set('sid', client.cookies.get('sid') ?? '')
    expect((await change(thief, {})).body.code).toBe('csrf')
  })

  test('logging out without one is fine', async () => {
    expect((await app.client().get('/v1/user/logout')).status).toBe(200)
  })
})

describe("an admin's way in", () => {
  const newPassword = 'another-password'
  const enter = (client: TestClient, usernameOrEmail: string, password: string) =>
    client.post('/v1/admin/login', { usernameOrEmail, password, rememberMe: false })

  test('is a login of its own, which knows no user of a tenant', async () => {
    const { username } = await app.make.admin()
    expect((await enter(app.client(), username, testPassword)).body).toEqual({
      isCustomer: false,
      customerUrl: null,
      message: 'Login is successful',
    })
    const operator = await app.make.operator(tenant)
    expect((await enter(app.client(), operator.username, testPassword)).body).toMatchObject({
      invalidUserNameOrPassword: true,
    })
  })

  test('a forgotten password is set anew, and the own one is changed', async () => {
    const { username } = await app.make.admin()
    const forgot = await app
      .client()
      .post('/v1/admin/password/forgot', { emailOrUsername: username, isAdmin: true })
    expect(forgot.body).toMatchObject({ username, email: expect.stringMatching(/^a\*+.@mail\.example$/) })
    const code = await readQueuedCode(app, `${username}@mail.example`)
    const verified = await app.client().post('/v1/user/shortcode/verify', { username, passwordToken: code })
    const reset = await app.client().put('/v1/admin/password/change', {
      newPassword,
      confirmNewPassword: newPassword,
      verificationToken: verified.body.verificationToken,
      username,
    })
    expect(reset.body).toEqual({ message: 'Password changed successfully' })
    const client = app.client()
    expect((await enter(client, username, newPassword)).status).toBe(200)
    const changed = await client.put('/v1/admin/profile/password', {
      currentPassword: newPassword,
      newPassword: testPassword,
      confirmNewPassword: testPassword,
    })
    expect(changed.body).toEqual({ message: 'Password changed successfully' })
  })
})
