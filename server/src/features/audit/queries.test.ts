import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { auditActions } from '@almanac/contract/audit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import type { MadeTenant, MadeUser } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp
let client: TestClient
let admin: { id: number; username: string }
let tenant: MadeTenant
let operator: MadeUser
const path = '/v1/admin/audit-entries'

interface Row {
  at: string
  action?: string
  who?: 'operator' | 'admin'
  subject?: string
  before?: unknown
  after?: unknown
}

async function write(...rows: Row[]): Promise<void> {
  await app.deps.db.reader
    .insertInto('auditEntries')
    .values(
      rows.map(({ at, action = 'add-audio', who = 'operator', subject = 'audio:17', before, after }) => ({
        tenantId: who === 'operator' ? tenant.id : null,
        actorUserId: who === 'operator' ? operator.id : admin.id,
        actorRole: who === 'operator' ? 'customer' : 'admin',
        action,
        subject,
        before: before === undefined ? null : JSON.stringify(before),
        after: after === undefined ? null : JSON.stringify(after),
        createdAt: new Date(at),
      })),
    )
    .execute()
}

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.make.admin()
  tenant = await app.make.tenant()
  operator = await app.make.operator(tenant)
  client = await app.signIn(admin.username, null)
  await write(
    { at: '2026-11-01T12:00:00Z', after: { audioName: 'The Open Door' } },
    { at: '2026-11-02T04:30:00Z', action: 'answer-ticket', subject: 'ticket:9' },
    {
      at: '2026-11-02T12:00:00Z',
      action: 'update-profile',
      who: 'admin',
      subject: `user:${admin.id}`,
      before: { fullName: 'A', snake_case: 1 },
      after: { fullName: 'B', snake_case: 2 },
    },
    { at: '2026-11-02T12:00:00Z', action: 'of-another-version', subject: 'planet:Mars' },
  )
})
afterAll(() => app.close())

const list = (query: Record<string, string> = {}) => client.get(path, { query })
const actionsOf = async (query: Record<string, string>) =>
  (await list(query)).body.data.map(({ action }: { action: string }) => action)

describe('the acts of admins and operators', () => {
  test('are listed newest first, with who, what and for whom, and without what they recorded', async () => {
    const { status, body } = await list()
    expect(status).toBe(200)
    expect([body.totalItems, body.isApproximate]).toEqual([4, undefined])
    expect(body.data[0]).toEqual({
      id: expect.any(Number),
      createdAt: '2026-11-02T12:00:00.000Z',
      username: operator.username,
      fullName: 'Testa Person',
      role: 'customer',
      action: 'of-another-version',
      subject: 'planet:Mars',
      subjectName: null,
      customerUrl: tenant.url,
    })
    expect(body.data[1]).toMatchObject({ action: 'update-profile', role: 'admin', customerUrl: null })
    expect(await actionsOf({ isShortAscending: 'true', itemPerPage: '2' })).toEqual([
      'add-audio',
      'answer-ticket',
    ])
    expect(await actionsOf({ page: '2', itemPerPage: '3' })).toEqual(['add-audio'])
  })

  test.each<[string, () => Record<string, string>, string[]]>([
    [
      'a tenant',
      () => ({ customerId: String(tenant.id) }),
      ['of-another-version', 'answer-ticket', 'add-audio'],
    ],
    ['a person, by a part of the name', () => ({ searchText: 'DMINA per' }), ['update-profile']],
    [
      'a person, by the username',
      () => ({ searchText: operator.username }),
      ['of-another-version', 'answer-ticket', 'add-audio'],
    ],
    ['a sign of patterns is itself', () => ({ searchText: '%' }), []],
    ['an action', () => ({ action: 'add-audio' }), ['add-audio']],
    ['an action that there is not', () => ({ action: 'nothing' }), []],
    [
      'days in UTC',
      () => ({ startDate: '2026-11-02', endDate: '2026-11-02', action: 'answer-ticket' }),
      ['answer-ticket'],
    ],
    [
      'days of another zone',
      () => ({
        startDate: '2026-11-02',
        endDate: '2026-11-02',
        timeZone: 'America/New_York',
        customerId: String(tenant.id),
      }),
      ['of-another-version'],
    ],
    [
      'all of these',
      () => ({
        customerId: String(tenant.id),
        searchText: 'testa',
        action: 'add-audio',
        endDate: '2026-11-01',
      }),
      ['add-audio'],
    ],
  ])('are found by %s', async (_name, query, expected) => {
    expect(await actionsOf(query())).toEqual(expected)
  })

  test.each<[string, Record<string, string>, number]>([
    ['a tenant that there is not', { customerId: '2000000000' }, 404],
    ['a zone that there is not', { timeZone: 'Moon/Base' }, 400],
    ['days in the wrong order', { startDate: '2026-11-02', endDate: '2026-11-01' }, 400],
  ])('are not looked for by %s', async (_name, query, status) => {
    expect((await list(query)).status).toBe(status)
    expect((await client.get(`${path}/csv`, { query })).status).toBe(status)
  })

  test('are read one by one with what was there before and after, names as they were', async () => {
    const [entry] = (await list({ action: 'update-profile' })).body.data
    const { status, body } = await client.get(`${path}/${entry.id}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      ...entry,
      before: { fullName: 'A', snake_case: 1 },
      after: { fullName: 'B', snake_case: 2 },
    })
    expect((await client.get(`${path}/2000000000`)).body.code).toBe('not_found')
  })

  test('are saved as a file of what is filtered, times in the zone that its head names', async () => {
    const query = { customerId: String(tenant.id), endDate: '2026-11-01', timeZone: 'America/New_York' }
    const { headers, raw } = await client.get(`${path}/csv`, { query })
    expect(headers['content-disposition']).toBe('attachment; filename="audit-to-2026-11-01.csv"')
    expect(raw.toString('utf8').slice(1).trimEnd().split('\r\n')).toEqual([
      'Date Time (America/New_York),Username,Full Name,Role,What,Of,Customer Url,Before,After',
      `2026-11-01 23:30,${operator.username},Testa Person,customer,answered a support ticket,Ticket 9,${tenant.url},,`,
      `2026-11-01 07:00,${operator.username},Testa Person,customer,added a reading,Reading 17,${tenant.url},,"{""audioName"": ""The Open Door""}"`,
    ])
  })

  test('that are more than a file holds are refused with a way out', async () => {
    await app.query(
      `insert into audit_entries (tenant_id, actor_user_id, actor_role, action, subject, created_at)
       select ${tenant.id}, ${operator.id}, 'customer', 'add-audio', 'audio:' || n, '2025-01-01T00:00:00Z'
       from generate_series(1, 10001) n`,
    )
    const tooMany = await client.get(`${path}/csv`)
    expect([tooMany.status, tooMany.body.message]).toEqual([
      400,
      'A file holds 10,000 acts at the most. Please choose fewer days.',
    ])
    const { body } = await list()
    expect(body.isApproximate).toBe(true)
    expect(body.totalItems).toBeGreaterThan(10_000)
  })
})

test('every act that the code records has its words', () => {
  const root = join(import.meta.dirname, '..')
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .filter((text) => text.includes('writeAudit('))
  const recorded = sources.flatMap((text) =>
    [...text.matchAll(/\baction: ((?:'[a-z-]+'(?: \| )?)+)/g)].flatMap(
      ([, words = '']) => words.match(/[a-z-]+/g) ?? [],
    ),
  )
  expect(sources.length).toBeGreaterThan(5)
  expect(recorded.length).toBeGreaterThanOrEqual(sources.length)
  expect(recorded.filter((action) => !(action in auditActions))).toEqual([])
})

// The last one, since what it adds is found by those above.
test('say what people call what was acted on, as it is called by now', async () => {
  const { data } = (await list({ searchText: 'dmina per' })).body
  expect(data[0]).toMatchObject({ subject: `user:${admin.id}`, subjectName: admin.username })
  const other = await app.make.tenant()
  const packageId = await app.make.tokenPackage(other)
  await app.query(`insert into audit_entries (tenant_id, actor_user_id, actor_role, action, subject)
    values (${other.id}, ${admin.id}, 'admin', 'delete-package', 'package:${packageId}'),
      (${other.id}, ${admin.id}, 'admin', 'delete-package', 'package:2000000000'),
      (${other.id}, ${admin.id}, 'admin', 'update-category', 'category:${other.categoryId}'),
      (${other.id}, ${admin.id}, 'admin', 'update-customer', 'tenant:${other.id}')`)
  const named = (await list({ customerId: String(other.id), isShortAscending: 'true' })).body.data
  expect(named.map(({ subjectName }: { subjectName: string | null }) => subjectName)).toEqual([
    expect.stringMatching(/^Package /),
    null,
    expect.stringMatching(/^Sign /),
    `Company ${other.url}`,
  ])
})
