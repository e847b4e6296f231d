import type { RestoreFindings } from '@almanac/contract/operations'
import type { Sweep } from '../../platform/jobs.ts'
import { keepFindings, type Restore, readUncompared } from '../../platform/restores.ts'
import { allowAutoPurchases, readStop } from '../auto-purchase/index.ts'
import {
  adoptPayment,
  listProviders,
  type Movement,
  type PaymentDeps,
  type PaymentProvider,
} from '../payments/index.ts'
import { compareBooks, countRefundsOfProviders } from '../refunds/index.ts'
import { restoredReason } from './hold-restored.ts'

/** What was asked for shortly before the backup may have been paid after it; clocks may differ. */
const marginMs = { before: 3_600_000, after: 60_000 }

/**
 * Compares, after a restore, what the payment providers took and gave back since the backup with this database, again and
 * again until their books of that time are complete: what was paid is credited, refunds are recorded, and the rest is listed.
 * Then packages are bought automatically again.
 */
export function compareSweep(deps: PaymentDeps): Sweep {
  return { name: 'compare-restored', everySeconds: 60, run: () => compareRestored(deps) }
}

/** @returns how many restores were compared for the last time */
export async function compareRestored(deps: PaymentDeps): Promise<number> {
  let ended = 0
  for (const restore of await readUncompared(deps.db.reader)) ended += (await compare(deps, restore)) ? 1 : 0
  return ended
}

async function compare(deps: PaymentDeps, restore: Restore): Promise<boolean> {
  const now = deps.clock.now().getTime()
  const restoredAt = restore.restoredAt.getTime()
  const span = {
    from: new Date(restore.backupAt.getTime() - marginMs.before),
    until: new Date(Math.min(now, restoredAt + marginMs.after)),
  }
  const providers = listProviders(deps)
  let { credited } = restore.findings
  const unresolved: RestoreFindings['unresolved'] = []
  for (const provider of providers) {
    const recovered = await recover(deps, provider, span)
    credited += recovered.credited
    unresolved.push(...recovered.unresolved)
  }
  const refunded = await countRefundsOfProviders(deps.db.reader, {
    // Providers tell whole seconds: of that of the backup some refunds may be from before it.
    from: new Date(Math.floor(restore.backupAt.getTime() / 1_000) * 1_000),
    until: span.until,
  })
  const found = { credited, refunded, unresolved }
  const isLast = providers.every(
    ({ bookedAfterSeconds }) => now >= restoredAt + marginMs.after + bookedAfterSeconds * 1_000,
  )
  await deps.db.transact(async (tx) => {
    await keepFindings(tx, restore.id, found, isLast)
    const isWhole = isLast && (await readUncompared(tx)).length === 0
    if (isWhole && (await readStop(tx))?.reason === restoredReason) await allowAutoPurchases(tx)
  })
  return isLast
}

/** Payments first: a refund, which the comparison records, is of one. */
async function recover(
  deps: PaymentDeps,
  provider: PaymentProvider,
  span: { from: Date; until: Date },
): Promise<Omit<RestoreFindings, 'refunded'>> {
  let credited = 0
  const movements: Movement[] = []
  for await (const movement of provider.listMovements(span)) movements.push(movement)
  for (const { reference, ...movement } of movements) {
    if (movement.kind !== 'payment' || reference === null) continue
    const adopted = await adoptPayment(deps, provider, { ...movement, reference })
    if (adopted === 'credited') credited += 1
  }
  const { differences } = await compareBooks(deps, provider, span)
  return { credited, unresolved: differences.map(({ what, providerId }) => ({ what, providerId })) }
}
