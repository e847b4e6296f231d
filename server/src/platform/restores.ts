import type { RestoreFindings } from '@almanac/contract/operations'
import type { Generated } from 'kysely'
import { sql } from 'kysely'
import type { Reader, Tx } from './database.ts'

declare module './database.ts' {
  interface Tables {
    /** Each time that this database was restored from a backup. */
    restores: {
      id: Generated<number>
      /** Until when the backup has everything. */
      backupAt: Date
      /** Until when something may have happened that it does not have. */
      restoredAt: Generated<Date>
      /** When what may have gone out was held. */
      heldAt: Date | null
      /** When the payment providers' books of that time were compared for the last time. */
      comparedAt: Date | null
      findings: Generated<RestoreFindings>
    }
  }
}

/** A time that this database lacks, though others may remember it: providers, and people. */
export interface Restore {
  id: number
  backupAt: Date
  restoredAt: Date
  findings: RestoreFindings
}

const columns = ['id', 'backupAt', 'restoredAt', 'findings'] as const

/** Notes that the database was restored. Nothing is held yet; the next start does that before any worker runs. */
export async function noteRestore(tx: Tx | Reader, backupAt: Date): Promise<Restore> {
  return tx.insertInto('restores').values({ backupAt }).returning(columns).executeTakeFirstOrThrow()
}

/** Restores after which nothing was held yet, the first one first; locked. */
export async function lockUnheld(tx: Tx): Promise<Restore[]> {
  return tx
    .selectFrom('restores')
    .select(columns)
    .where('heldAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function markHeld(tx: Tx, restoreId: number): Promise<void> {
  await tx.updateTable('restores').set({ heldAt: sql<Date>`present()` }).where('id', '=', restoreId).execute()
}

/** Restores whose lost time was not compared to its end with what payment providers know. */
export async function readUncompared(reader: Reader | Tx): Promise<Restore[]> {
  return reader
    .selectFrom('restores')
    .select(columns)
    .where('heldAt', 'is not', null)
    .where('comparedAt', 'is', null)
    .orderBy('id')
    .execute()
}

/** Keeps what a comparison has found; `isLast` where no later one can find more. */
export async function keepFindings(
  tx: Tx,
  restoreId: number,
  findings: RestoreFindings,
  isLast: boolean,
): Promise<void> {
  await tx
    .updateTable('restores')
    .set({
      findings: sql<RestoreFindings>`${JSON.stringify(findings)}::jsonb`,
      ...(isLast ? { comparedAt: sql<Date>`now()` } : {}),
    })
    .where('id', '=', restoreId)
    .execute()
}

/**
 * The restore whose lost time an instant lies in or before: whatever was due then may have gone out already. Null of what
 * came later, and of a database that was never restored.
 */
export async function findLostTime(tx: Tx | Reader, since: Date): Promise<Restore | null> {
  const restore = await tx
    .selectFrom('restores')
    .select(columns)
    .where('restoredAt', '>=', since)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return restore ?? null
}

/** The last one, and when its payments were compared to their end. */
export async function readLatestRestore(
  reader: Reader,
): Promise<(Restore & { comparedAt: Date | null }) | undefined> {
  return reader
    .selectFrom('restores')
    .select([...columns, 'comparedAt'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function isRestore(tx: Tx, restoreId: number): Promise<boolean> {
  const found = await tx.selectFrom('restores').select('id').where('id', '=', restoreId).executeTakeFirst()
  return found !== undefined
}

/** Ids that the lost time may have handed out, to each table at the most. */
const idsSkipped = 1_000_000

/**
 * Begins every sequence anew, far beyond what the lost time may have handed out: an id in a link, in a callback or at a
 * provider never comes to mean another thing.
 */
export async function skipIds(tx: Tx): Promise<void> {
  await sql`
    select setval(format('%I.%I', schemaname, sequencename)::regclass,
      least(max_value, coalesce(last_value, start_value) + ${idsSkipped}))
    from pg_sequences where schemaname = current_schema()
  `.execute(tx)
}
