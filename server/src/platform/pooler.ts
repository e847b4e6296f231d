import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { ConfigError } from './config.ts'
import { addressOf } from './database-hosts.ts'

/** What lies between us and the database. */
export interface Pooler {
  /** Gives one connection of the server to several clients in turn, as PgBouncer in transaction mode. */
  sharesConnections: boolean
  /** Finds a statement again that a client has prepared, whichever connection of the server it gives out. */
  keepsStatements: boolean
}

/** One connection of the server among several idle ones may be met only later. */
const rounds = 3
/** A pooler with a single connection makes one client wait for the other. */
const waitMs = 2_000

/**
 * Finds out, by two clients that prepare the same statement in turn, whether a pooler shares the server's connections among
 * clients, and whether prepared statements work through it. PgBouncer before 1.21 does not know of them.
 */
export async function findPooler(url: string): Promise<Pooler> {
  const { Client, options } = addressOf(url)
  const open = async () => {
    const client = new Client({ ...options, connectionTimeoutMillis: 4_000, query_timeout: waitMs })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  const clients: pg.Client[] = []
  try {
    clients.push(await open(), await open())
    const [one, other] = clients as [pg.Client, pg.Client]
    let sharesConnections = false
    for (let round = 0; round < rounds; round++) {
      const name = `almanac_probe_${randomUUID()}`
      const before = await ask(one, name)
      await other.query('begin')
      const taken = await ask(other, name)
      // The other client keeps its connection meanwhile: a pooler has to give this one another.
      const after = taken.isLost ? taken : await ask(one, name)
      if (taken.isLost || after.isLost) return { sharesConnections: true, keepsStatements: false }
      if (after.pid === undefined) return { sharesConnections: true, keepsStatements: true }
      await other.query('rollback')
      if (before.pid === taken.pid || before.pid !== after.pid) sharesConnections = true
    }
    return { sharesConnections, keepsStatements: true }
  } finally {
    for (const client of clients) client.end().catch(() => undefined)
  }
}

interface Asked {
  /** Undefined where there was no answer in time. */
  pid: number | undefined
  /** The connection did not have the statement, or had it from another client. */
  isLost: boolean
}

const lostCodes = new Set(['26000', '42P05'])

/** The process of the server that a prepared statement runs in. */
async function ask(client: pg.Client, name: string): Promise<Asked> {
  try {
    const { rows } = await client.query<{ pid: number }>({ name, text: 'select pg_backend_pid() as pid' })
    return { pid: rows[0]?.pid, isLost: false }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if ('code' in error && lostCodes.has(String(error.code))) return { pid: undefined, isLost: true }
    // Only a pooler lets a client wait for another one's connection.
    if (error.message === 'Query read timeout') return { pid: undefined, isLost: false }
    throw error
  }
}

/**
 * Refuses a pooler that what is configured does not work through: the first purchases would fail, not the start.
 * @throws ConfigError
 */
export async function refusePooler(
  url: string,
  settings: { directUrl: string | undefined; prepares: boolean },
): Promise<void> {
  if (!settings.prepares && settings.directUrl) return
  const { sharesConnections, keepsStatements } = await findPooler(url)
  const problems = [
    ...(settings.prepares && !keepsStatements
      ? [
          'DATABASE_PREPARED_STATEMENTS: must be off: DATABASE_URL leads to a pooler that loses prepared statements, such as PgBouncer before 1.21 or with max_prepared_statements = 0',
        ]
      : []),
    ...(sharesConnections && !settings.directUrl
      ? [
          'DATABASE_DIRECT_URL: is needed, and leads to the server itself: DATABASE_URL leads to a pooler in transaction mode, through which nothing can LISTEN or migrate',
        ]
      : []),
  ]
  if (problems.length > 0) throw new ConfigError(problems)
}
