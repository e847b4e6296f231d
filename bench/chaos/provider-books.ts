import { setTimeout as wait } from 'node:timers/promises'
import type { Books } from './books.ts'
import { rowsOf, type World } from './world.ts'

/** Longer than a charge may take and a purchase is watched before it is given up, and than the jobs' pauses. */
const endWithinMs = 240_000
const pollMs = 250

/**
 * Waits until the jobs have ended every purchase, here and at the provider; the bank's questions that nobody answered
 * are first made as old as the day after which they expire, and what was given up is looked for at once.
 * @returns how long that took, and what had not ended by then
 */
export async function endPurchases(world: World): Promise<{ settledMs: number; violations: string[] }> {
  const startedAt = performance.now()
  if (await waitUntil(world, `state = 'started'`)) {
    await rowsOf(
      world,
      `update purchases set created_at = created_at - interval '25 hours', next_look_at = now()
       where state = 'requires_action'`,
    )
    await rowsOf(
      world,
      `update purchases set next_look_at = now() where state = 'failed' and next_look_at is not null`,
    )
    await waitUntil(world, unended)
  }
  const settledMs = performance.now() - startedAt
  const open = await readStates(world, unended)
  return { settledMs, violations: open.map(({ reference, state }) => `${reference} is still ${state}`) }
}

/** Of those that were given up the provider has nothing; they are looked for a day longer. */
const unended = `state in ('started', 'requires_action')
  or (state = 'failed' and next_look_at is not null and (provider_payment_id is not null or looks = 0))`

async function waitUntil(world: World, noneIs: string): Promise<boolean> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < endWithinMs) {
    if ((await readStates(world, noneIs)).length === 0) return true
    await wait(pollMs)
  }
  return false
}

function readStates(world: World, which: string): Promise<{ reference: string; state: string }[]> {
  return rowsOf(world, `select reference, state from purchases where ${which} order by id`)
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
  // One that asks for another payment method was refused, and whoever has its client secret could still pay it.
  const ended = new Set(['succeeded', 'canceled'])
  return data.stripe.paymentIntents
    .filter(({ status }) => !ended.has(status))
    .map(({ status, metadata }) => `the charge of ${metadata.reference} is still ${status}`)
}
