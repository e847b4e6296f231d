import { setTimeout as wait } from 'node:timers/promises'
import { automaticPoints, refundPoints } from '../../server/test/crash-points.ts'
import { settleBooks } from './books.ts'
import type { Finding } from './findings.ts'
import type { PurchaseScene } from './purchase-points.ts'
import { serve } from './serve.ts'
import { click, makeShopper, press, type Reply, type Shopper, saveCard, send, signIn } from './shopper.ts'
import { rowsOf, type World } from './world.ts'

/** A payment that nobody waits for: bought automatically, or given back by an admin. */
interface Flow {
  /** Where its process is killed. */
  points: readonly string[]
  /** Brings a consumer to where one call, or the lane, makes it. */
  prepare(world: World, scene: PurchaseScene): Promise<Subject>
  /** What of it is not in the end as it should, once. */
  check(world: World, subject: Subject): Promise<string[]>
}

interface Subject {
  shopper: Shopper
  /** Asks the process that dies. */
  ask(url: string): Promise<Reply>
}

const crashesEach = 3
const endsWithinMs = 60_000

const automatic: Flow = {
  points: automaticPoints,
  async prepare(world, { tenant, packageId }) {
    const shopper = await makeShopper(world, tenant)
    await saveCard(world, shopper)
    const path = `/v1/customers/${tenant.url}/consumers/${shopper.consumer.id}/package/toggleAutoRenewable`
    const body = { isAutoPaymentChecked: true, packageId }
    return { shopper, ask: (url) => send(`${url}${path}`, 'PUT', shopper.headers, body) }
  },
  async check(world, { shopper: { consumer } }) {
    const rows = await rowsOf<{ state: string; credits: number }>(
      world,
      `select state, (select count(*)::int from ledger_entries where reference = 'purchase:' || p.id) as credits
       from purchases p where is_auto_purchase and consumer_id = $1`,
      [consumer.id],
    )
    const stands = rows.map(({ state, credits }) => `${state} and credited ${credits} times`).join('; ')
    return stands === 'settled and credited 1 times' ? [] : [`automatic: ${stands || 'never bought'}`]
  },
}

const refund: Flow = {
  points: refundPoints,
  async prepare(world, { tenant, packageId }) {
    const shopper = await makeShopper(world, tenant)
    const one = click(shopper, packageId, 'card')
    const served = await serve(world)
    await press(served.url, one)
    await served.stop()
    const [paid] = await rowsOf<{ id: number }>(world, 'select id from purchases where consumer_id = $1', [
      shopper.consumer.id,
    ])
    const admin = await signIn(world, (await world.make.admin()).id)
    const headers = { ...admin, 'idempotency-key': one.key }
    const body = {
      paymentHistoryId: paid?.id,
      consumerId: shopper.consumer.id,
      isFullRefund: false,
      amount: 10,
    }
    const ask = (url: string) => send(`${url}/v1/admin/payment-history/refund`, 'POST', headers, body)
    return { shopper, ask }
  },
  async check(world, { shopper: { consumer } }) {
    const rows = await rowsOf<{ state: string; balance: number }>(
      world,
      'select r.state, w.balance from refunds r join wallets w using (consumer_id) where consumer_id = $1',
      [consumer.id],
    )
    const stands = rows.map(({ state, balance }) => `${state}, ${balance} tokens left`).join('; ')
    return stands === 'refunded, 17 tokens left' ? [] : [`refund: ${stands || 'none'}`]
  },
}

/** Kills servers at each point of what nobody waits for; started again, they bring it to its end, once. */
export async function crashWhileFollowing(world: World, scene: PurchaseScene): Promise<Finding[]> {
  await rowsOf(
    world,
    'update packages set is_auto_renewable = true, auto_renew_price_cents = price_cents where id = $1',
    [scene.packageId],
  )
  const findings: Finding[] = []
  for (const [name, flow] of Object.entries({ automatic, refund })) {
    for (const point of flow.points) findings.push(await crashFlowAt(world, scene, { name, flow, point }))
  }
  return findings
}

async function crashFlowAt(
  world: World,
  scene: PurchaseScene,
  { name, flow, point }: { name: string; flow: Flow; point: string },
): Promise<Finding> {
  await world.sandbox.control('webhooks', { lose: -1 })
  world.frontDoor.lead(null)
  const violations: string[] = []
  const subjects: Subject[] = []
  for (let count = 0; count < crashesEach * world.times; count++)
    subjects.push(await flow.prepare(world, scene))
  for (const { ask } of subjects) {
    const dying = await serve(world, { CRASH_AT: point })
    while ((await ask(dying.url)).status === 503);
    const signal = await Promise.race([dying.ended, wait(endsWithinMs, 'none')])
    if (signal !== 'SIGKILL') violations.push(`the process ended with ${signal} at ${point}`)
    await dying.kill()
    // No process that is yet to be killed is to find this one's, and be killed over that.
    await shiftLooks(world, '1 hour')
  }
  for (const _ of subjects) await shiftLooks(world, '-1 hour')
  const served = await serve(world)
  // What was rolled back is asked for again by a person alone; of the rest, by every other one.
  const again = subjects.filter((_, index) => point.endsWith('in-transaction') || index % 2 === 0)
  for (const { ask } of again) await ask(served.url)
  let wrong: string[] = []
  do {
    await wait(200)
    wrong = (await Promise.all(subjects.map((subject) => flow.check(world, subject)))).flat()
  } while (wrong.length > 0 && Date.now() - served.readyAt < endsWithinMs)
  const settledMs = Date.now() - served.readyAt
  const { violations: unequal } = await settleBooks(world)
  await served.stop()
  return {
    what: `SIGKILL at ${point}, ${name}`,
    runs: `${subjects.length} crashes`,
    violations: [...violations, ...wrong, ...unequal],
    worstSettleMs: settledMs,
  }
}

async function shiftLooks(world: World, by: string): Promise<void> {
  for (const table of ['purchases', 'refunds', 'auto_purchases'])
    await rowsOf(world, `update ${table} set next_look_at = next_look_at + $1::interval`, [by])
}
