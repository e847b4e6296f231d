import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { sunburstsOf } from '../../../test/sunbursts.ts'
import { renewClaims } from './claim-deliveries.ts'
import { recordAccepted } from './record-outcome.ts'

let app: TestApp
let sun: ReturnType<typeof sunburstsOf>

beforeAll(async () => {
  app = await startTestApp()
  sun = sunburstsOf(app)
})
afterAll(() => app.close())

/** Deliveries of one text, each in a state of its own, with the provider's id that it has. */
async function inStates(...states: [state: string, providerId?: string][]): Promise<number[]> {
  const tenant = await app.make.tenant()
  for (const _ of states) await sun.subscriber(tenant, { mediums: ['sms'] })
  const textId = await sun.text(tenant)
  await sun.plan()
  const rows = await sun.deliveries(textId)
  for (const [index, [state, providerId]] of states.entries()) {
    await app.query(
      `update deliveries set state = '${state}', provider_id = ${providerId ? `'${providerId}'` : 'null'} where id = ${rows[index]?.id}`,
    )
  }
  return rows.map(({ id }) => id)
}

const statesOf = async (ids: readonly number[]) =>
  (
    await app.query<{ state: string; providerId: string | null }>(
      `select state, provider_id from deliveries where id in (${ids}) order by id`,
    )
  ).map(({ state, providerId }) => `${state} ${providerId}`)

test('what the provider took is sent, and what has come further stays there', async () => {
  const ids = await inStates(
    ['sending'],
    ['unknown'],
    ['delivered', 'SM-c'],
    ['undeliverable', 'SM-d'],
    ['planned'],
  )
  await recordAccepted(
    sun.deps,
    ids.map((id, index) => ({ id, providerId: `SM-${'abcde'[index]}` })),
  )
  expect(await statesOf(ids)).toEqual([
    'sent SM-a',
    'sent SM-b',
    'delivered SM-c',
    'undeliverable SM-d',
    'planned null',
  ])
  const [row] = await app.query<{ minutes: number; isStamped: boolean }>(
    `select extract(epoch from next_look_at - present())::int / 60 as minutes, sent_at = present() as is_stamped
     from deliveries where id = ${ids[0]}`,
  )
  expect(row).toEqual({ minutes: 15, isStamped: true })
})

test('an id that the provider names twice is one message alone, and the others are recorded', async () => {
  const ids = await inStates(['sending'], ['sending'], ['sending'])
  await recordAccepted(
    sun.deps,
    ids.map((id, index) => ({ id, providerId: index === 2 ? 'SM-other' : 'SM-twice' })),
  )
  expect(await statesOf(ids)).toEqual(['sent SM-twice', 'sending null', 'sent SM-other'])
})

test('a row that holds the id of another attempt keeps it', async () => {
  const ids = await inStates(['unknown', 'SM-first'])
  await recordAccepted(sun.deps, [{ id: ids[0] ?? 0, providerId: 'SM-second' }])
  expect(await statesOf(ids)).toEqual(['unknown SM-first'])
})

test('a message that was given back before is not the one that was taken now', async () => {
  const [id = 0] = await inStates(['sending'])
  await app.query(`update deliveries set past_provider_ids = '{SM-back}' where id = ${id}`)
  await recordAccepted(sun.deps, [{ id, providerId: 'SM-back' }])
  expect(await statesOf([id])).toEqual(['sending null'])
})

describe('several rows are locked in the order of their ids', () => {
  /** Whether the second row is free while somebody else holds the first, and `change` waits for it. */
  async function waitsInOrder(ids: readonly number[], change: () => Promise<unknown>): Promise<void> {
    const lock = (id: number | undefined) => sql`select from deliveries where id = ${id} for update nowait`
    let changed: Promise<unknown> | undefined
    await app.deps.db.transact(async (tx) => {
      await lock(ids[0]).execute(tx)
      changed = change()
      await expect
        .poll(() =>
          app.query(
            `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          ),
        )
        .toHaveLength(1)
      await lock(ids[1]).execute(tx)
    })
    await changed
  }

  test('by what records the answers of a provider', async () => {
    const ids = await inStates(['sending'], ['sending'])
    const answers = ids.map((id) => ({ id, providerId: `SM-in-order-${id}` }))
    await waitsInOrder(ids, () => recordAccepted(sun.deps, answers.toReversed()))
    expect(await statesOf(ids)).toEqual(ids.map((id) => `sent SM-in-order-${id}`))
  })

  test('by what renews claims', async () => {
    const ids = await inStates(['sending'], ['sending'])
    await app.query(`update deliveries set claimed_at = present() - interval '1 minute' where id in (${ids})`)
    await waitsInOrder(ids, () => renewClaims(app.deps.db, ids.toReversed()))
    expect(
      await app.query(`select from deliveries where id in (${ids}) and claimed_at = present()`),
    ).toHaveLength(2)
  })
})
