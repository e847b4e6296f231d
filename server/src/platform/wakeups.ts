import type { Role } from '@almanac/contract/endpoint'
import type { ChangeTopic } from '@almanac/contract/events'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Reader, Tx } from './database.ts'
import { addressOf } from './database-hosts.ts'
import type { Log } from './log.ts'

/** Something changed that screens may show: for one user, or for all users of a tenant, or those of one role. */
export interface Change {
  topic: ChangeTopic
  tenantId?: number | null
  role?: Role
  userId?: number
}

/** What a tenant's reports are made of changed; its operators alone see them. */
export function reportsChanged(tenantId: number): Change {
  return { topic: 'reports', tenantId, role: 'customer' }
}

/** Tells the screens of all servers of a change, once the transaction commits. */
export async function announceChange(tx: Tx | Reader, change: Change): Promise<void> {
  await sql`select pg_notify('changes', ${JSON.stringify(change)})`.execute(tx)
}

/** Tells of many changes in one round trip. */
export async function announceChanges(tx: Tx | Reader, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const payloads = changes.map((change) => JSON.stringify(change))
  await sql`select pg_notify('changes', payload) from unnest(${payloads}::text[]) as payload`.execute(tx)
}

/** Wakes a worker's job once the transaction commits. Only a hint: the job also runs by itself. */
export async function wakeJob(tx: Tx | Reader, job: string): Promise<void> {
  await sql`select pg_notify('jobs', ${job})`.execute(tx)
}

export interface WakeupListener {
  onChange(listener: (change: Change) => void): () => void
  onJob(listener: (job: string) => void): () => void
  /** Called with the id of a user of whom a session has ended. */
  onSessionEnd(listener: (userId: number) => void): () => void
  /** Called when it listens again after its connection was lost: what changed meanwhile, nobody has told. */
  onMissed(listener: () => void): () => void
  close(): Promise<void>
}

const reconnectMs = 1_000

/**
 * Listens on one connection of its own and connects again when it is lost.
 *
 * @param url leads to the server itself: what a pooler gives out forgets that it listens
 */
export function listenForWakeups(url: string, log: Log): WakeupListener {
  const changes = new Set<(change: Change) => void>()
  const jobs = new Set<(job: string) => void>()
  const sessionEnds = new Set<(userId: number) => void>()
  const missed = new Set<() => void>()
  const { Client, options } = addressOf(url)
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let hasListened = false

  async function connect(): Promise<void> {
    const next = new Client({ ...options, keepAlive: true, connectionTimeoutMillis: 4_000 })
    next.on('error', (error) => log.warn({ error: error.message }, 'wake-up connection lost'))
    next.on('end', retryLater)
    next.on('notification', ({ channel, payload = '' }) => {
      if (channel === 'jobs') for (const listener of jobs) listener(payload)
      if (channel === 'sessions') for (const listener of sessionEnds) listener(Number(payload))
      if (channel === 'changes') for (const listener of changes) listener(JSON.parse(payload))
    })
    client = next
    await next.connect()
    await next.query('listen jobs; listen changes; listen sessions')
    if (hasListened) for (const listener of missed) listener()
    hasListened = true
  }

  function retryLater(): void {
    if (isClosed || timer) return
    timer = setTimeout(() => {
      timer = undefined
      connect().catch(retryLater)
    }, reconnectMs)
  }

  connect().catch(retryLater)

  function subscribe<Listener>(set: Set<Listener>, listener: Listener): () => void {
    set.add(listener)
    return () => set.delete(listener)
  }

  return {
    onChange: (listener) => subscribe(changes, listener),
    onJob: (listener) => subscribe(jobs, listener),
    onSessionEnd: (listener) => subscribe(sessionEnds, listener),
    onMissed: (listener) => subscribe(missed, listener),
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
