import { setTimeout as wait } from 'node:timers/promises'
import type { JobNotes } from './job-runs.ts'
import type { Log } from './log.ts'
import type { Pause } from './pause.ts'

/** What a lane asks for. */
export interface Wish {
  /** At most so many rows. */
  room: number
  /** Of one tenant at most so many, what it holds already included. */
  share: number
  /** How many rows each tenant holds already; of those that hold none there is no mention. */
  held: ReadonlyMap<number | null, number>
}

/** Who holds how many, as two columns for `unnest`; rows of no tenant are those of tenant 0, which there is not. */
export function heldColumns({ held }: Pick<Wish, 'held'>): { tenantIds: number[]; counts: number[] } {
  return { tenantIds: [...held.keys()].map((tenantId) => tenantId ?? 0), counts: [...held.values()] }
}

/** What a lane took up of it. */
export interface Claimed<Row> {
  rows: readonly Row[]
  /** Due rows that took up room and are done with: held, withdrawn, too late. */
  settled?: number
  /** There may be more, but not before so many milliseconds have passed. */
  againInMs?: number
}

/**
 * Work done row by row through a rolling window: as soon as one is done, another is claimed, so that a slow one holds
 * up nobody but itself. No tenant holds more than its share, so that the slow ones of one tenant leave room for others.
 */
export interface Lane<Row extends { readonly tenantId: number | null } = { tenantId: number | null }> {
  readonly name: string
  /** How often it looks by itself, in seconds. */
  readonly everySeconds: number
  /** Rows in hand at once in this worker: a kill leaves no more than these in doubt. */
  readonly atOnce: number
  /** Of these, how many one tenant may hold. */
  readonly atOncePerTenant: number
  /** Claims what is due, and commits that before it answers. */
  claim(wish: Wish): Promise<Claimed<Row>>
  /** Does one row and records its outcome; it comes again by itself where it fails. */
  work(row: Row): Promise<void>
  /** Keeps what is in hand from being claimed by others; called every `everySeconds` while there is some. */
  renew?(rows: readonly Row[]): Promise<void>
}

/** What has to happen before there may be more to claim; null where there is none. */
type More = { kind: 'room' } | { kind: 'time'; milliseconds: number } | null

/** How long a freed place waits for others to be freed, so that they are filled by one statement. */
const gatherMs = 5

/** Works a lane off until it is told to stop, and then what is still in hand. */
export async function runLane(
  lane: Lane,
  {
    log,
    pause,
    notes,
    stopping,
  }: { log: Log; pause: Pause; notes: JobNotes | undefined; stopping: AbortSignal },
): Promise<void> {
  const window = openWindow(lane, log, notes)
  const renewing = setInterval(() => window.renew(), lane.everySeconds * 1_000)
  while (!stopping.aborted) {
    const paused = pause.begin()
    const more = await window.fill()
    // A wake-up may be about a tenant that is not waiting for room.
    await (more ? Promise.race([window.forMore(more), paused]) : paused)
  }
  await window.empty()
  clearInterval(renewing)
}

/**
 * Works off all that is due, and what becomes due meanwhile. For tests and scripts.
 * @returns how many rows were taken in hand.
 */
export async function drainLane<Row extends { readonly tenantId: number | null }>(
  lane: Lane<Row>,
  log: Log,
): Promise<number> {
  const window = openWindow(lane, log)
  for (let more = await window.fill(); more; more = await window.fill()) await window.forMore(more)
  await window.empty()
  return window.taken()
}

/** The rows that this worker has in hand. */
function openWindow<Row extends { readonly tenantId: number | null }>(
  lane: Lane<Row>,
  log: Log,
  notes?: JobNotes,
) {
  const inHand = new Map<Row, Promise<void>>()
  let taken = 0
  let isAnyDoneSinceClaim = false

  function heldByTenants(): Map<number | null, number> {
    const held = Map.groupBy(inHand.keys(), ({ tenantId }) => tenantId)
    return new Map([...held].map(([tenantId, rows]) => [tenantId, rows.length]))
  }

  /** Whether a tenant's share was used up by the claim: what is left of it is due as soon as one of its rows is done. */
  function isAnyFull(held: ReadonlyMap<number | null, number>, rows: readonly Row[]): boolean {
    const claimed = Map.groupBy(rows, ({ tenantId }) => tenantId)
    const tenantIds = new Set([...held.keys(), ...claimed.keys()])
    return [...tenantIds].some(
      (id) => (held.get(id) ?? 0) + (claimed.get(id)?.length ?? 0) >= lane.atOncePerTenant,
    )
  }

  async function work(row: Row): Promise<void> {
    try {
      await lane.work(row)
    } catch (error) {
      log.error({ lane: lane.name, err: error }, 'a row could not be worked off')
      notes?.failed(lane.name, error)
    } finally {
      inHand.delete(row)
      isAnyDoneSinceClaim = true
    }
  }

  return {
    /** Rows taken in hand so far. */
    taken: () => taken,
    /** Claims what fits; answers what to wait for before the next claim. */
    async fill(): Promise<More> {
      isAnyDoneSinceClaim = false
      const room = lane.atOnce - inHand.size
      if (room === 0) return { kind: 'room' }
      const held = heldByTenants()
      try {
        const { rows, settled = 0, againInMs } = await lane.claim({ room, share: lane.atOncePerTenant, held })
        taken += rows.length
        notes?.succeeded(lane.name)
        for (const row of rows) inHand.set(row, work(row))
        if (againInMs !== undefined) return { kind: 'time', milliseconds: againInMs }
        return rows.length + settled >= room || isAnyFull(held, rows) ? { kind: 'room' } : null
      } catch (error) {
        log.error({ lane: lane.name, err: error }, 'nothing could be claimed')
        notes?.failed(lane.name, error)
        return null
      }
    },
    /**
     * Resolves when it is time, or once a row is done with that was in hand at the last claim, and those that are done at
     * the same moment.
     */
    async forMore(more: NonNullable<More>): Promise<void> {
      if (more.kind === 'time') return wait(more.milliseconds)
      if (inHand.size > 0 && !isAnyDoneSinceClaim) await Promise.race(inHand.values())
      await wait(gatherMs)
    },
    async empty(): Promise<void> {
      while (inHand.size > 0) await Promise.all(inHand.values())
    },
    renew(): void {
      if (!lane.renew || inHand.size === 0) return
      lane
        .renew([...inHand.keys()])
        .catch((error: unknown) => log.warn({ lane: lane.name, err: error }, 'a lease could not be renewed'))
    },
  }
}
