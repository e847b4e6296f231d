import { AsyncLocalStorage } from 'node:async_hooks'
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely'
import pg from 'pg'
import { addressOf } from './database-hosts.ts'
import { isStalePlan, prepareStatements } from './prepared-statements.ts'
import { type Sharing, shareConnections } from './shared-connections.ts'
import { StatementShapes } from './statement-shapes.ts'

/** Every table by name; each feature adds its own in its `tables.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: features merge their tables into it
export interface Tables {}

/** Reads for screens take this. */
export type Reader = Kysely<Tables>
/** Writes and locking reads take this: they can't be called outside a transaction. */
export type Tx = Transaction<Tables>

export interface Database {
  readonly reader: Reader
  /** Short reads that many calls make, over shared connections (`shareConnections`). */
  readonly quickReads: StatementShapes
  /**
   * Writes that are one statement each, over others of them: a read does not wait for what is being written to disk. The
   * first parameter of each is the id of the account that it locks (`commitTogether`).
   */
  readonly quickWrites: StatementShapes
  /** Runs one write use case as one transaction; no network call may happen inside. Deadlocks are tried again. */
  transact<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`An int8 of ${text} does not fit a safe integer`)
  return value
})
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

const openTransaction = new AsyncLocalStorage<true>()

/**
 * Called by every adapter that leaves the process.
 * @throws Error inside a transaction: a provider's delay must never hold a lock.
 */
export function assertOutsideTransaction(what: string): void {
  if (openTransaction.getStore()) throw new Error(`${what} was called inside a database transaction`)
}

const retriedCodes = new Set(['40001', '40P01'])
const attemptsMax = 4

function isRetriable(error: unknown): boolean {
  if (isStalePlan(error)) return true
  return error instanceof Error && 'code' in error && retriedCodes.has(String(error.code))
}

/** Shared connections at the most. */
const sharedSizes = { reads: 2, writes: 4 }

/**
 * In milliseconds: how long a statement on a shared connection may wait for a lock, and so hold up those behind it, and
 * how long it may be without an answer: then the connection is given up, and the client is told so within five seconds.
 */
const sharedLimits = { lock_timeout: 100, query_timeout: 4_500 }

/** In milliseconds: how long the server works on a statement, and keeps a transaction that nobody goes on with. */
const ownLimits = { statement_timeout: 20_000, idle_in_transaction_session_timeout: 20_000 }

export interface DatabaseOptions {
  poolSize: number
  /** Whether statements are prepared; `true` unless given. A pooler between us and the database may not have it. */
  prepare?: boolean
  /**
   * Whether a pooler gives out the server's connections, one transaction at a time: then none is shared, and none is given
   * limits of its own, which the next client would find; the role has them.
   */
  isPooled?: boolean
  onError?: (error: Error) => void
  /** Sees every statement with its parameters; for measuring alone. */
  onQuery?: (query: { sql: string; parameters: readonly unknown[] }) => void
}

/** Opens a pool of at most `poolSize` connections; of several hosts in `url` to the one that takes writes. */
export function openDatabase(url: string, options: DatabaseOptions): Database {
  const { onQuery, isPooled = false } = options
  const { Client, options: address } = addressOf(url)
  const connection = {
    ...address,
    connectionTimeoutMillis: 4_000,
    ...(isPooled ? {} : ownLimits),
    keepAlive: true,
  }
  const pool = new pg.Pool({ ...connection, Client, max: options.poolSize, idleTimeoutMillis: 30_000 })
  pool.on('error', (error) => options.onError?.(error))
  // The pool listens to idle connections alone: one lost while it is in use would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const over = (statements: PostgresPool) =>
    new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: statements }),
      plugins: [new CamelCasePlugin()],
      log: onQuery ? (event) => void (event.level === 'query' && onQuery(event.query)) : [],
    })
  const isPrepared = options.prepare !== false
  const reader = over(isPrepared ? prepareStatements(pool) : pool)
  // A pooler between us and the database may not have pipelines either.
  const shared = (sharing: Sharing) =>
    isPrepared && !isPooled
      ? over(prepareStatements(shareConnections({ ...connection, ...sharedLimits }, { ...sharing, Client })))
      : reader
  const quickReader = shared({ size: sharedSizes.reads })
  const quickWriter = shared({ size: sharedSizes.writes, writes: true })

  return {
    reader,
    quickReads: new StatementShapes(quickReader, reader),
    quickWrites: new StatementShapes(quickWriter, reader),
    async transact(work) {
      if (openTransaction.getStore()) throw new Error('A transaction was opened inside another one')
      for (let attempt = 1; ; attempt++) {
        try {
          return await reader.transaction().execute((tx) => openTransaction.run(true, () => work(tx)))
        } catch (error) {
          if (attempt >= attemptsMax || !isRetriable(error)) throw error
        }
      }
    },
    async close() {
      await Promise.all([...new Set([reader, quickReader, quickWriter])].map((one) => one.destroy()))
    },
  }
}

/** The name of the unique constraint or index that refused a row, if that is what happened. */
export function violatedUnique(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError && error.code === '23505') return error.constraint
  return undefined
}
