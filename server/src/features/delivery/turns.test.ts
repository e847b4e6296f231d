import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { MadeTenant } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { noon, sunburstsOf } from '../../../test/sunbursts.ts'
import { claimDeliveries, releaseDeliveries, renewClaims } from './claim-deliveries.ts'
import { deliveryLanes } from './send-deliveries.ts'

let app: TestApp
let sun: ReturnType<typeof sunburstsOf>
const tenants: MadeTenant[] = []

beforeAll(async () => {
  app = await startTestApp()
  sun = sunburstsOf(app)
  for (const _ of [1, 2, 3]) tenants.push(await app.make.tenant())
  for (const tenant of tenants) await sun.subscriber(tenant, { tokens: 100 })
})
afterEach(async () => {
  await app.query(`update deliveries set state = 'unknown'`)
  await sun.clock.set(noon)
})
afterAll(() => app.close())

/** So many texts of a tenant, planned: a row for each of them in either lane. */
async function plan(tenant: MadeTenant | undefined, texts: number): Promise<void> {
  for (let text = 0; text < texts; text++) if (tenant) await sun.text(tenant)
  await sun.plan()
}

const idOf = (index: number) => tenants[index]?.id ?? 0

/** Which tenants had their turn, as numbers of their place. */
async function claim(
  values: { after?: number; room?: number; share?: number; held?: [number, number][] } = {},
) {
  const { claimed } = await claimDeliveries(sun.deps, {
    medium: 'sms',
    afterTenantId: values.after === undefined ? 0 : idOf(values.after),
    room: values.room ?? 20,
    share: values.share ?? 20,
    held: new Map((values.held ?? []).map(([index, count]) => [idOf(index), count])),
  })
  return claimed.map(({ tenantId }) => tenants.findIndex(({ id }) => id === tenantId))
}

describe('a claim', () => {
  test.each([
    ['takes the share of one tenant after the other', { share: 2 }, [0, 0, 1, 1, 2, 2]],
    [
      'begins with the tenant after the last one, and comes round',
      { share: 2, after: 0 },
      [1, 1, 2, 2, 0, 0],
    ],
    ['after the last tenant begins anew', { share: 1, after: 2 }, [0, 1, 2]],
    ['ends where there is no more room', { share: 2, room: 3, after: 1 }, [2, 2, 0]],
    [
      'counts what a tenant holds already',
      {
        share: 3,
        held: [
          [0, 1],
          [1, 3],
        ],
      },
      [0, 0, 2, 2, 2],
    ],
    ['takes no more than is due', {}, [0, 0, 0, 1, 1, 1, 2, 2, 2]],
  ] as const)('%s', async (_, wish, turns) => {
    for (const tenant of tenants) await plan(tenant, 3)
    expect(await claim(wish as Parameters<typeof claim>[0])).toEqual(turns)
  })

  test('takes those of a tenant that have been due longest', async () => {
    await plan(tenants[0], 3)
    await app.query(
      `update deliveries set send_after = present() - make_interval(secs => id::int % 3) where state = 'planned'`,
    )
    const due = await app.query<{ id: number }>(
      `select id from deliveries where state = 'planned' and medium = 'sms' order by send_after, id limit 2`,
    )
    await claim({ share: 2 })
    const claimed = await app.query<{ id: number }>(
      `select id from deliveries where state = 'sending' order by send_after, id`,
    )
    expect(claimed).toEqual(due)
  })

  test('finds nothing of a tenant all of whose rows wait, until they are released', async () => {
    await plan(tenants[0], 2)
    await plan(tenants[1], 1)
    await app.query(
      `update deliveries set send_after = present() + interval '1 minute', is_waiting = true
       where state = 'planned' and tenant_id = ${idOf(0)}`,
    )
    expect(await releaseDeliveries(app.deps.db, [])).toBe(0)
    expect(await claim()).toEqual([1])
    await sun.clock.set(new Date(noon.getTime() + 60_000))
    expect(await releaseDeliveries(app.deps.db, [])).toBe(4)
    expect(await claim()).toEqual([0, 0])
  })

  test('of a lane begins where its last one ended', async () => {
    for (const tenant of tenants) await plan(tenant, 2)
    const [lane] = deliveryLanes(sun.deps)
    const turns: number[] = []
    for (let place = 0; place < 5; place++) {
      const claimed = await lane?.claim({ room: 1, share: 5, held: new Map() })
      turns.push(
        ...(claimed?.rows ?? []).map(({ tenantId }) => tenants.findIndex(({ id }) => id === tenantId)),
      )
    }
    expect(turns).toEqual([0, 1, 2, 0, 1])
  })

  test('at the same moment as others takes what they leave', async () => {
    for (const tenant of tenants) await plan(tenant, 4)
    const turns = await Promise.all([claim({ room: 5 }), claim({ room: 5 }), claim({ room: 5 })])
    expect(turns.flat().length).toBeGreaterThan(5)
    const [row] = await app.query<{ count: number }>(
      `select count(*)::int as count from deliveries where state = 'sending' and attempts = 1`,
    )
    expect(row?.count).toBe(turns.flat().length)
  })
})

test('a claim is renewed while its row is in hand, and not when it is over', async () => {
  await plan(tenants[0], 2)
  await claim()
  await app.query(
    `update deliveries set claimed_at = present() - interval '1 minute' where state = 'sending'`,
  )
  const rows = await app.query<{ id: number }>(
    `select id from deliveries where state = 'sending' order by id`,
  )
  await app.query(`update deliveries set state = 'sent' where id = ${rows[1]?.id}`)
  await renewClaims(
    app.deps.db,
    rows.map(({ id }) => id),
  )
  const ages = await app.query<{ age: number }>(
    `select extract(epoch from present() - claimed_at)::int as age from deliveries where id in (${rows.map(({ id }) => id)}) order by id`,
  )
  expect(ages).toEqual([{ age: 0 }, { age: 60 }])
})
