import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { MadeTenant } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { claimMessages, claimSql, renewLeases } from './claim-messages.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterEach(async () => {
  await app.query(`update outbox_messages set state = 'failed' where state in ('queued', 'sending')`)
})
afterAll(() => app.close())

/** Receipts that are due since so many seconds, one a second. */
async function due(tenant: MadeTenant | null, count: number, sinceSeconds: number): Promise<void> {
  await sql`
    insert into outbox_messages (tenant_id, channel, lane, recipient, text, next_attempt_at, expires_at)
    select ${tenant?.id ?? null}::int, 'email', 'mail', 'someone@mail.example', 'A word.',
      now() + make_interval(secs => n - ${sinceSeconds}::int), now() + interval '1 day'
    from generate_series(0, ${count}::int - 1) n
  `.execute(app.deps.db.reader)
}

const claim = async (wish: { room: number; share: number; held?: ReadonlyMap<number | null, number> }) => {
  const { claimed } = await claimMessages(app.deps.db, 'mail', { held: new Map(), ...wish }, 60)
  return claimed.map(({ tenantId }) => tenantId)
}

describe('a claim takes the tenants in turn', () => {
  test('who has the fewest in hand first, then who has waited longest, none beyond its share', async () => {
    const [big, small] = [await app.make.tenant(), await app.make.tenant()]
    await due(big, 30, 3_000)
    await due(small, 3, 60)
    await due(null, 1, 30)
    const held = new Map([[big.id, 2]])
    expect(await claim({ room: 6, share: 4, held })).toEqual([
      small.id,
      null,
      small.id,
      big.id,
      small.id,
      big.id,
    ])
    expect(await claim({ room: 6, share: 4, held: new Map([[big.id, 4]]) })).toEqual([])
    expect(await claim({ room: 3, share: 4 })).toEqual([big.id, big.id, big.id])
  })

  test('and two at once share out what there is', async () => {
    const tenant = await app.make.tenant()
    await due(tenant, 10, 60)
    const wish = { room: 10, share: 10, held: new Map() }
    const both = await Promise.all([1, 2, 3].map(() => claimMessages(app.deps.db, 'mail', wish, 60)))
    const ids = both.flatMap(({ claimed }) => claimed.map(({ id }) => id))
    expect([ids.length, new Set(ids).size]).toEqual([10, 10])
  })

  test('but leaves what is not due, and what other lanes send', async () => {
    await due(await app.make.tenant(), 2, -60)
    expect(await claim({ room: 5, share: 5 })).toEqual([])
    await app.query(
      `update outbox_messages set next_attempt_at = now(), lane = 'code-mail' where state = 'queued'`,
    )
    expect(await claim({ room: 5, share: 5 })).toEqual([])
  })
})

test.each([
  ['that another worker has claimed since', 'attempts = attempts + 1'],
  ['that was sent meanwhile', `state = 'sent'`],
])('a worker that was held up renews no lease of a message %s', async (_, change) => {
  const { db } = app.deps
  const tenant = await app.make.tenant()
  await due(tenant, 1, 60)
  const { claimed } = await claimMessages(db, 'mail', { room: 1, share: 1, held: new Map() }, 60)
  await app.query(`update outbox_messages set ${change} where tenant_id = ${tenant.id}`)
  const rowOf = () => app.query(`select * from outbox_messages where tenant_id = ${tenant.id}`)
  const before = await rowOf()
  await renewLeases(db, claimed, 600)
  expect([claimed.length, await rowOf()]).toEqual([1, before])
})

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: PlanNode[]
}

test('a claim looks at a few rows of each tenant, however many are due', async () => {
  const [big, ...small] = await Promise.all(Array.from({ length: 5 }, () => app.make.tenant()))
  if (!big) throw new Error('No tenant was made')
  await due(big, 30_000, 40_000)
  for (const tenant of small) await due(tenant, 3, 60)
  await app.query('analyze outbox_messages')
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`
    explain (analyze, format json) ${claimSql('mail', { room: 20, share: 10, held: new Map() }, 60)}
  `.execute(app.deps.db.reader)
  const [explained] = Object.values(rows[0] ?? {})
  const nodes: PlanNode[] = []
  const walk = (node: PlanNode) => {
    nodes.push(node)
    for (const child of node.Plans ?? []) walk(child)
  }
  walk((explained as [{ Plan: PlanNode }])[0].Plan)
  const scans = nodes.filter(
    (node) => node['Relation Name'] === 'outbox_messages' && node['Node Type'].includes('Scan'),
  )
  expect(scans.length).toBeGreaterThan(0)
  expect(scans.map((node) => node['Node Type'])).not.toContain('Seq Scan')
  const looked = scans.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0)
  expect(looked).toBeLessThan(150)
})
