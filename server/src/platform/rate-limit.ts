import { sql } from 'kysely'
import type { Reader } from './database.ts'
import { DomainError } from './errors.ts'

export interface Rate {
  /** Events allowed in one window. */
  max: number
  windowSeconds: number
}

interface Counter {
  count: number
  secondsLeft: number
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
  const { count, secondsLeft } = await noteEvent(reader, key, rate)
  if (count > rate.max) throw tooOften(secondsLeft)
}

/** Counts one event, and answers how full its window is now. */
export async function noteEvent(reader: Reader, key: string, rate: Rate): Promise<Counter> {
  const { rows } = await sql<Counter>`
    insert into rate_counters as counter (key, window_ends_at, count)
    values (${key}, now() + make_interval(secs => ${rate.windowSeconds}), 1)
    on conflict (key) do update set
      count = case when counter.window_ends_at <= now() then 1 else counter.count + 1 end,
      window_ends_at = case when counter.window_ends_at <= now() then excluded.window_ends_at else counter.window_ends_at end
    returning count, ceil(extract(epoch from window_ends_at - now()))::int as seconds_left
  `.execute(reader)
  if (!rows[0]) throw new Error('A counter answered nothing')
  return rows[0]
}

/** An event that was counted before it was known whether it should count. */
export interface Reservation {
  readonly key: string
  readonly windowEndsAt: string
}

/**
 * Counts an event before its outcome is known, so that a burst finds the window as full as it will be; `giveBack`
 * uncounts it. An event of weight 0 is none, and costs the same time.
 * @throws DomainError `rate_limited` where the window has no room; nothing is counted then.
 */
export async function reserveEvent(
  reader: Reader,
  key: string,
  rate: Rate,
  weight: 0 | 1 = 1,
): Promise<Reservation> {
  const { rows } = await sql<Reservation>`
    insert into rate_counters as counter (key, window_ends_at, count)
    values (${key}, now() + make_interval(secs => ${rate.windowSeconds}), ${weight})
    on conflict (key) do update set
      count = case when counter.window_ends_at <= now() then excluded.count else counter.count + excluded.count end,
      window_ends_at = case when counter.window_ends_at <= now() then excluded.window_ends_at else counter.window_ends_at end
    where counter.count + excluded.count <= ${rate.max} or counter.window_ends_at <= now()
    returning key, window_ends_at::text
  `.execute(reader)
  if (rows[0]) return rows[0]
  await refuseWhenFull(reader, key, rate.max)
  throw tooOften(1)
}

/** Uncounts an event, unless its window has passed or was forgotten. */
export async function giveBack(reader: Reader, { key, windowEndsAt }: Reservation): Promise<void> {
  await sql`
    update rate_counters set count = count - 1
    where key = ${key} and window_ends_at = ${windowEndsAt}::timestamptz and count > 0
  `.execute(reader)
}

/** @throws DomainError `rate_limited` while the window is full; counts nothing. */
export async function refuseWhenFull(reader: Reader, key: string, max: number): Promise<void> {
  const { rows } = await sql<{ secondsLeft: number }>`
    select ceil(extract(epoch from window_ends_at - now()))::int as seconds_left
    from rate_counters where key = ${key} and count >= ${max} and window_ends_at > now()
  `.execute(reader)
  if (rows[0]) throw tooOften(rows[0].secondsLeft)
}

function tooOften(secondsLeft: number): DomainError {
  return new DomainError('rate_limited', { retryAfterSeconds: Math.max(1, secondsLeft) })
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
