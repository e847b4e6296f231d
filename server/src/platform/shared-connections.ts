import pg from 'pg'
import { commitTogether } from './commit-together.ts'
import { isDatabaseAway } from './database-away.ts'
import type { StatementConnection, StatementPool } from './prepared-statements.ts'

/** What is whole by itself: nobody's transaction or setting may be left behind for the others. */
const whole = /^\s*(?:select|with)\b/i

/** So many on their way at once keep a connection's server process busy: the next one is asked. */
const enough = 32

/** Sends a statement over a connection, at once or with others. */
type Send = (statement: pg.QueryConfig) => Promise<pg.QueryResult>

interface Opened {
  client: pg.Client
  send: Send
}

/** A connection that many ask at the same time. */
interface Lane {
  opened: Promise<Opened> | undefined
  /** Those who have been given it and have not released it. */
  users: number
}

export interface Sharing {
  /** Connections at the most, each opened when it is first needed. */
  size: number
  /** Whether what is sent writes: then what comes at the same time is committed together (`commitTogether`). */
  writes?: boolean
  /** Their class, where one of several hosts has to be found first. */
  Client?: typeof pg.Client
}

/**
 * A few connections for short statements. One does not wait for the answer to the one before it (pipelining,
 * https://www.postgresql.org/docs/current/libpq-pipeline-mode.html), and all those of one turn of the event loop leave
 * together: to wake the server up, and to be woken up by it, costs more than such a statement does.
 *
 * One that takes long holds up those behind it. A connection that is lost fails what was on its way; the next statement
 * opens another.
 */
export function shareConnections(
  options: pg.ClientConfig,
  { size, writes = false, Client = pg.Client }: Sharing,
): StatementPool {
  const open = async (): Promise<Opened> => {
    const client = new Client({ ...options, pipeline: true })
    // One that is lost before anybody listens would end the process.
    client.on('error', () => undefined)
    await client.connect()
    const send: Send = (statement) => {
      sendWithOthers(client)
      return client.query(statement)
    }
    return { client, send: writes ? commitTogether(send) : send }
  }
  const lanes = Array.from({ length: size }, (): Lane => ({ opened: undefined, users: 0 }))
  const connections = new Map(lanes.map((lane) => [lane, connectionOf(lane, open)]))
  return {
    options,
    async connect() {
      const lane = lanes.find(({ users }) => users < enough) ?? idlestOf(lanes)
      lane.users++
      return connections.get(lane) as StatementConnection
    },
    async end() {
      const ended = lanes.map(async ({ opened }) => (await opened?.catch(() => undefined))?.client.end())
      await Promise.all(ended)
    },
  }
}

function idlestOf(lanes: readonly Lane[]): Lane {
  return lanes.reduce((best, lane) => (lane.users < best.users ? lane : best))
}

function connectionOf(lane: Lane, open: () => Promise<Opened>): StatementConnection {
  return {
    async query(statement) {
      if (!whole.test(statement.text)) throw new Error('A shared connection takes whole statements alone')
      lane.opened ??= keep(lane, open())
      const { opened } = lane
      try {
        const { send } = await opened
        return await send(statement)
      } catch (error) {
        // Not the server's own word: the connection is lost, though that may not have been told yet.
        if (!(error instanceof pg.DatabaseError)) forget(lane, opened)
        throw ownOf(error)
      }
    },
    release() {
      lane.users--
    },
  }
}

/**
 * All who lose a connection are given one error, and Kysely adds to its stack who has sent the statement: the stack of each
 * would be those of all.
 */
function ownOf(error: unknown): unknown {
  if (!(error instanceof Error && isDatabaseAway(error))) return error
  return Object.assign(new Error(error.message), 'code' in error && { code: error.code })
}

function keep(lane: Lane, opening: Promise<Opened>): Promise<Opened> {
  opening.then(
    ({ client }) => {
      for (const event of ['end', 'error'] as const) client.on(event, () => forget(lane, opening))
    },
    () => forget(lane, opening),
  )
  return opening
}

function forget(lane: Lane, opened: Promise<Opened>): void {
  if (lane.opened !== opened) return
  lane.opened = undefined
  // Those whose answers are still to come get them first.
  opened.then(({ client }) => client.end()).catch(() => undefined)
}

/** Holds back what is written until the event loop has been round: one write, and one awakening, for all. */
function sendWithOthers({ connection: { stream } }: pg.Client): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => stream.uncork())
}
