import { setTimeout as wait } from 'node:timers/promises'
import type { Books } from './books.ts'
import { rowsOf, type World } from './world.ts'

/** Longer than a purchase is watched before it is given up, and than the reconciler's pauses. */
const endWithinMs = 100_000
const pollMs = 250

/**
 * Waits until the reconciler has ended every purchase; the bank's questions that nobody answered are first made as old
 * as the day after which they expire.
 * @returns how long that took, and what had not ended by then
 */
export async function endPurchases(world: World): Promise<{ settledMs: number; violations: string[] }> {
  const startedAt = performance.now()
  if (await waitUntilNone(world, 'started')) {
    await rowsOf(
      world,
      `update purchases set created_at = created_at - interval '25 hours', next_look_at = now()
     where state = 'requires_action'`,
    )
    await waitUntilNone(world, 'started', 'requires_action')
  }
  const settledMs = performance.now() - startedAt
  const open = await readStates(world, ['started', 'requires_action'])
  return { settledMs, violations: open.map(({ reference, state }) => `${reference} is still ${state}`) }
}

async function waitUntilNone(world: World, ...states: string[]): Promise<boolean> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < endWithinMs) {
    if ((await readStates(world, states)).length === 0) return true
    await wait(pollMs)
  }
  return false
}

function readStates(world: World, states: string[]): Promise<{ reference: string; state: string }[]> {
  return rowsOf(world, 'select reference, state from purchases where state = any($1) order by id', [states])
}

/** Cents that the provider took in all, and cents of purchases that we hold for paid. */
export function sumBooks({ purchases }: Books): { capturedCents: number; settledCents: number } {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return {
    capturedCents: sum(purchases.flatMap(({ captures }) => captures)),
    settledCents: sum(
      purchases.filter(({ state }) => state === 'settled').map(({ amountCents }) => amountCents),
    ),
  }
}

interface ProviderIntents {
  data: { stripe: { paymentIntents: { status: string; metadata: { reference?: string } }[] } }
}

/** Charges that the provider could still make for a purchase that has ended, one sentence each. */
export async function findOpenCharges({ sandbox }: World): Promise<string[]> {
  const response = await fetch(`${sandbox.url}/sandbox/control/state`)
  const { data } = (await response.json()) as ProviderIntents
  const ended = new Set(['succeeded', 'canceled', 'requires_payment_method'])
  return data.stripe.paymentIntents
    .filter(({ status }) => !ended.has(status))
    .map(({ status, metadata }) => `the charge of ${metadata.reference} is still ${status}`)
}
