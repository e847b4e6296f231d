import { type Generated, sql } from 'kysely'
import type { Reader, Tx } from './database.ts'

declare module './database.ts' {
  interface Tables {
    /** The providers that call us of their own accord. */
    callers: {
      name: string
      /** When it last called with a signature that was right, to the minute; null before the first. */
      lastHeardAt: Date | null
      /** What was begun before is not held against it. */
      watchedFrom: Generated<Date>
    }
  }
}

/** When a provider last called us. */
export interface Caller {
  name: string
  /** To the minute; null before the first. */
  lastHeardAt: Date | null
  /** Of whatever was begun at it later than this it has told nothing; 24 hours ago at the earliest. */
  untoldSince: Date
}

/** Notes that a provider has called. Within a minute of the call noted last this neither writes nor locks anything. */
export async function noteCall(reader: Reader, name: string): Promise<void> {
  await sql`
    insert into callers (name, last_heard_at)
    select ${name}, now()
    where not exists (select from callers where name = ${name} and last_heard_at > now() - interval '1 minute')
    on conflict (name) do update set last_heard_at = now()
  `.execute(reader)
}

/** When each of these last called, in their order; a call within the minute after the one noted is not missed. */
export async function readCallers(reader: Reader, names: readonly string[]): Promise<Caller[]> {
  const { rows } = await sql<Caller>`
    select name, c.last_heard_at, greatest(
        c.last_heard_at + interval '1 minute', c.watched_from, now() - interval '24 hours'
      ) as untold_since
    from unnest(${names}::text[]) with ordinality as asked (name, place) left join callers c using (name)
    order by place
  `.execute(reader)
  return rows
}

/** Begins anew after a restore: what called in the time that the database lacks is forgotten with that time. */
export async function watchCallersAnew(tx: Tx): Promise<void> {
  await sql`update callers set watched_from = now()`.execute(tx)
}
