import { createHash } from 'node:crypto'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { sql } from 'kysely'
import pg from 'pg'

/** Statements that one connection keeps ready; each costs the server some tens of kilobytes. */
const namedMax = 500

/** What can be prepared; `begin`, `commit` and the like are sent as they are. */
const preparable = /^\s*(?:select|with|insert|update|delete)\b/i

/**
 * Begins a statement that is planned each time for the values that it comes with: where what it reads, and so the best way
 * to it, hangs on them, and a wrong way takes seconds.
 */
export const plannedAnew = sql.raw('/* planned anew */')

/**
 * The names under which statements are prepared, made of their texts, so that connections and servers agree on them. A
 * text gets its name when it comes for the second time: what is asked once a start takes no room.
 */
export class StatementNames {
  readonly #named = new Map<string, string>()
  readonly #seenOnce = new Set<string>()
  #generation = 0

  /** @returns `undefined` for a text that is sent unprepared. */
  nameOf(text: string): string | undefined {
    const name = this.#named.get(text)
    if (name !== undefined || this.#named.size >= namedMax || !preparable.test(text)) return name
    if (!this.#seenOnce.delete(text)) {
      if (this.#seenOnce.size >= namedMax) this.#seenOnce.clear()
      this.#seenOnce.add(text)
      return undefined
    }
    const digest = createHash('sha256').update(text).digest('base64url').slice(0, 20)
    const made = `almanac_${digest}_${this.#generation}`
    this.#named.set(text, made)
    return made
  }

  /** Every statement is prepared anew from here on: the tables that they were made for have changed. */
  renew(): void {
    this.#generation++
    this.#named.clear()
  }
}

/**
 * Whether a prepared statement was refused because a migration changed what it answers. Sent once more it is prepared
 * anew.
 */
export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.message.includes('cached plan')
}

/** What statements are sent over: a connection of one's own until it is released, or one that is shared. */
export interface StatementConnection {
  query(statement: pg.QueryConfig): Promise<pg.QueryResult>
  release(destroy?: boolean): void
}

export interface StatementPool {
  readonly options: object
  connect(): Promise<StatementConnection>
  end(): Promise<void>
}

/**
 * A pool for Kysely whose statements the database parses once a connection, and plans once where that serves as well
 * (https://www.postgresql.org/docs/current/sql-prepare.html): parsing and planning are most of a short statement's time.
 */
export function prepareStatements(pool: StatementPool): PostgresPool {
  const names = new StatementNames()
  const prepared = new WeakMap<StatementConnection, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = prepared.get(client) ?? prepareOn(client, names)
      prepared.set(client, known)
      return known
    },
  }
}

function prepareOn(client: StatementConnection, names: StatementNames): PostgresPoolClient {
  let inTransaction = false
  const send = (text: string, values: readonly unknown[]) =>
    client.query({ name: names.nameOf(text), text, values: [...values] })

  async function run(text: string, values: readonly unknown[]) {
    try {
      const result = await send(text, values)
      if (result.command === 'BEGIN' || result.command === 'START') inTransaction = true
      else if (result.command === 'COMMIT' || result.command === 'ROLLBACK') inTransaction = false
      return result
    } catch (error) {
      if (!isStalePlan(error)) throw error
      names.renew()
      // A transaction is lost with its statement; whoever opened it begins again.
      if (inTransaction) throw error
      return await send(text, values)
    }
  }
  function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  function query(what: unknown, values: readonly unknown[] = []): unknown {
    if (typeof what !== 'string') throw new Error('Rows are not read through cursors here')
    return run(what, values)
  }
  return {
    query,
    release: (destroy) => {
      inTransaction = false
      client.release(destroy)
    },
  }
}
