import { sql } from 'kysely'
import type { Reader } from './database.ts'
import { DomainError } from './errors.ts'

export interface Rate {
  /** Events allowed in one window. */
  max: number
  windowSeconds: number
}

declare module './database.ts' {
  interface Tables {
    rateCounters: { key: string; windowEndsAt: Date; count: number }
  }
}

/**
 * Counts one event against a limit that all servers share.
 * @throws DomainError `rate_limited` with the seconds left, once the window is full.
 */
export async function countEvent(reader: Reader, key: string, rate: Rate): Promise<void> {
  const { rows } = await sql<{ count: number; secondsLeft: number }>`
    insert into rate_counters as counter (key, window_ends_at, count)
    values (${key}, now() + make_interval(secs => ${rate.windowSeconds}), 1)
    on conflict (key) do update set
      count = case when counter.window_ends_at <= now() then 1 else counter.count + 1 end,
      window_ends_at = case when counter.window_ends_at <= now() then excluded.window_ends_at else counter.window_ends_at end
    returning count, ceil(extract(epoch from window_ends_at - now()))::int as seconds_left
  `.execute(reader)
  const counter = rows[0]
  if (counter && counter.count > rate.max) {
    throw new DomainError('rate_limited', { retryAfterSeconds: Math.max(1, counter.secondsLeft) })
  }
}

/** Starts a window that is full at once: the next event is refused until it ends. */
export async function fillWindow(reader: Reader, key: string, rate: Rate): Promise<void> {
  await sql`
    insert into rate_counters (key, window_ends_at, count)
    values (${key}, now() + make_interval(secs => ${rate.windowSeconds}), ${rate.max})
    on conflict (key) do update set window_ends_at = excluded.window_ends_at, count = excluded.count
  `.execute(reader)
}

/** Forgets a counter, e.g. after a right password. */
export async function clearEvents(reader: Reader, key: string): Promise<void> {
  await reader.deleteFrom('rateCounters').where('key', '=', key).execute()
}

/** Removes windows that have passed; run by the worker. */
export async function sweepCounters(reader: Reader): Promise<void> {
  await sql`delete from rate_counters where window_ends_at < now()`.execute(reader)
}
