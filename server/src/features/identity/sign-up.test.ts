import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { otherCode, readQueuedCode } from '../../../test/codes.ts'
import { type MadeTenant, unique } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { foldUsername } from './names.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

function formOf(tenant: MadeTenant, changes: Record<string, unknown> = {}) {
  const username = unique('n')
  return {
    username,
    fullName: '  Nova Reader ',
    email: `${username}@mail.example`,
    contactNumber: '+1 (617) 555-0100',
    defaultCategoryId: tenant.categoryId,
    password: 'a-long-password',
    confirmPassword: 'a-long-password',
    ...changes,
  }
}

const signUp = (tenant: MadeTenant, form: object) =>
  app.client().post(`/v1/customers/${tenant.url}/consumers/signup`, form)

describe('signing up', () => {
  test('makes a consumer with an empty wallet who can log in once the code is entered', async () => {
    const tenant = await app.make.tenant()
    const form = formOf(tenant)
    const answer = await signUp(tenant, form)
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      username: form.username,
      tempEmail: form.email,
      tempSmsPhoneNumber: null,
      message: 'Registration is successful',
    })
    const login = () =>
      app.client().post(`/v1/customers/${tenant.url}/login`, {
        usernameOrEmail: form.email,
        password: form.password,
        rememberMe: true,
      })
    expect((await login()).body).toMatchObject({ needEmailVerification: true, username: form.username })

    const code = await readQueuedCode(app, form.email)
    const verify = (emailToken: string) =>
      app.client().post('/v1/user/shortcode/verify', { username: form.username, emailToken })
    expect((await verify(otherCode(code))).body).toMatchObject({
      code: 'invalid_short_code',
      isInvalidShortCode: true,
    })
    expect((await verify(code)).body).toEqual({ message: 'OTP verification is successful.' })
    expect((await verify(code)).status).toBe(400)
    expect((await login()).status).toBe(200)
    const wallets = await app.query(
      `select balance from wallets w join users u on u.id = w.consumer_id where u.username = '${form.username}' and u.full_name = 'Nova Reader'`,
    )
    expect(wallets).toEqual([{ balance: 0 }])
  })

  test.each([
    ['America/Boise', 'America/Boise'],
    ['Europe/Paris', 'America/Chicago'],
    [undefined, 'America/Chicago'],
  ])('from a browser in %s the zone is %s', async (timeZone, expected) => {
    const tenant = await app.make.tenant({ timeZone: 'America/Chicago' })
    const form = formOf(tenant)
    expect((await signUp(tenant, { ...form, timeZone })).status).toBe(201)
    const rows = await app.query(`select time_zone from users where username = '${form.username}'`)
    expect(rows).toEqual([{ timeZone: expected }])
  })

  test.each([
    ['username', { username: 'ab' }, 'Username must be at least 3 characters.'],
    ['username', { username: 'a b c' }, 'Username cannot contain spaces or @.'],
    ['fullName', { fullName: 'X Æ 12' }, 'Please enter a valid Name'],
    ['fullName', { fullName: '   ' }, 'Name is required.'],
    ['email', { email: 'nobody' }, 'Must be a valid email.'],
    ['contactNumber', { contactNumber: 'call me' }, 'Please enter a valid number'],
    [
      'password',
      { password: 'short', confirmPassword: 'short' },
      'Password must be at least 8 characters long.',
    ],
    [
      'password',
      { password: 'x'.repeat(101), confirmPassword: 'x'.repeat(101) },
      'Password must be less than 100 characters.',
    ],
    ['confirmPassword', { confirmPassword: 'another-password' }, 'Passwords must match'],
    [
      'defaultCategoryId',
      { defaultCategoryId: 2_000_000_000 },
      'Please choose an astrological sign from the list.',
    ],
  ])('a wrong %s is told: %j', async (_field, changes, sentence) => {
    const tenant = await app.make.tenant()
    const form = formOf(tenant, changes)
    const answer = await signUp(tenant, form)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe(sentence)
    expect(await app.query(`select 1 from users where email = '${form.email}'`)).toEqual([])
  })

  test('a number as long as a request may be is refused at once', async () => {
    const tenant = await app.make.tenant()
    const answer = await signUp(tenant, formOf(tenant, { contactNumber: `${'1'.repeat(190_000)}x` }))
    expect([answer.status, answer.body.message]).toEqual([400, 'Please enter a valid number'])
  })

  test('a taken username (in any tenant and case) and a taken e-mail (in this tenant) are 409 with their flags', async () => {
    const [tenant, other] = [await app.make.tenant(), await app.make.tenant()]
    const form = formOf(tenant)
    await signUp(tenant, form)
    const sameName = await signUp(other, formOf(other, { username: form.username.toUpperCase() }))
    expect(sameName.status).toBe(409)
    expect(sameName.body).toMatchObject({ isExistingUsername: true })
    const sameEmail = await signUp(tenant, formOf(tenant, { email: form.email.toUpperCase() }))
    expect(sameEmail.status).toBe(409)
    expect(sameEmail.body).toMatchObject({ isExistingEmail: true })
    expect((await signUp(other, formOf(other, { email: form.email }))).status).toBe(201)
  })

  test.each([
    ['ΓΙΩΡΓΟΣ', 'γιωργος'],
    ['Zoe\u0308', 'ZOË'],
    ['İlkay', 'i\u0307lkay'],
  ])('the name %s is one with %s: to sign up, to verify and to log in', async (name, other) => {
    const [tenant, elsewhere] = [await app.make.tenant(), await app.make.tenant()]
    const form = formOf(tenant, { username: name })
    expect((await signUp(tenant, form)).status).toBe(201)
    expect((await signUp(elsewhere, formOf(elsewhere, { username: other }))).status).toBe(409)
    const emailToken = await readQueuedCode(app, form.email)
    const verified = await app.client().post('/v1/user/shortcode/verify', { username: other, emailToken })
    expect(verified.status).toBe(200)
    for (const usernameOrEmail of [name, other, name.normalize('NFD')]) {
      const login = { usernameOrEmail, password: form.password }
      expect((await app.client().post(`/v1/customers/${tenant.url}/login`, login)).status).toBe(200)
    }
  })

  test.each(['nova\u200B', 'no\u0000va', 'nova\uD800', 'no\u00ADva', 'no\u202Eva', '\u3164\u3164\u3164'])(
    'the name %j, of which a part does not show, is refused',
    async (name) => {
      const tenant = await app.make.tenant()
      const answer = await signUp(tenant, formOf(tenant, { username: name }))
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
    },
  )

  test('a name that looks like another by letters of several alphabets is refused; who has one keeps it', async () => {
    const tenant = await app.make.tenant()
    const lookalike = `${unique('ste')}\u0430`
    const refused = await signUp(tenant, formOf(tenant, { username: lookalike }))
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'Username must use letters of one alphabet.',
    ])
    const { id } = await app.make.consumer(tenant)
    await app.query(
      `update users set username = '${lookalike}', username_key = '${foldUsername(lookalike)}' where id = ${id}`,
    )
    await expect(app.signIn(lookalike, tenant)).resolves.toBeDefined()
  })

  test('ten equal sign-ups at once make one consumer', async () => {
    const tenant = await app.make.tenant()
    const form = formOf(tenant)
    const answers = await Promise.all(Array.from({ length: 10 }, () => signUp(tenant, form)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
  })
})
