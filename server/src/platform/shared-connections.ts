import pg from 'pg'
import type { StatementConnection, StatementPool } from './prepared-statements.ts'

/** What is whole by itself: nobody's transaction or setting may be left behind for the others. */
const whole = /^\s*(?:select|with)\b/i

/** A connection that many ask at the same time. */
interface Lane {
  client: Promise<pg.Client> | undefined
  /** Those who have been given it and have not released it. */
  users: number
}

/**
 * A few connections for short statements. One does not wait for the answer to the one before it (pipelining,
 * https://www.postgresql.org/docs/current/libpq-pipeline-mode.html), and all those of one turn of the event loop leave
 * together: to wake the server up, and to be woken up by it, costs more than such a statement does.
 *
 * One that takes long holds up those behind it. A connection that is lost fails what was on its way; the next statement
 * opens another.
 *
 * @param size connections at the most, each opened when it is first needed.
 * @param Client their class, where one of several hosts has to be found first
 */
export function shareConnections(
  options: pg.ClientConfig,
  size: number,
  Client: typeof pg.Client = pg.Client,
): StatementPool {
  const lanes = Array.from({ length: size }, (): Lane => ({ client: undefined, users: 0 }))
  const connections = new Map(
    lanes.map((lane) => [lane, connectionOf(lane, () => new Client({ ...options, pipeline: true }))]),
  )
  return {
    options,
    async connect() {
      const idlest = lanes.reduce((best, lane) => (lane.users < best.users ? lane : best))
      idlest.users++
      return connections.get(idlest) as StatementConnection
    },
    async end() {
      const ended = lanes.map(async ({ client }) => (await client?.catch(() => undefined))?.end())
      await Promise.all(ended)
    },
  }
}

function connectionOf(lane: Lane, make: () => pg.Client): StatementConnection {
  return {
    async query(statement) {
      if (!whole.test(statement.text)) throw new Error('A shared connection takes whole statements alone')
      lane.client ??= open(lane, make())
      const opened = lane.client
      const client = await opened
      sendWithOthers(client)
      try {
        return await client.query(statement)
      } catch (error) {
        // Not the server's own word: the connection is lost, though that may not have been told yet.
        if (!(error instanceof pg.DatabaseError)) forget(lane, opened)
        throw error
      }
    },
    release() {
      lane.users--
    },
  }
}

function open(lane: Lane, client: pg.Client): Promise<pg.Client> {
  const opening = client.connect()
  for (const event of ['end', 'error'] as const) client.on(event, () => forget(lane, opening))
  opening.catch(() => forget(lane, opening))
  return opening
}

function forget(lane: Lane, opened: Promise<pg.Client>): void {
  if (lane.client !== opened) return
  lane.client = undefined
  // Those whose answers are still to come get them first.
  opened.then((client) => client.end()).catch(() => undefined)
}

/** Holds back what is written until the event loop has been round: one write, and one awakening, for all. */
function sendWithOthers({ connection: { stream } }: pg.Client): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => stream.uncork())
}
