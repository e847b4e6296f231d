import { createHmac, randomUUID } from 'node:crypto'
import { type Books, compareBooks, readBooks } from './books.ts'
import type { Finding } from './findings.ts'
import type { PurchaseScene } from './purchase-points.ts'
import type { Served } from './serve.ts'
import {
  type Click,
  click,
  makeShopper,
  orderFirst,
  type PaymentKind,
  paymentKinds,
  press,
  saveDefault,
} from './shopper.ts'
import { forEachOf } from './suite.ts'
import { calmCallbacks } from './weather.ts'
import { rowsOf, type World } from './world.ts'

type Servers = readonly [Served, Served]

const pressesAtOnce = 10
const clientsAtOnce = 3

/** One key, ten times at the same moment, at two servers; and what is told of it one to ten times, in any order. */
export async function pressTogether(
  world: World,
  scene: PurchaseScene,
  [one, other]: Servers,
  keys: number,
): Promise<Finding> {
  const clicks: Click[] = []
  world.frontDoor.lead(one.port)
  const kinds = Array.from(
    { length: keys },
    (_, index) => paymentKinds[index % paymentKinds.length] ?? 'card',
  )
  await forEachOf(kinds, clientsAtOnce, async (kind) => {
    await world.sandbox.control('webhooks', {
      ...calmCallbacks,
      repeat: world.random.between(1, 10),
      shuffle: true,
    })
    const own = await makeClick(world, scene, kind)
    clicks.push(own)
    // A wallet's order is agreed to first; then ten come back from that together.
    if (kind === 'wallet') await orderFirst(one.url, own)
    const copies = Array.from({ length: pressesAtOnce }, (_, index) =>
      pressUntilTold(index % 2 ? one : other, own),
    )
    await Promise.all(copies)
  })
  await world.sandbox.control('webhooks', calmCallbacks)
  const books = await readBooks(world)
  return {
    what: `one key ${pressesAtOnce} times at once at two servers, its events 1 to 10 times and shuffled`,
    runs: `${keys} keys, ${capturesOf(books, clicks)} captures`,
    violations: [
      ...compareBooks(books),
      ...clicks
        .filter((own) => capturesOf(books, [own]) !== 1)
        .map((own) => `${own.kind} ${own.key} was captured ${capturesOf(books, [own])} times`),
    ],
    worstSettleMs: null,
  }
}

async function makeClick(world: World, scene: PurchaseScene, kind: PaymentKind): Promise<Click> {
  const shopper = await makeShopper(world, scene.tenant)
  await saveDefault(world, shopper, kind)
  return click(shopper, scene.packageId, kind)
}

/** A browser of its own with the same key; most are told to wait for the one that is first. */
async function pressUntilTold({ url }: Served, own: Click): Promise<void> {
  const copy = { ...own }
  for (let presses = 0; presses < 20 && !copy.isAcknowledged && !copy.refusal; presses++)
    await press(url, copy)
}

function capturesOf({ purchases }: Books, clicks: readonly Click[]): number {
  const keys = new Set(clicks.map(({ key }) => key))
  return purchases
    .filter(({ idempotencyKey }) => keys.has(idempotencyKey ?? ''))
    .reduce((sum, { captures }) => sum + captures.length, 0)
}

const secret = 'whsec_sandbox'

function sign(body: string, by: string, secondsAgo = 0): Record<string, string> {
  const at = Math.floor(Date.now() / 1_000) - secondsAgo
  const signature = createHmac('sha256', by).update(`${at}.${body}`).digest('hex')
  return { 'stripe-signature': `t=${at},v1=${signature}` }
}

/** Events that no provider sent so: each is refused, and leaves no trace. */
const lies: Record<
  string,
  (body: string) => { path: string; headers: Record<string, string>; body: string }
> = {
  forged: (body) => ({ path: 'stripe', headers: sign(body, 'whsec_guessed'), body }),
  altered: (body) => ({ path: 'stripe', headers: sign(body, secret), body: body.replace('"usd"', '"USD"') }),
  stale: (body) => ({ path: 'stripe', headers: sign(body, secret, 3_600), body }),
  unsigned: (body) => ({ path: 'stripe', headers: {}, body }),
  'forged of a wallet': (body) => ({
    path: 'paypal',
    headers: {
      'paypal-transmission-id': randomUUID(),
      'paypal-transmission-time': new Date().toISOString(),
      'paypal-transmission-sig': Buffer.from(randomUUID()).toString('base64'),
      'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT',
      'paypal-auth-algo': 'SHA256withRSA',
    },
    body,
  }),
}

export async function tellLies(world: World, { url }: Served, count: number): Promise<Finding> {
  const before = await eventsOf(world)
  const violations: string[] = []
  const kinds = Object.entries(lies)
  for (let index = 0; index < count; index++) {
    const [kind, lie] = kinds[index % kinds.length] ?? ['', lies.forged]
    const id = `evt_${randomUUID()}`
    const object = {
      id: 'pi_1',
      object: 'payment_intent',
      currency: 'usd',
      metadata: { reference: 'purchase-1' },
    }
    const told = lie?.(
      JSON.stringify({ id, object: 'event', type: 'payment_intent.succeeded', data: { object } }),
    )
    if (!told) continue
    const { path, headers, body } = told
    const response = await fetch(`${url}/v1/webhooks/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
    await response.body?.cancel()
    if (response.status !== 400) violations.push(`an event that was ${kind} was answered ${response.status}`)
  }
  const stored = (await eventsOf(world)) - before
  return {
    what: `events that were ${kinds.map(([kind]) => kind).join(', ')}`,
    runs: `${count} events`,
    violations: stored > 0 ? [...violations, `${stored} of them were stored`] : violations,
    worstSettleMs: null,
  }
}

async function eventsOf(world: World): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    world,
    `select count(*)::int as count from payment_events where body::text like '%"pi_1"%'`,
  )
  return row?.count ?? 0
}
