import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { otherCode, readQueuedCode } from '../../../test/codes.ts'
import { testPassword } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { sendRequestedCodes } from './resend-code.ts'

let app: TestApp
/** A second server on the same database. */
let twin: TestApp

beforeAll(async () => {
  app = await startTestApp()
  twin = await startTestApp({ databaseOf: app })
})
afterAll(async () => {
  await twin.close()
  await app.close()
})

async function forgetful() {
  const tenant = await app.make.tenant()
  const consumer = await app.make.consumer(tenant)
  const forgot = await app
    .client()
    .post(`/v1/customers/${tenant.url}/password/forgot`, { emailOrUsername: consumer.username })
  expect(forgot.status).toBe(200)
  return { tenant, consumer, forgot, code: await readQueuedCode(app, consumer.email) }
}

const endPauses = () => app.query(`delete from rate_counters where key like 'code-pause:%'`)

/** Lets what is queued seem older; a mail host that takes nothing leaves it waiting. */
const age = (seconds: number) =>
  app.query(`update outbox_messages set created_at = created_at - interval '${seconds} seconds'`)

const send = () => app.query(`update outbox_messages set state = 'sent'`)

describe('while the mail host takes nothing', () => {
  afterAll(send)

  const isDelayed = async (otpType: string) =>
    (await app.client().get('/v1/user/shortcode/delay', { query: { otpType } })).body.isDelayed

  test('tells that codes by email are delayed until the waiting ones have left, and says nothing of SMS', async () => {
    await send()
    await forgetful()
    expect(await isDelayed('password')).toBe(false)
    await age(31)
    expect([
      await isDelayed('password'),
      await isDelayed('email'),
      await isDelayed('smsPhoneNumber'),
    ]).toEqual([true, true, false])
    await send()
    expect(await isDelayed('password')).toBe(false)
  })

  test('replaces a code that expired before it left, however often one was asked for meanwhile', async () => {
    const { consumer, code } = await forgetful()
    await app.query(`update one_time_codes set expires_at = now() where user_id = ${consumer.id}`)
    await age(31)
    const resend = () =>
      app
        .client()
        .post('/v1/user/shortcode/resend', { username: consumer.username, otpType: 'password', resend: true })
    for (let count = 1; count <= 8; count++) {
      await endPauses()
      expect((await resend()).status).toBe(200)
    }
    await sendRequestedCodes(app.deps)
    const verify = async (passwordToken: string) =>
      (await app.client().post('/v1/user/shortcode/verify', { username: consumer.username, passwordToken }))
        .status
    expect(await verify(code)).toBe(400)
    expect(await verify(await readQueuedCode(app, consumer.email))).toBe(200)
  })
})

describe('one-time codes', () => {
  test('five tries a code over two servers, whatever is tried at once', async () => {
    const { consumer, code } = await forgetful()
    const wrong = otherCode(code)
    const tries = Array.from({ length: 12 }, (_, index) =>
      (index % 2 === 0 ? app : twin)
        .client()
        .post('/v1/user/shortcode/verify', { username: consumer.username, passwordToken: wrong }),
    )
    await Promise.all(tries)
    const [row] = await app.query<{ tries: number }>(
      `select tries from one_time_codes where user_id = ${consumer.id} order by id desc limit 1`,
    )
    expect(row?.tries).toBe(5)
    const right = await app
      .client()
      .post('/v1/user/shortcode/verify', { username: consumer.username, passwordToken: code })
    expect(right.body.isInvalidShortCode).toBe(true)
  })

  test.each(['known', 'unknown'])(
    'after five tries a %s name is told to request a new code, whatever is tried, until it does',
    async (kind) => {
      const { consumer, code } = await forgetful()
      const username = kind === 'known' ? consumer.username : `nobody-${consumer.id}`
      const verify = async (passwordToken: string) =>
        (await app.client().post('/v1/user/shortcode/verify', { username, passwordToken })).body.code
      const told: string[] = []
      for (const digits of Array(5).fill(otherCode(code))) told.push(await verify(digits))
      expect(told).toEqual([...Array(4).fill('invalid_short_code'), 'short_code_used_up'])
      expect([await verify(code), await verify(otherCode(code))]).toEqual(Array(2).fill('short_code_used_up'))
      await endPauses()
      const body = { username, otpType: 'password', resend: true }
      expect((await app.client().post('/v1/user/shortcode/resend', body)).status).toBe(200)
      expect(await verify(otherCode(code))).toBe('invalid_short_code')
      await sendRequestedCodes(app.deps)
    },
  )

  test('a validity check is a try as well, and leaves a right code usable', async () => {
    const { consumer, code } = await forgetful()
    const check = (passwordToken: string) =>
      app
        .client()
        .get('/v1/user/shortcode/validity', { query: { username: consumer.username, passwordToken } })
    expect((await check(otherCode(code))).status).toBe(400)
    expect((await check(code)).body).toEqual({ message: 'Verification Code is valid' })
    const verified = await app
      .client()
      .post('/v1/user/shortcode/verify', { username: consumer.username, passwordToken: code })
    expect(verified.body.verificationToken).toEqual(expect.any(String))
  })

  test('after twenty tries in a day at codes that were live the account is paused, however many were sent', async () => {
    const { consumer, code } = await forgetful()
    await app.query(
      `insert into rate_counters (key, window_ends_at, count) values ('code-tries:${consumer.id}', now() + interval '1 hour', 16)`,
    )
    const verify = (passwordToken: string) =>
      twin.client().post('/v1/user/shortcode/verify', { username: consumer.username, passwordToken })
    for (let count = 17; count <= 20; count++) expect((await verify(otherCode(code))).status).toBe(400)
    const answer = await verify(code)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('tries at no live code, however many, do not keep the owner of the account out', async () => {
    const { consumer, code } = await forgetful()
    const stranger = (remoteAddress: string) =>
      app.server.inject({
        method: 'GET',
        url: `/v1/user/shortcode/validity?username=${consumer.username}&passwordToken=123456`,
        remoteAddress,
      })
    await app.query(`update one_time_codes set ended_at = now() where user_id = ${consumer.id}`)
    for (let count = 0; count < 30; count++) {
      expect((await stranger(`203.0.113.${count}`)).statusCode).toBe(400)
    }
    await app.query(`update one_time_codes set ended_at = null where user_id = ${consumer.id}`)
    const own = await app
      .client()
      .post('/v1/user/shortcode/verify', { username: consumer.username, passwordToken: code })
    expect(own.body.verificationToken).toEqual(expect.any(String))
  })

  test.each(['known', 'unknown'])('one address tries twenty codes a day of a %s name', async (kind) => {
    const { consumer } = await forgetful()
    const username = kind === 'known' ? consumer.username : `nobody-${consumer.id}`
    const verify = (name: string) =>
      app.client().post('/v1/user/shortcode/verify', { username: name, smsPhoneNumberToken: '123456' })
    for (let count = 1; count <= 20; count++) expect((await verify(username)).status).toBe(400)
    const refused = await verify(username.toUpperCase())
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000)
  })

  test('right tries are no part of the twenty', async () => {
    const { consumer, code } = await forgetful()
    const query = { username: consumer.username, passwordToken: code }
    for (let count = 1; count <= 4; count++) {
      expect((await app.client().get('/v1/user/shortcode/validity', { query })).status).toBe(200)
    }
    const counted = await app.query(
      `select 1 from rate_counters where key like 'code-tries%:${consumer.username}' and count > 0
       or key = 'code-tries:${consumer.id}' and count > 0`,
    )
    expect(counted).toEqual([])
  })

  test('a new code voids the old one; sooner than 30 s after it and a sixth in an hour are 429', async () => {
    const { consumer, code } = await forgetful()
    const resend = () =>
      app
        .client()
        .post('/v1/user/shortcode/resend', { username: consumer.username, otpType: 'password', resend: true })
    const tooSoon = await resend()
    expect(tooSoon.status).toBe(429)
    expect(Number(tooSoon.headers['retry-after'])).toBeGreaterThan(25)
    await endPauses()
    expect((await resend()).body).toEqual({ message: 'Verification Code resend is successful' })
    expect(await sendRequestedCodes(app.deps)).toBe(1)
    const fresh = await readQueuedCode(app, consumer.email)
    if (fresh !== code) {
      const old = await app
        .client()
        .post('/v1/user/shortcode/verify', { username: consumer.username, passwordToken: code })
      expect(old.status).toBe(400)
    }
    expect((await resend()).status).toBe(429)
    await endPauses()
    await app.query(
      `update rate_counters set count = 5 where key = 'code-hour:password:${consumer.username}'`,
    )
    expect((await resend()).status).toBe(429)
  })

  test('one address has five codes sent again in an hour, and asks for five forgotten passwords', async () => {
    const strict = await startTestApp({ databaseOf: app, environment: { RATE_LIMIT_CODES_ADDRESS: '' } })
    const { url } = await app.make.tenant()
    const calls = {
      resend: (username: string) =>
        strict.client().post('/v1/user/shortcode/resend', { username, otpType: 'email', resend: true }),
      forgot: (emailOrUsername: string) =>
        strict.client().post(`/v1/customers/${url}/password/forgot`, { emailOrUsername }),
    }
    for (const [name, ask] of Object.entries(calls)) {
      await app.query(`delete from rate_counters where key like '%-address:%'`)
      for (const asked of [1, 2, 3, 4, 5]) expect((await ask(`${name}-${asked}`)).status).not.toBe(429)
      const sixth = await ask(`${name}-6`)
      expect(sixth.status).toBe(429)
      expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(3_500)
    }
    await strict.close()
  })

  test('a code runs out after ten minutes', async () => {
    const { consumer, code } = await forgetful()
    await app.query(
      `update one_time_codes set expires_at = now() - interval '1 second' where user_id = ${consumer.id}`,
    )
    const late = await app
      .client()
      .post('/v1/user/shortcode/verify', { username: consumer.username, passwordToken: code })
    expect(late.body.isInvalidShortCode).toBe(true)
  })

  test.each(['verify', 'resend', 'validity'])('%s answers an unknown user as a known one', async (call) => {
    const { consumer } = await forgetful()
    await endPauses()
    const ask = async (username: string) => {
      if (call === 'validity') {
        return app
          .client()
          .get('/v1/user/shortcode/validity', { query: { username, passwordToken: '123456' } })
      }
      const body = call === 'verify' ? { passwordToken: '123456' } : { otpType: 'password', resend: true }
      return app.client().post(`/v1/user/shortcode/${call}`, { username, ...body })
    }
    for (let round = 0; round < 2; round++) {
      const [known, unknown] = [await ask(consumer.username), await ask('nobody-at-all')]
      expect(unknown.status).toBe(known.status)
      expect({ ...unknown.body, requestId: '' }).toEqual({ ...known.body, requestId: '' })
    }
  })

  test.each([
    [{}, 'none'],
    [{ emailToken: '123456', passwordToken: '123456' }, 'two'],
    [{ emailToken: '12345' }, 'five digits'],
    [{ emailToken: '12a456' }, 'letters'],
  ])('%j (%s) is refused as input', async (tokens, _what) => {
    const answer = await app.client().post('/v1/user/shortcode/verify', { username: 'somebody', ...tokens })
    expect(answer.status).toBe(400)
    expect(answer.body.code).toBe('invalid_input')
  })
})

describe('a forgotten password', () => {
  const newPassword = 'another-long-password'

  test('is set anew with the token of the code, once, and ends every session', async () => {
    const { tenant, consumer, forgot, code } = await forgetful()
    expect(forgot.body).toMatchObject({ username: consumer.username })
    expect(forgot.body.email).toMatch(/^.\*+.@mail\.example$/)
    const elsewhere = await app.signIn(consumer.username, tenant)
    const { body } = await app
      .client()
      .post('/v1/user/shortcode/verify', { username: consumer.username, passwordToken: code })
    const change = () =>
      app.client().put(`/v1/customers/${tenant.url}/password/change`, {
        newPassword,
        confirmNewPassword: newPassword,
        verificationToken: body.verificationToken,
        username: consumer.username,
      })
    expect((await change()).body).toEqual({ message: 'Password changed successfully' })
    expect((await change()).body.code).toBe('invalid_verification_token')
    expect((await elsewhere.get('/v1/token-validity')).status).toBe(401)
    const login = (password: string) =>
      app.client().post(`/v1/customers/${tenant.url}/login`, { usernameOrEmail: consumer.username, password })
    expect((await login(testPassword)).status).toBe(400)
    expect((await login(newPassword)).status).toBe(200)
  })

  /** A token that a verified code answered. */
  async function tokenOf(username: string, passwordToken: string): Promise<string> {
    const { body } = await app.client().post('/v1/user/shortcode/verify', { username, passwordToken })
    return body.verificationToken
  }

  function resetTo(wanted: string, of: Awaited<ReturnType<typeof forgetful>>, verificationToken: string) {
    return app.client().put(`/v1/customers/${of.tenant.url}/password/change`, {
      newPassword: wanted,
      confirmNewPassword: wanted,
      verificationToken,
      username: of.consumer.username,
    })
  }

  /** Asks for one more code. */
  async function forgetAgain({ tenant, consumer }: Awaited<ReturnType<typeof forgetful>>): Promise<string> {
    await endPauses()
    await app
      .client()
      .post(`/v1/customers/${tenant.url}/password/forgot`, { emailOrUsername: consumer.username })
    return readQueuedCode(app, consumer.email)
  }

  test.each(['reset', 'change'])('a %s voids older tokens and a code on its way', async (way) => {
    const scene = await forgetful()
    const { tenant, consumer } = scene
    const older = await tokenOf(consumer.username, scene.code)
    const newer = await tokenOf(consumer.username, await forgetAgain(scene))
    const waiting = await forgetAgain(scene)
    if (way === 'reset') {
      expect((await resetTo(newPassword, scene, newer)).status).toBe(200)
    } else {
      const client = await app.signIn(consumer.username, tenant)
      const body = { currentPassword: testPassword, newPassword, confirmNewPassword: newPassword }
      expect((await client.put(`/v1/customers/${tenant.url}/profile/password`, body)).status).toBe(200)
    }
    expect((await resetTo('a-third-long-password', scene, older)).body.code).toBe(
      'invalid_verification_token',
    )
    expect(await tokenOf(consumer.username, waiting)).toBeUndefined()
  })

  test('is a way back in after ten failed logins', async () => {
    const scene = await forgetful()
    const logIn = (password: string) =>
      app
        .client()
        .post(`/v1/customers/${scene.tenant.url}/login`, { usernameOrEmail: scene.consumer.email, password })
    for (let failure = 0; failure < 10; failure++) await logIn('not-this-one')
    expect((await logIn(testPassword)).status).toBe(429)
    await resetTo(newPassword, scene, await tokenOf(scene.consumer.username, scene.code))
    expect((await logIn(newPassword)).status).toBe(200)
  })

  test('of eight equal changes at once one is made, and the others name a password that is no more', async () => {
    const tenant = await app.make.tenant()
    const consumer = await app.make.consumer(tenant)
    const client = await app.signIn(consumer.username, tenant)
    const wanted = Array.from({ length: 8 }, (_, index) => `a-new-password-${index}`)
    const answers = await Promise.all(
      wanted.map((password) =>
        client.put(`/v1/customers/${tenant.url}/profile/password`, {
          currentPassword: testPassword,
          newPassword: password,
          confirmNewPassword: password,
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.invalidCurrentPassword)).toHaveLength(7)
  })

  test('an unknown user is told so with the flag; another tenant and isAdmin get nowhere', async () => {
    const { consumer } = await forgetful()
    const other = await app.make.tenant()
    const ask = (body: object) => app.client().post(`/v1/customers/${other.url}/password/forgot`, body)
    expect((await ask({ emailOrUsername: consumer.username })).body).toMatchObject({ invalidUser: true })
    expect((await ask({ emailOrUsername: consumer.username, isAdmin: true })).status).toBe(400)
  })

  test('changing the own password ends all other sessions and keeps this one', async () => {
    const tenant = await app.make.tenant()
    const consumer = await app.make.consumer(tenant)
    const [here, there] = [
      await app.signIn(consumer.username, tenant),
      await app.signIn(consumer.username, tenant),
    ]
    const change = (currentPassword: string, wanted: string) =>
      here.put(`/v1/customers/${tenant.url}/profile/password`, {
        currentPassword,
        newPassword: wanted,
        confirmNewPassword: wanted,
      })
    expect((await change('not-the-password', newPassword)).body).toMatchObject({
      invalidCurrentPassword: true,
    })
    expect((await change(testPassword, testPassword)).body).toMatchObject({
      currentAndNewPasswordMatch: true,
    })
    expect((await change(testPassword, newPassword)).status).toBe(200)
    expect((await here.get('/v1/token-validity')).status).toBe(200)
    expect((await there.get('/v1/token-validity')).status).toBe(401)
  })
})
