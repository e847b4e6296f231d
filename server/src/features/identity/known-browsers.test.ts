import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TestClient } from '../../../test/client.ts'
import { readQueuedCode } from '../../../test/codes.ts'
import { type MadeTenant, testPassword } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { buildApp } from '../../app.ts'
import { sweepSessions } from './sessions.ts'

let app: TestApp
let tenant: MadeTenant

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.make.tenant()
})
afterAll(() => app.close())
beforeEach(() => endWindows())

/** A quarter of an hour passes. */
const endWindows = () => app.query(`delete from rate_counters where key like 'login%'`)

const logIn = (
  client: TestClient,
  usernameOrEmail: string,
  password = testPassword,
  remoteAddress?: string,
) =>
  client.post(
    `/v1/customers/${tenant.url}/login`,
    { usernameOrEmail, password },
    { ...(remoteAddress ? { remoteAddress } : {}) },
  )

let strangers = 0
/** A guess from an address that nobody has used. */
function guessAs(client: TestClient, username: string) {
  strangers += 1
  return logIn(client, username, `guess-${strangers}`, `198.51.${strangers >> 8}.${strangers & 255}`)
}

/** Guesses from as many addresses, one after the other; answers how many passwords were looked at. */
async function attack(username: string, guesses = 15, client = app.client()): Promise<number> {
  let looked = 0
  for (let guess = 0; guess < guesses; guess += 1) {
    if ((await guessAs(client, username)).status === 400) looked += 1
  }
  return looked
}

/** A consumer and the browser they signed in with once, now signed out. */
async function owner() {
  const { id, username, email } = await app.make.consumer(tenant)
  const browser = await app.signIn(username, tenant)
  await browser.get('/v1/user/logout')
  return { id, username, email, browser }
}

describe('nobody locks out another', () => {
  test('an hour of guesses from many addresses: the known browser gets in, a new one waits', async () => {
    const { username, email, browser } = await owner()
    for (let quarter = 0; quarter < 4; quarter += 1) {
      expect(await attack(username)).toBe(10)
      expect((await logIn(browser, email)).status).toBe(200)
      const fresh = await logIn(app.client(), username)
      expect([fresh.status, fresh.body.code]).toEqual([429, 'rate_limited'])
      expect(Number(fresh.headers['retry-after'])).toBeGreaterThan(0)
      await endWindows()
    }
    expect((await logIn(app.client(), username)).status).toBe(200)
  })

  test('what the owner does in a known browser gives strangers no more guesses', async () => {
    const { username, browser } = await owner()
    expect(await attack(username)).toBe(10)
    expect((await logIn(browser, username)).status).toBe(200)
    expect(await attack(username)).toBe(0)
  })

  test('guesses of everybody at one address do not stop a known browser there', async () => {
    const strict = await startTestApp({ databaseOf: app, environment: { RATE_LIMIT_LOGIN_ADDRESS: '3' } })
    try {
      const { username, browser } = await owner()
      const here = strict.client()
      for (const name of ['nobody-1', 'nobody-2', 'nobody-3']) await logIn(here, name, 'not-this-one')
      expect((await logIn(here, username)).status).toBe(429)
      for (const [name, value] of browser.cookies) here.cookies.set(name, value)
      expect((await logIn(here, username)).status).toBe(200)
    } finally {
      await strict.close()
    }
  })

  test('the browser in which a forgotten password was replaced is known, and no other', async () => {
    const { username, email, browser: older } = await owner()
    const browser = app.client()
    await browser.post(`/v1/customers/${tenant.url}/password/forgot`, { emailOrUsername: username })
    const passwordToken = await readQueuedCode(app, email)
    const { body } = await browser.post('/v1/user/shortcode/verify', { username, passwordToken })
    const newPassword = 'another-long-password'
    await browser.put(`/v1/customers/${tenant.url}/password/change`, {
      newPassword,
      confirmNewPassword: newPassword,
      verificationToken: body.verificationToken,
      username,
    })
    expect(await attack(username)).toBe(10)
    expect((await logIn(browser, username, newPassword)).status).toBe(200)
    expect((await logIn(older, username, newPassword)).status).toBe(429)
  })
})

describe('a known browser', () => {
  test('guesses ten times as everybody does, one after the other or at once, whatever its address', async () => {
    const { username, browser } = await owner()
    expect(await attack(username, 12, browser)).toBe(10)
    expect((await logIn(browser, username)).status).toBe(429)
    const { username: another, browser: thief } = await owner()
    const answers = await Promise.all(Array.from({ length: 40 }, () => guessAs(thief, another)))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30)
  })

  test('keeps its count when its cookie is changed for a new one', async () => {
    const { username, browser } = await owner()
    expect(await attack(username, 6, browser)).toBe(6)
    const mine = await app.make.consumer(tenant)
    expect((await logIn(browser, mine.username)).status).toBe(200)
    expect(await attack(username, 12, browser)).toBe(4)
  })

  test('of another user is no help', async () => {
    const { username } = await owner()
    const { browser: other } = await owner()
    expect(await attack(username)).toBe(10)
    expect((await logIn(other, username)).status).toBe(429)
    expect(await attack(username, 3, other)).toBe(0)
  })

  test('knows everybody who signs in with it', async () => {
    const { username, browser } = await owner()
    const second = await app.make.consumer(tenant)
    expect((await logIn(browser, second.username)).status).toBe(200)
    expect((await logIn(browser, username)).status).toBe(200)
    for (const name of [username, second.username]) {
      expect(await attack(name)).toBe(10)
      expect((await logIn(browser, name)).status).toBe(200)
    }
  })

  test('is not one for a password that was wrong, or an address that is not verified', async () => {
    const { username } = await app.make.consumer(tenant, { isEmailVerified: false })
    const client = app.client()
    await logIn(client, username, 'not-this-one')
    expect((await logIn(client, username)).status).toBe(403)
    expect([...client.cookies.keys()]).toEqual(['XSRF-TOKEN'])
  })

  test('is forgotten when the password is changed elsewhere; the one that changes it stays', async () => {
    const { username, browser } = await owner()
    const here = await app.signIn(username, tenant)
    const newPassword = 'another-long-password'
    const body = { currentPassword: testPassword, newPassword, confirmNewPassword: newPassword }
    expect((await here.put(`/v1/customers/${tenant.url}/profile/password`, body)).status).toBe(200)
    expect(await attack(username)).toBe(10)
    expect((await logIn(browser, username, newPassword)).status).toBe(429)
    expect((await logIn(here, username, newPassword)).status).toBe(200)
  })

  test('is forgotten after 400 days', async () => {
    const { id, username, browser } = await owner()
    await app.query(`update known_browsers set expires_at = now() where user_id = ${id}`)
    expect(await attack(username)).toBe(10)
    expect((await logIn(browser, username)).status).toBe(429)
    await sweepSessions(app.deps.db.reader)
    expect(await app.query(`select 1 from known_browsers where user_id = ${id}`)).toEqual([])
  })

  test('is one of twenty at the most, the newest', async () => {
    const { id, username, browser } = await owner()
    for (let count = 0; count < 20; count += 1) {
      await endWindows()
      await app.signIn(username, tenant)
    }
    expect(await app.query(`select 1 from known_browsers where user_id = ${id}`)).toHaveLength(20)
    expect(await attack(username)).toBe(10)
    expect((await logIn(browser, username)).status).toBe(429)
  })

  test('has an opaque cookie that no script reads, kept as a hash and changed at each login', async () => {
    const { id, username, browser } = await owner()
    const first = browser.cookies.get('browser') ?? ''
    const answer = await logIn(browser, username)
    const cookie = [answer.headers['set-cookie']].flat().find((text) => String(text).startsWith('browser='))
    expect(cookie).toMatch(/^browser=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(browser.cookies.get('browser')).not.toBe(first)
    const stored = await app.query<{ hash: Buffer }>(
      `select token_hash as hash from known_browsers where user_id = ${id}`,
    )
    expect(stored.map(({ hash }) => hash.length)).toEqual([32])
    expect(stored[0]?.hash.toString('base64url')).not.toBe(browser.cookies.get('browser'))
  })

  test('is bound to its host where the product is served by https', async () => {
    const { username } = await app.make.consumer(tenant)
    const secure = await buildApp({ ...app.deps, publicUrl: 'https://almanac.example' })
    const answer = await logIn(new TestClient(secure), username)
    await secure.close()
    const cookies = [answer.headers['set-cookie']].flat().map(String)
    expect(cookies.find((text) => text.startsWith('__Host-browser='))).toMatch(
      /Path=\/; HttpOnly; Secure; SameSite=Lax/,
    )
  })

  test('of an admin gets in as well', async () => {
    const enter = (client: TestClient, usernameOrEmail: string, password: string) =>
      client.post('/v1/admin/login', { usernameOrEmail, password }, { remoteAddress: '198.51.100.1' })
    const { username } = await app.make.admin()
    const browser = await app.signIn(username, null)
    for (let guess = 0; guess < 10; guess += 1) await enter(app.client(), username, 'not-this-one')
    expect((await enter(app.client(), username, testPassword)).status).toBe(429)
    expect((await enter(browser, username, testPassword)).status).toBe(200)
  })
})

test('an unknown name costs a browser with a cookie what a known one costs it', async () => {
  const { browser } = await owner()
  const { username } = await owner()
  const answers = []
  for (const name of [username, 'nobody-at-all']) {
    for (let guess = 0; guess < 11; guess += 1) answers.push(await guessAs(browser, name))
  }
  const [known, unknown] = [answers.slice(0, 11), answers.slice(11)]
  expect(unknown.map(({ status }) => status)).toEqual(known.map(({ status }) => status))
  expect(unknown[10]?.body.code).toBe('rate_limited')
})
