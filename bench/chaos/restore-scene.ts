import { setTimeout as wait } from 'node:timers/promises'
import { type Crowd, openCrowd } from './crowd.ts'
import { readArrivals } from './delivery-books.ts'
import { serve } from './serve.ts'
import {
  type Click,
  click,
  makeShopper,
  paymentKinds,
  press,
  type Shopper,
  saveCard,
  saveDefault,
  send,
  signIn,
} from './shopper.ts'
import { forEachOf } from './suite.ts'
import { rowsOf, type World } from './world.ts'

const subscribers = 120
const texts = 3
const shoppersEach = 4
const rules = 6
export const refunds = 4
export const lostMinutes = 120
const endsWithinMs = 240_000
export const environment = { SMS_QUIET_HOURS: 'off' }

/** Who does what around the backup. */
export interface Scene {
  /** Signed in. */
  admin: Record<string, string>
  crowd: Crowd
  contents: string[]
  clicks: Click[]
  owners: Shopper[]
  /** Purchases paid before the backup, refunded after it. */
  paid: Click[]
}

/** What is planned for the two hours, what waits in the outbox, rules that are about to buy, and who will buy themselves. */
export async function openScene(world: World): Promise<Scene> {
  await world.sandbox.control('webhooks', { lose: -1 })
  const crowd = await openCrowd(world, subscribers)
  const { tenant } = crowd
  const packageId = await world.make.tokenPackage(tenant, {})
  await rowsOf(
    world,
    'update packages set is_auto_renewable = true, auto_renew_price_cents = price_cents where id = $1',
    [packageId],
  )
  const early = await serve(world, environment)
  const paid: Click[] = []
  for (let count = 0; count < refunds; count++)
    paid.push(click(await makeShopper(world, tenant), packageId, 'card'))
  for (const one of paid) await press(early.url, one)
  const owners: Shopper[] = []
  for (let count = 0; count < rules; count++) {
    const shopper = await makeShopper(world, tenant)
    await saveCard(world, shopper)
    owners.push(shopper)
  }
  await early.stop()
  for (const owner of owners) await turnOn(world, owner, packageId)
  const clicks: Click[] = []
  for (const kind of paymentKinds)
    for (let count = 0; count < shoppersEach; count++) {
      const shopper = await makeShopper(world, tenant)
      await saveDefault(world, shopper, kind)
      clicks.push(click(shopper, packageId, kind))
    }
  const contents = await addTexts(world, crowd)
  const admin = await signIn(world, (await world.make.admin()).id)
  return { admin, crowd, contents, clicks, owners, paid }
}

/** Without a worker nothing is bought yet: the backup finds the rule due. */
async function turnOn(
  world: World,
  { consumer, tenant, headers }: Shopper,
  packageId: number,
): Promise<void> {
  const turned = await world.app.inject({
    method: 'PUT',
    url: `/v1/customers/${tenant.url}/consumers/${consumer.id}/package/toggleAutoRenewable`,
    headers,
    payload: { isAutoPaymentChecked: true, packageId },
  })
  if (turned.statusCode >= 300) throw new Error(`The rule was not turned on: ${turned.body}`)
}

/** Due at moments of the two hours; the last minutes are left for what follows. */
async function addTexts(world: World, { tenant }: Crowd): Promise<string[]> {
  const contents: string[] = []
  for (let count = 0; count < texts; count++) {
    const content = `Drill ${count}: ${world.random.between(1, 2 ** 30)}`
    await rowsOf(
      world,
      `insert into short_texts (tenant_id, category_id, message_name, text_content, disburse_at)
       values ($1, $2, 'Drill', $3, now() - make_interval(mins => $4))`,
      [tenant.id, tenant.categoryId, content, world.random.between(5, lostMinutes - 5)],
    )
    contents.push(content)
  }
  return contents
}

/** What the providers had of the two hours when the database was lost. */
export interface Lost {
  arrivals: ReadonlyMap<string, number>[]
  letters: number
  captures: number
  refundedCents: number
}

/** The two hours: everything that is due goes out, people buy, an admin refunds; then the power fails. */
export async function liveOn(world: World, scene: Scene): Promise<Lost> {
  const served = await serve(world, environment)
  await forEachOf(scene.clicks, 4, async (one) => void (await press(served.url, one)))
  await refundAll(world, served.url, scene)
  await until(
    world,
    `select (select count(*) from short_texts where state <> 'sent')
    + (select count(*) from outbox_messages where state in ('queued', 'sending'))
    + (select count(*) from auto_purchases where outcome is distinct from 'settled') as left`,
  )
  await served.kill()
  return readLost(world, scene)
}

/** An admin gives a part of each payment back, each under a key of its own; repeated, it is the same refund. */
export async function refundAll(world: World, url: string, { paid, admin }: Scene): Promise<void> {
  for (const { shopper, key } of paid) {
    const [row] = await rowsOf<{ id: number }>(world, 'select id from purchases where consumer_id = $1', [
      shopper.consumer.id,
    ])
    const body = {
      paymentHistoryId: row?.id,
      consumerId: shopper.consumer.id,
      isFullRefund: false,
      amount: 5,
    }
    await send(`${url}/v1/admin/payment-history/refund`, 'POST', { ...admin, 'idempotency-key': key }, body)
  }
}

export async function until(world: World, countLeft: string): Promise<boolean> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < endsWithinMs) {
    const [row] = await rowsOf<{ left: string }>(world, countLeft)
    if (Number(row?.left) === 0) return true
    await wait(500)
  }
  return false
}

export async function readLost(world: World, { contents }: Scene): Promise<Lost> {
  const arrivals = await Promise.all(contents.map((content) => readArrivals(world, content)))
  const money = await readMoney(world)
  const count = (kind: string) => money.filter((one) => one.kind === kind)
  return {
    arrivals,
    letters: await countLetters(world),
    captures: count('capture').length,
    refundedCents: Math.round(count('refund').reduce((sum, { amount }) => sum + amount * 100, 0)),
  }
}

async function readMoney({ sandbox }: World): Promise<{ kind: string; amount: number }[]> {
  const response = await fetch(`${sandbox.url}/sandbox/payments`)
  return ((await response.json()) as { data: { kind: string; amount: number }[] }).data
}

async function countLetters({ sandbox }: World): Promise<number> {
  const inbox = await fetch(`${sandbox.url}/sandbox/messages?channel=email&limit=100000`)
  return ((await inbox.json()) as { data: unknown[] }).data.length
}
