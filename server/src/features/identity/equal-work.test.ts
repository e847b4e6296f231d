import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type MadeTenant, testPassword } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { hashPassword } from './passwords.ts'

/** What was asked of the password library; it answers as ever. */
const checks = vi.hoisted(() => [] as { hash: string; password: string }[])
/** The passwords that it hashed. */
const hashed = vi.hoisted(() => [] as unknown[])
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const library = await importOriginal<typeof import('@node-rs/argon2')>()
  return {
    ...library,
    verify: (hash: string, password: string) => {
      checks.push({ hash, password })
      return library.verify(hash, password)
    },
    hash: (...input: Parameters<typeof library.hash>) => {
      hashed.push(input[0])
      return library.hash(...input)
    },
  }
})

let app: TestApp
let tenant: MadeTenant

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.make.tenant()
})
afterAll(() => app.close())
afterEach(() => vi.restoreAllMocks())

/** Somebody whom this tenant's login does not know, and who may be known elsewhere. */
const unknown: Record<string, () => Promise<string>> = {
  'a name of nobody': async () => 'nobody-at-all',
  'an email of nobody': async () => 'nobody@mail.example',
  "another tenant's consumer": async () => (await app.make.consumer(await app.make.tenant())).username,
  'an admin': async () => (await app.make.admin()).username,
}

/** Logs in with a wrong password, answering which hashes it was checked against. */
async function logIn(path: string, usernameOrEmail: string) {
  checks.length = 0
  const answer = await app.client().post(path, { usernameOrEmail, password: 'not-this-one' })
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_credentials'])
  return [...checks]
}

test.each(Object.entries(unknown))(
  'a login of %s checks one hash, as that of a user does',
  async (_who, name) => {
    const path = `/v1/customers/${tenant.url}/login`
    const { username } = await app.make.consumer(tenant, { passwordHash: await hashPassword(testPassword) })
    const ofUser = await logIn(path, username)
    const ofNobody = await logIn(path, await name())
    expect([ofUser.length, ofNobody.length]).toEqual([1, 1])
    // Kind of hash, version, and parameters: what decides how long it takes.
    const costOf = ([check]: typeof checks) => check?.hash.split('$').slice(0, 4)
    expect(costOf(ofNobody)).toEqual(costOf(ofUser))
    expect(ofNobody[0]?.password).toBe('not-this-one')
  },
)

test('an admin login of nobody checks one hash too', async () => {
  expect(await logIn('/v1/admin/login', 'nobody-at-all')).toHaveLength(1)
  expect(await logIn('/v1/admin/login', (await app.make.admin()).username)).toHaveLength(1)
})

test('a guessed token to reset a password costs no hash, whether its user is known or not', async () => {
  const { username } = await app.make.consumer(tenant)
  hashed.length = 0
  for (const name of [username, 'nobody-at-all']) {
    const answer = await app.client().put(`/v1/customers/${tenant.url}/password/change`, {
      username: name,
      verificationToken: 'A'.repeat(43),
      newPassword: 'another-Passw0rd',
      confirmNewPassword: 'another-Passw0rd',
    })
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_verification_token'])
  }
  expect(hashed).toEqual([])
})

/** The statements that a piece of work sends to the database. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const query = pg.Client.prototype.query as (...input: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...input: unknown[]) {
    const [first] = input
    statements.push(typeof first === 'string' ? first : (first as { text: string }).text)
    return query.apply(this, input) as never
  })
  await work()
  vi.restoreAllMocks()
  return statements
}

const wrongCode = { passwordToken: '000000' }

test.each(['verify', 'validity', 'resend'])(
  '%s asks the database the same for an unknown user',
  async (call) => {
    const ask = (username: string) => {
      const client = app.client()
      if (call === 'validity')
        return client.get('/v1/user/shortcode/validity', { query: { username, ...wrongCode } })
      const body = call === 'verify' ? wrongCode : { otpType: 'password', resend: true }
      return client.post(`/v1/user/shortcode/${call}`, { username, ...body })
    }
    const { username } = await app.make.consumer(tenant)
    const ofUser = await statementsOf(() => ask(username))
    const ofNobody = await statementsOf(() => ask('nobody-at-all'))
    expect(ofUser.length).toBeGreaterThan(2)
    expect(ofNobody).toEqual(ofUser)
  },
)
