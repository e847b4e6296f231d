import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database.ts'
import { announceChange, wakeJob } from '../../platform/wakeups.ts'
import { afterDebitsJob } from '../ledger/index.ts'

/** The stop of all automatic purchases, while it lasts. */
export interface Stop {
  reason: string
  stoppedAt: Date
}

/** Stops all automatic purchases of the platform, e.g. because its books do not agree. The first reason stays. */
export async function stopAutoPurchases(tx: Tx, reason: string): Promise<void> {
  await sql`
    insert into auto_purchase_stops (reason) values (${reason}) on conflict do nothing
  `.execute(tx)
  await tellAll(tx)
}

/** Allows them again: what became due meanwhile is bought now. */
export async function allowAutoPurchases(tx: Tx): Promise<void> {
  await tx
    .updateTable('autoPurchaseStops')
    .set({ allowedAt: sql<Date>`now()` })
    .where('allowedAt', 'is', null)
    .execute()
  await tellAll(tx)
  await wakeJob(tx, afterDebitsJob)
}

/** Null while automatic purchases are allowed. */
export async function readStop(reader: Reader | Tx): Promise<Stop | null> {
  const stop = await reader
    .selectFrom('autoPurchaseStops')
    .select(['reason', 'stoppedAt'])
    .where('allowedAt', 'is', null)
    .executeTakeFirst()
  return stop ?? null
}

async function tellAll(tx: Tx): Promise<void> {
  await announceChange(tx, { topic: 'packages', role: 'consumer' })
}
