import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestResponse } from '../../../test/client.ts'
import { testPassword } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { hashPassword } from './passwords.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('logging in', () => {
  test('a right password opens a session that the next request carries', async () => {
    const tenant = await app.make.tenant()
    const consumer = await app.make.consumer(tenant, { tokens: 9 })
    const client = await app.signIn(consumer.username, tenant)
    const me = await client.get('/v1/token-validity')
    expect(me.status).toBe(200)
    expect(me.body).toMatchObject({
      id: consumer.id,
      type: 'consumer',
      customerUrl: tenant.url,
      tokenBalance: 9,
    })
  })

  test.each([['wrong-password'], [`${testPassword} `]])(
    'the password %j is refused with the flag of the specification',
    async (password) => {
      const tenant = await app.make.tenant()
      const consumer = await app.make.consumer(tenant)
      const answer = await app
        .client()
        .post(`/v1/customers/${tenant.url}/login`, { usernameOrEmail: consumer.email, password })
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ code: 'invalid_credentials', invalidUserNameOrPassword: true })
    },
  )

  test('a user of another tenant is unknown here', async () => {
    const tenant = await app.make.tenant()
    const other = await app.make.tenant()
    const consumer = await app.make.consumer(other)
    const answer = await app.client().post(`/v1/customers/${tenant.url}/login`, {
      usernameOrEmail: consumer.username,
      password: testPassword,
    })
    expect(answer.status).toBe(400)
  })

  test('an unverified e-mail address is told only after a right password, and a code is queued', async () => {
    const tenant = await app.make.tenant()
    const consumer = await app.make.consumer(tenant, { isEmailVerified: false })
    const path = `/v1/customers/${tenant.url}/login`
    const wrong = await app
      .client()
      .post(path, { usernameOrEmail: consumer.username, password: 'not-this-one' })
    expect(wrong.body.needEmailVerification).toBeUndefined()
    const right = await app
      .client()
      .post(path, { usernameOrEmail: consumer.username, password: testPassword })
    expect(right.status).toBe(403)
    expect(right.body).toMatchObject({
      needEmailVerification: true,
      username: consumer.username,
      tempEmail: consumer.email,
    })
    const queued = await app.query(`select 1 from outbox_messages where recipient = '${consumer.email}'`)
    expect(queued).toHaveLength(1)
  })

  test('ten failures pause the account, and only that account', async () => {
    const tenant = await app.make.tenant()
    const [one, two] = [await app.make.consumer(tenant), await app.make.consumer(tenant)]
    const path = `/v1/customers/${tenant.url}/login`
    const client = app.client()
    for (let attempt = 0; attempt < 10; attempt++) {
      // Guesses by name and by address count as one account's.
      const usernameOrEmail = attempt % 2 === 0 ? one.username : one.email
      await client.post(path, { usernameOrEmail, password: 'wrong-guess' })
    }
    const paused = await client.post(path, { usernameOrEmail: one.username, password: testPassword })
    expect(paused.status).toBe(429)
    expect(Number(paused.headers['retry-after'])).toBeGreaterThan(0)
    await expect(app.signIn(two.username, tenant)).resolves.toBeDefined()
  })

  test('a hundred guesses at once are ten tries of the account, the right one among them or not', async () => {
    const tenant = await app.make.tenant()
    const { username } = await app.make.consumer(tenant)
    const path = `/v1/customers/${tenant.url}/login`
    await app.query(`delete from rate_counters where key like 'login-address:%'`)
    async function guess(password: string): Promise<TestResponse> {
      const answer = await app.client().post(path, { usernameOrEmail: username, password })
      // On a busy machine it found no room in time, and was no try.
      return answer.status === 503 ? guess(password) : answer
    }
    const guesses = Array.from({ length: 100 }, (_, index) => guess(`wrong-guess-${index}`))
    const answers = await Promise.all([...guesses, guess(testPassword)])
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(91)
  })

  test('guesses at many accounts at once are held to what one address may do', async () => {
    const strict = await startTestApp({ databaseOf: app, environment: { RATE_LIMIT_LOGIN_ADDRESS: '5' } })
    try {
      const { url } = await app.make.tenant()
      await app.query(`delete from rate_counters where key like 'login-address:%'`)
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          strict.client().post(`/v1/customers/${url}/login`, {
            usernameOrEmail: `nobody-${index}`,
            password: 'not-this-one',
          }),
        ),
      )
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(35)
    } finally {
      await app.query(`delete from rate_counters where key like 'login-address:%'`)
      await strict.close()
    }
  })

  test('right passwords at once are all let in, many more than the failures allowed, and count for nothing', async () => {
    const strict = await startTestApp({ databaseOf: app, environment: { RATE_LIMIT_LOGIN_ADDRESS: '5' } })
    try {
      const tenant = await app.make.tenant()
      await app.query(`delete from rate_counters where key like 'login-address:%'`)
      const passwordHash = await hashPassword(testPassword)
      const consumers = await Promise.all(
        Array.from({ length: 20 }, () => app.make.consumer(tenant, { passwordHash })),
      )
      const names = [...consumers, ...Array.from({ length: 20 }, () => consumers[0])]
      const answers = await Promise.all(
        names.map((consumer) =>
          strict.client().post(`/v1/customers/${tenant.url}/login`, {
            usernameOrEmail: consumer?.username,
            password: testPassword,
          }),
        ),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(names.length)
      const counted = await app.query<{ key: string }>(
        `select key, count from rate_counters where key like 'login%' and count > 0`,
      )
      expect(counted.filter(({ key }) => key.startsWith('login-address:'))).toEqual([])
      for (const { id } of consumers) expect(counted.map(({ key }) => key)).not.toContain(`login:${id}`)
    } finally {
      await strict.close()
    }
  })

  test('failures pause the address too, whatever account they were of', async () => {
    const strict = await startTestApp({ databaseOf: app, environment: { RATE_LIMIT_LOGIN_ADDRESS: '2' } })
    try {
      const tenant = await app.make.tenant()
      const path = `/v1/customers/${tenant.url}/login`
      for (const usernameOrEmail of ['nobody-one', 'nobody-two']) {
        await app.client().post(path, { usernameOrEmail, password: 'not-this-one' })
      }
      const { username } = await app.make.consumer(tenant)
      const right = { usernameOrEmail: username, password: testPassword }
      const paused = await strict.client().post(path, right)
      expect(paused.status).toBe(429)
      expect(Number(paused.headers['retry-after'])).toBeGreaterThan(0)
      expect((await app.client().post(path, right)).status).toBe(200)
    } finally {
      await strict.close()
    }
  })

  test('a login under way with the old password opens nothing once there is a new one', async () => {
    const tenant = await app.make.tenant()
    const { id, username } = await app.make.consumer(tenant)
    const changing = new pg.Client({ connectionString: app.databaseUrl })
    await changing.connect()
    const newHash = await hashPassword('another-long-password')
    await changing.query('begin')
    await changing.query('update users set password_hash = $1 where id = $2', [newHash, id])
    const login = app
      .client()
      .post(`/v1/customers/${tenant.url}/login`, { usernameOrEmail: username, password: testPassword })
    // It has seen the old hash by then, and waits for what becomes of it.
    await Promise.race([login, wait(1_500)])
    await changing.query('delete from sessions where user_id = $1', [id])
    await changing.query('commit')
    await changing.end()
    expect((await login).body).toMatchObject({ invalidUserNameOrPassword: true })
    expect(await app.query(`select user_id from sessions where user_id = ${id}`)).toEqual([])
  })

  test('logging out ends the session on the server', async () => {
    const tenant = await app.make.tenant()
    const consumer = await app.make.consumer(tenant)
    const client = await app.signIn(consumer.username, tenant)
    const kept = new Map(client.cookies)
    expect((await client.get('/v1/user/logout')).status).toBe(200)
    const thief = app.client()
    for (const [name, value] of kept) thief.cookies.set(name, value)
    expect((await thief.get('/v1/token-validity')).status).toBe(401)
  })
})
