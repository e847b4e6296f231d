import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { answerChallenge, type Buyer, creditsOf, makeBuyer } from '../../../test/buyer.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { cardProviderOf, withCardProvider } from '../../../test/provider.ts'
import { openDatabase } from '../../platform/database.ts'
import { runJobs } from '../../platform/jobs.ts'
import { drainLane, type Lane } from '../../platform/lanes.ts'
import type { DuePurchase } from './claim-purchases.ts'
import type { PaymentDeps } from './deps.ts'
import type { PaymentProvider } from './ports.ts'
import { reconcileLanes } from './reconcile-purchases.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  await app.sandbox.control('webhooks', { provider: 'stripe', lose: -1 })
})
afterAll(() => app.close())
afterEach(() => fetch(`${app.sandbox.url}/sandbox/control/faults`, { method: 'DELETE' }))

const allOfIt = { room: 10, share: 10, held: new Map() }

function laneNamed(name: string, deps: PaymentDeps = app.deps): Lane<DuePurchase> {
  const lane = reconcileLanes(deps).find((one) => one.name === name)
  if (!lane) throw new Error(`There is no lane ${name}`)
  return lane
}

/** Purchases as rows alone; the provider has never heard of them. Answers their ids. */
async function insertPurchases(
  buyer: Buyer,
  count: number,
  values: Record<string, string>,
): Promise<number[]> {
  const names = Object.keys(values)
  const rows = await app.query<{ id: number }>(
    `insert into purchases (tenant_id, consumer_id, package_id, package_name, number_of_tokens, amount_cents, provider,
       payment_method, request_hash ${names.map((name) => `, ${name}`).join('')})
     select ${buyer.tenant.id}, ${buyer.consumer.id}, ${buyer.packageId}, 'Package', 28, 2520, 'stripe', 'Stripe', 'hash'
       ${names.map((name) => `, ${values[name]}`).join('')}
     from generate_series(1, ${count}) returning id`,
  )
  return rows.map(({ id }) => id)
}

const endAll = () =>
  app.query(`update purchases set state = 'settled', next_look_at = null where state <> 'settled'`)

describe('the look at a purchase', () => {
  const due = { next_look_at: 'now()' }
  test.each([
    ['started', 'reconcile-purchases', { state: `'started'` }, [5, 10, 15, 20, 20, 20]],
    [
      'a challenge',
      'watch-challenges',
      { state: `'requires_action'` },
      [90, 180, 360, 720, 1_440, 2_880, 3_600],
    ],
    [
      'failed, with a charge',
      'close-purchases',
      { state: `'failed'`, provider_payment_id: `'pi_' || gen_random_uuid()` },
      [5, 10, 20, 40, 80],
    ],
    [
      'given up',
      'close-purchases',
      { state: `'failed'`, failure_code: `'abandoned'` },
      [120, 240, 480, 960, 1_920, 3_840, 7_680, 14_400, 14_400],
    ],
  ])('%s comes again ever later', async (_what, name, state, expected) => {
    const [id] = await insertPurchases(await makeBuyer(app), 1, { ...state, ...due })
    const pauses: number[] = []
    for (let look = 0; look < expected.length; look++) {
      const { rows } = await laneNamed(name).claim(allOfIt)
      expect(rows.map((row) => row.id)).toEqual([id])
      const [row] = await app.query<{ seconds: number }>(
        `select extract(epoch from next_look_at - now())::float as seconds from purchases where id = ${id}`,
      )
      pauses.push(Math.round((row?.seconds ?? 0) / 5) * 5)
      await app.query(`update purchases set next_look_at = now() where id = ${id}`)
    }
    expect(pauses).toEqual(expected)
    await endAll()
  })

  test('at a challenge comes when its day is over, however long the pause would be', async () => {
    const [id] = await insertPurchases(await makeBuyer(app), 1, {
      ...due,
      state: `'requires_action'`,
      looks: '9',
      created_at: `now() - interval '23 hours 50 minutes'`,
    })
    await laneNamed('watch-challenges').claim(allOfIt)
    const [row] = await app.query<{ minutes: number }>(
      `select round(extract(epoch from next_look_at - now()) / 60)::int as minutes from purchases where id = ${id}`,
    )
    expect(row?.minutes).toBe(10)
    await endAll()
  })

  test('is moved on before the provider is asked', async () => {
    const buyer = await makeBuyer(app)
    await buyer.buy({ paymentId: 'pm_card_authenticationRequired' })
    await app.query("update purchases set next_look_at = now() where state = 'requires_action'")
    let isDueMeanwhile: boolean | undefined
    const lookUp: PaymentProvider['lookUp'] = async (sent) => {
      const [row] = await app.query<{ isDue: boolean }>(
        `select next_look_at <= now() as is_due from purchases where provider_payment_id = '${sent.providerPaymentId}'`,
      )
      isDueMeanwhile = row?.isDue
      return cardProviderOf(app.deps).lookUp(sent)
    }
    const deps = withCardProvider(app.deps, { lookUp })
    await drainLane(laneNamed('watch-challenges', deps), app.deps.log)
    expect(isDueMeanwhile).toBe(false)
    await endAll()
  })

  test('is held while it takes longer than its pause', async () => {
    const lane = laneNamed('reconcile-purchases')
    const [id] = await insertPurchases(await makeBuyer(app), 1, due)
    const { rows } = await lane.claim(allOfIt)
    await app.query(`update purchases set next_look_at = now() where id = ${id}`)
    await lane.renew?.(rows)
    expect((await lane.claim(allOfIt)).rows).toEqual([])
    await endAll()
    await lane.renew?.(rows)
    expect(await app.query(`select id from purchases where id = ${id} and next_look_at is not null`)).toEqual(
      [],
    )
  })
})

describe('a claim', () => {
  test('takes the longest due first', async () => {
    const buyer = await makeBuyer(app)
    const ids: (number | undefined)[] = []
    for (const ago of [1, 3, 2]) {
      ids.push(...(await insertPurchases(buyer, 1, { next_look_at: `now() - interval '${ago} minutes'` })))
    }
    const { rows } = await laneNamed('reconcile-purchases').claim({ ...allOfIt, room: 2 })
    expect(rows.map(({ id }) => id).sort()).toEqual([ids[1], ids[2]].sort())
    await endAll()
  })

  test('takes no more of a tenant than its share, what it holds included', async () => {
    const [many, few] = [await makeBuyer(app), await makeBuyer(app)]
    await insertPurchases(many, 8, { next_look_at: `now() - interval '1 hour'` })
    await insertPurchases(few, 1, { next_look_at: 'now()' })
    const lane = laneNamed('reconcile-purchases')
    const held = new Map([[many.tenant.id, 1]])
    const { rows } = await lane.claim({ room: 4, share: 3, held })
    expect(rows.map(({ tenantId }) => tenantId).sort()).toEqual(
      [many.tenant.id, many.tenant.id, few.tenant.id].sort(),
    )
    await endAll()
  })

  test('leaves alone what was sent to another account of the provider', async () => {
    await insertPurchases(await makeBuyer(app), 1, {
      provider_account: `'live:acct_other'`,
      next_look_at: 'now()',
    })
    expect((await laneNamed('reconcile-purchases').claim(allOfIt)).rows).toEqual([])
    await endAll()
  })

  test('reads a small index of its own while 20,000 challenges are open and due', async () => {
    const buyer = await makeBuyer(app)
    await insertPurchases(buyer, 20_000, {
      state: `'requires_action'`,
      next_look_at: `now() - interval '1 hour'`,
    })
    await insertPurchases(buyer, 3, { next_look_at: 'now()' })
    await app.query('analyze purchases')
    const sent: { sql: string; parameters: readonly unknown[] }[] = []
    const db = openDatabase(app.databaseUrl, { poolSize: 1, onQuery: (query) => sent.push(query) })
    for (const [name, index] of [
      ['reconcile-purchases', 'purchases_started'],
      ['watch-challenges', 'purchases_challenged'],
      ['close-purchases', 'purchases_closing'],
    ] as const) {
      await laneNamed(name, { ...app.deps, db }).claim(allOfIt)
      const claim = sent.at(-1)
      if (!claim) throw new Error('No statement was sent')
      const plan = await explain(claim)
      expect(plan).toContain(index)
      expect(plan).not.toContain('Seq Scan on purchases')
    }
    await db.close()
    await app.query("delete from purchases where request_hash = 'hash'")
  })
})

async function explain(query: { sql: string; parameters: readonly unknown[] }): Promise<string> {
  const texts = query.sql.split(/\$\d+/)
  const order = [...query.sql.matchAll(/\$(\d+)/g)].map(([, place]) => query.parameters[Number(place) - 1])
  const parts = texts.flatMap((text, index) => [
    sql.raw(text),
    index < order.length ? sql`${order[index]}` : sql``,
  ])
  const { rows } = await sql<Record<string, string>>`explain ${sql.join(parts, sql``)}`.execute(
    app.deps.db.reader,
  )
  return rows.flatMap((row) => Object.values(row)).join('\n')
}

test('a paid purchase whose answer was lost is settled while slow looks at challenges are still going on', async () => {
  for (let tenants = 0; tenants < 4; tenants++) {
    const buyer = await makeBuyer(app)
    await insertPurchases(buyer, 5, {
      state: "'requires_action'",
      provider_account: `'${cardProviderOf(app.deps).account}'`,
      provider_payment_id: "'pi_held_' || gen_random_uuid()",
    })
  }
  const buyer = await makeBuyer(app)
  const lost = { provider: 'stripe', kind: 'error_500_after_success', times: 3, path: '/v1/payment_intents' }
  await app.sandbox.control('faults', lost)
  expect((await buyer.buy()).body.code).toBe('payment_pending')
  await app.query(`update purchases set next_look_at = now() where state = 'started'`)
  await app.query(
    `update purchases set next_look_at = now() - interval '1 hour' where state = 'requires_action'`,
  )
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let looks = 0
  const lookUp: PaymentProvider['lookUp'] = async (sent) => {
    if (sent.providerPaymentId !== null) {
      looks += 1
      await released
    }
    return cardProviderOf(app.deps).lookUp(sent)
  }
  const deps = withCardProvider(app.deps, { lookUp })
  const runner = runJobs(reconcileLanes(deps), app.deps.log)
  await expect.poll(() => creditsOf(app, buyer.consumer)).toEqual([28])
  await expect.poll(() => looks).toBeGreaterThan(0)
  release()
  await runner.stop()
  await endAll()
  await app.query("delete from purchases where request_hash = 'hash'")
})

test('a challenge that is approved meanwhile is settled by its own window', async () => {
  const buyer = await makeBuyer(app)
  const { body } = await buyer.buy({ paymentId: 'pm_card_authenticationRequired' })
  await answerChallenge(app, body.clientSecret, 'approve')
  await app.query(`update purchases set next_look_at = now() where id = ${body.purchaseId}`)
  await drainLane(laneNamed('watch-challenges'), app.deps.log)
  expect(await creditsOf(app, buyer.consumer)).toEqual([28])
})
