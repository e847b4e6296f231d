import { setTimeout as wait } from 'node:timers/promises'
import { serve } from '../chaos/serve.ts'
import { click, makeShopper, press } from '../chaos/shopper.ts'
import { rowsOf, type World } from '../chaos/world.ts'
import { printTable } from '../table.ts'
import { withWorld } from './with-world.ts'

const challenges = 2_000
const lookMs = 300
const giveUpMs = 180_000
const pollMs = 100

/**
 * Prints how long it takes until a captured purchase whose answer was lost is settled, while 2,000 challenges are open
 * and due and each look at the provider takes 300 ms. No callback arrives.
 */
export async function measureChallenges(): Promise<void> {
  const { settledMs, looks } = await withWorld('challenges', measure)
  printTable(
    `${challenges} open challenges at ${lookMs} ms a look, one captured purchase whose answer was lost`,
    [
      [
        'settled after',
        settledMs === null ? `not in ${giveUpMs / 1_000} s` : `${(settledMs / 1_000).toFixed(1)} s`,
      ],
      ['challenges looked at until then', String(looks)],
    ],
  )
}

async function measure(world: World): Promise<{ settledMs: number | null; looks: number }> {
  const { sandbox } = world
  await sandbox.control('webhooks', { provider: 'stripe', lose: -1 })
  const tenant = await world.make.tenant()
  const packageId = await world.make.tokenPackage(tenant)
  const shopper = await makeShopper(world, tenant)
  await openChallenges(world, { tenantId: tenant.id, consumerId: shopper.consumer.id, packageId })
  const seller = await serve(world)
  const path = '/v1/payment_intents'
  await sandbox.control('faults', { provider: 'stripe', kind: 'error_500_after_success', times: 3, path })
  const slow = {
    provider: 'stripe',
    method: 'GET',
    kind: 'latency',
    latencyMs: lookMs,
    times: 1_000_000,
    path,
  }
  await sandbox.control('faults', slow)
  const buyer = await makeShopper(world, tenant)
  const { code } = await press(seller.url, click(buyer, packageId, 'card'))
  if (code !== 'payment_pending') throw new Error(`The answer was not lost: ${code}`)
  const startedAt = performance.now()
  const settledMs = await waitUntilSettled(world, buyer.consumer.id, startedAt)
  const [row] = await rowsOf<{ looks: number }>(
    world,
    `select sum(looks)::int as looks from purchases where state = 'requires_action'`,
  )
  await seller.stop()
  return { settledMs, looks: row?.looks ?? 0 }
}

/** Challenges that the provider knows, all of them due to be looked at. */
async function openChallenges(
  world: World,
  owner: { tenantId: number; consumerId: number; packageId: number },
): Promise<void> {
  const customer = await post(world, '/v1/customers', { name: 'Bench' })
  const ids: string[] = []
  for (let index = 0; index < challenges; index++) {
    ids.push(
      await post(world, '/v1/payment_intents', {
        amount: '2520',
        currency: 'usd',
        customer,
        payment_method: 'pm_card_authenticationRequired',
        'allowed_payment_method_types[]': 'card',
        confirm: 'true',
        use_stripe_sdk: 'true',
        'metadata[reference]': `bench-${index}`,
      }),
    )
  }
  await rowsOf(
    world,
    `insert into purchases (reference, tenant_id, consumer_id, package_id, package_name, number_of_tokens, amount_cents,
       provider, payment_method, request_hash, state, provider_payment_id, provider_customer_id, created_at, next_look_at)
     select 'bench-' || place - 1, $1, $2, $3, 'Package', 28, 2520, 'stripe', 'Stripe', 'bench', 'requires_action', id, $4,
       now() - interval '2 minutes', now() - interval '1 minute'
     from unnest($5::text[]) with ordinality as intents (id, place)`,
    [owner.tenantId, owner.consumerId, owner.packageId, customer, ids],
  )
}

async function post({ sandbox }: World, path: string, values: Record<string, string>): Promise<string> {
  const response = await fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams(values),
  })
  const { id } = (await response.json()) as { id?: string }
  if (!id) throw new Error(`The sandbox answered ${response.status} to ${path}`)
  return id
}

async function waitUntilSettled(world: World, consumerId: number, startedAt: number): Promise<number | null> {
  const find = `select id from purchases where consumer_id = $1 and state = 'settled'`
  while (performance.now() - startedAt < giveUpMs) {
    const rows = await rowsOf(world, find, [consumerId])
    if (rows.length > 0) return performance.now() - startedAt
    await wait(pollMs)
  }
  return null
}
