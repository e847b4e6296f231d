import type { ProviderName } from '@almanac/contract/payments'
import { followChanges, followPurchases } from '../../src/features/auto-purchase/follow-rules.ts'
import { buyDue } from '../../src/features/auto-purchase/jobs.ts'
import { processEvents } from '../../src/features/payments/process-events.ts'
import { requireProvider } from '../../src/features/payments/providers.ts'
import { receiveEvent } from '../../src/features/payments/receive-event.ts'
import { reconcilePurchases } from '../../src/features/payments/reconcile-purchases.ts'
import { refundEvents } from '../../src/features/refunds/index.ts'
import { settleRefunds } from '../../src/features/refunds/settle-refunds.ts'
import { readThere, type SentEvent } from './books.ts'
import type { Scene } from './scene.ts'

/** From so many seconds on, rules and what was spent are made older too: what is sooner over than that does not count. */
const longWaitSeconds = 3_600

/** Has so many seconds pass for all that waits, and what is leased, as after the death of a process. */
export async function passSeconds({ host, consumer }: Scene, seconds: number): Promise<void> {
  const own = `where consumer_id = ${consumer.id}`
  const passed = `interval '${seconds} seconds'`
  await host.query(
    `with purchases as (update purchases set created_at = created_at - ${passed},
         charge_sent_at = charge_sent_at - ${passed},
         next_look_at = case when next_look_at is not null then now() end ${own}),
       refunds as (update refunds set next_look_at = now() ${own} and next_look_at is not null),
       disputes as (update disputes set next_look_at = now() ${own} and next_look_at is not null),
       rules as (update auto_purchases set next_look_at = least(next_look_at, now()) ${own})
     update payment_events set next_attempt_at = now() where processed_at is null and parked_at is null`,
  )
  if (seconds < longWaitSeconds) return
  await host.query(
    `do $$ begin
       alter table ledger_entries disable trigger ledger_entries_append_only;
       update ledger_entries set created_at = created_at - ${passed} ${own};
       alter table ledger_entries enable always trigger ledger_entries_append_only;
       update auto_purchases set counts_from = counts_from - ${passed}, wanted_since = wanted_since - ${passed} ${own};
     end $$`,
  )
}

/** All that the worker's lanes do about money, once. */
export async function runLanes({ deps }: Scene): Promise<void> {
  await processEvents(deps, refundEvents(deps))
  await reconcilePurchases(deps)
  await settleRefunds(deps)
  await followPurchases(deps)
  await followChanges(deps)
  await buyDue(deps)
}

/** Puts an event that a provider has sent into the inbox, so many times; whether its signature is right is tried elsewhere. */
export async function deliver({ deps }: Scene, event: SentEvent, times: number): Promise<void> {
  const provider = {
    ...requireProvider(deps, event.provider as ProviderName),
    readEvent: async () => ({ id: event.id, type: event.type, body: event.body }),
  }
  for (let count = 0; count < times; count++) await receiveEvent(deps, provider, Buffer.alloc(0), {})
}

const dayAndMore = 25 * 3_600
const roundsMax = 12

/**
 * Lets the worker run until nothing is open: lanes alone first, then with all events that were held back. Challenges and
 * approvals that nobody answered become as old as the day after which they are given up.
 */
export async function bringToAnEnd(scene: Scene): Promise<void> {
  for (let round = 0; round < roundsMax && (await isAnyOpen(scene)); round++) {
    await passSeconds(scene, 55)
    await runLanes(scene)
    if (round !== 2) continue
    await scene.host.query(
      `update purchases set created_at = created_at - interval '${dayAndMore} seconds'
       where consumer_id = ${scene.consumer.id} and state = 'requires_action'`,
    )
  }
  await Promise.all((await readThere(scene)).events.map((event) => deliver(scene, event, 1)))
  do {
    await passSeconds(scene, 55)
    await runLanes(scene)
  } while (await isAnyUnheard(scene))
}

async function isAnyOpen({ host, consumer }: Scene): Promise<boolean> {
  const own = `where consumer_id = ${consumer.id}`
  const rows = await host.query(
    `select id from purchases ${own} and (state in ('started', 'requires_action')
       or state = 'failed' and next_look_at is not null and (provider_payment_id is not null or looks = 0))
     union all select id from refunds ${own} and state = 'started'`,
  )
  return rows.length > 0
}

async function isAnyUnheard({ host }: Scene): Promise<boolean> {
  const rows = await host.query(
    'select event_id from payment_events where processed_at is null and parked_at is null',
  )
  return rows.length > 0
}
