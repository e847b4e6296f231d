import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { childEnvironment } from '../../test/child-environment.ts'
import { unique } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'

const entry = fileURLToPath(new URL('./create-admin.ts', import.meta.url))
const password = 'a password of eight or more'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function create(values: Record<string, string>, input: string) {
  const options = { 'full-name': 'Ada Whitlock', 'contact-number': '+1 202 555 0100', ...values }
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  const child = spawn(process.execPath, [entry, ...words], {
    env: { ...childEnvironment, DATABASE_URL: app.databaseUrl },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => undefined).end(input)
  const [said, complained, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { said, complained, code }
}

const newcomer = () => {
  const username = unique('ada')
  return { username, email: `${username}@almanac.example` }
}

describe('an admin made on the server', () => {
  test('logs in at once, and is in the audit without the password', async () => {
    const ada = newcomer()
    const made = await create(ada, `${password}\n`)
    expect(made).toEqual({ said: `${ada.username} can log in at /admin/login.\n`, complained: '', code: 0 })
    const client = app.client()
    const body = { usernameOrEmail: ada.username, password, rememberMe: false }
    expect(await client.post('/v1/admin/login', body)).toMatchObject({ status: 200 })
    const rows = await app.query<{ subject: string; after: unknown; actorRole: string; actorUserId: null }>(
      `select a.subject, a.after, a.actor_role, a.actor_user_id from audit_entries a
         join users u on a.subject = 'user:' || u.id where u.username = '${ada.username}'`,
    )
    expect(rows).toEqual([
      {
        subject: expect.stringMatching(/^user:\d+$/),
        after: expect.anything(),
        actorRole: 'server',
        actorUserId: null,
      },
    ])
    expect(JSON.stringify(rows)).not.toContain(password)
    expect(JSON.stringify(rows)).not.toContain('argon2')
    const { data } = (await client.get('/v1/admin/audit-entries?action=add-admin')).body as { data: object[] }
    expect(data[0]).toMatchObject({
      username: null,
      role: 'server',
      subjectName: ada.username,
      customerUrl: null,
    })
  })

  test('is made once: a name that is taken is refused, and changes nothing', async () => {
    const ada = newcomer()
    expect(await create(ada, `${password}\n`)).toMatchObject({ code: 0 })
    expect(await create({ ...ada, email: 'other@almanac.example' }, `${password}\n`)).toMatchObject({
      code: 1,
      complained: expect.stringMatching(/username/i),
    })
    const count = `select count(*)::int as count from audit_entries where after::text like '%${ada.username}%'`
    expect(await app.query(count)).toEqual([{ count: 1 }])
  })

  test.each([
    ['a name with a space', { username: 'ada w' }, `${password}\n`, 'Username cannot contain spaces or @.'],
    ['no password', {}, '', 'Password is required'],
    ['a short password', {}, 'short\n', 'Password must be at least 8 characters long.'],
  ])('is refused with %s, in the words of every form', async (_what, values, input, words) => {
    const refused = await create({ ...newcomer(), ...values }, input)
    expect(refused).toMatchObject({ code: 1, complained: expect.stringContaining(words) })
  })
})
