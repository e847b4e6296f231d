import { setTimeout as wait } from 'node:timers/promises'
import { serve } from '../chaos/serve.ts'
import { click, makeShopper, press } from '../chaos/shopper.ts'
import { rowsOf, type World } from '../chaos/world.ts'
import { printTable } from '../table.ts'
import { withWorld } from './with-world.ts'

const lost = 3
const outageMs = 60_000
const giveUpMs = 120_000
const pollMs = 100
const plenty = 1_000_000

/**
 * Prints how often the provider is asked about three captured purchases whose answers were lost while it answers 500
 * for a minute, and how soon after its return they are settled: first by the reconciler alone, then with callbacks.
 */
export async function measureLostPurchases(): Promise<void> {
  for (const [index, loses] of [-1, 0].entries()) {
    const { lookUps, settledMs } = await withWorld(`lost_purchases_${index}`, (world) =>
      measure(world, loses),
    )
    printTable(
      `${lost} lost purchases, provider answering 500 for ${outageMs / 1_000} s, ${loses ? 'no callbacks' : 'callbacks arriving'}`,
      [
        ['look-ups meanwhile', String(lookUps)],
        [
          'settled after its return',
          settledMs === null ? `not in ${giveUpMs / 1_000} s` : `${(settledMs / 1_000).toFixed(1)} s`,
        ],
      ],
    )
  }
}

async function measure(world: World, lose: number): Promise<{ lookUps: number; settledMs: number | null }> {
  const { sandbox } = world
  await sandbox.control('webhooks', { provider: 'stripe', lose })
  const tenant = await world.make.tenant()
  const packageId = await world.make.tokenPackage(tenant)
  const served = await serve(world)
  world.frontDoor.lead(served.port)
  const path = '/v1/payment_intents'
  await sandbox.control('faults', {
    provider: 'stripe',
    kind: 'error_500_before',
    method: 'GET',
    times: plenty,
    path,
  })
  for (let count = 0; count < lost; count++) {
    await sandbox.control('faults', { provider: 'stripe', kind: 'error_500_after_success', times: 3, path })
    const { code } = await press(served.url, click(await makeShopper(world, tenant), packageId, 'card'))
    if (code !== 'payment_pending') throw new Error(`The answer was not lost: ${code}`)
  }
  await wait(outageMs)
  const response = await fetch(`${sandbox.url}/sandbox/control/faults`)
  const { data } = (await response.json()) as { data: { method: string; times: number }[] }
  const left = data.find(({ method }) => method === 'GET')?.times ?? plenty
  await fetch(`${sandbox.url}/sandbox/control/faults`, { method: 'DELETE' })
  const settledMs = await waitUntilSettled(world)
  await served.stop()
  return { lookUps: plenty - left, settledMs }
}

async function waitUntilSettled(world: World): Promise<number | null> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < giveUpMs) {
    const open = await rowsOf(world, `select id from purchases where state <> 'settled'`)
    if (open.length === 0) return performance.now() - startedAt
    await wait(pollMs)
  }
  return null
}
