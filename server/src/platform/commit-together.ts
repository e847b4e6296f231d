import pg from 'pg'
import { isDatabaseAway } from './database-away.ts'
import { gather } from './gather.ts'

type Send = (statement: pg.QueryConfig) => Promise<pg.QueryResult>

/** A statement, and who waits for its answer. */
interface Waiting {
  statement: pg.QueryConfig
  answer: PromiseWithResolvers<pg.QueryResult>
}

/**
 * Commits together what comes while an earlier commit of the connection is on its way to disk, which costs the server as much
 * as a short write itself does. Each statement is whole by itself all the same: where one is refused, all are taken back,
 * and each is sent again and committed alone. Nobody is answered before the commit.
 *
 * The first parameter of each statement is the id of the account that it locks. A batch locks its accounts in the order of
 * their ids, so that batches of other connections and processes wait for each other and never deadlock.
 *
 * @param send over one connection that does not wait for answers (pipelining).
 */
export function commitTogether(send: Send): Send {
  const commit = gather<Waiting>(async (came) => {
    const waiting = came.toSorted((one, other) => accountOf(one) - accountOf(other))
    const isCommitted = waiting.length > 1 && (await commitAll(send, waiting))
    if (!isCommitted) await Promise.all(waiting.map((one) => commitOne(send, one)))
  })
  return (statement) => {
    const answer = Promise.withResolvers<pg.QueryResult>()
    void commit({ statement, answer })
    return answer.promise
  }
}

function accountOf({ statement: { values = [] } }: Waiting): number {
  return Number(values[0])
}

async function commitOne(send: Send, { statement, answer }: Waiting): Promise<void> {
  await send(statement).then(answer.resolve, answer.reject)
}

/** @returns whether everybody has an answer; otherwise nothing was written. */
async function commitAll(send: Send, waiting: readonly Waiting[]): Promise<boolean> {
  const [begun, committed, ...sent] = await Promise.allSettled(inTransaction(send, waiting))
  const all = [begun, committed, ...sent]
  const lost = all.find((one) => one?.status === 'rejected' && !isRefusal(one.reason))
  if (lost?.status === 'rejected') {
    for (const { answer } of waiting) answer.reject(lost.reason)
    return true
  }
  // After a refusal the server answers a commit with ROLLBACK.
  if (committed?.status !== 'fulfilled' || committed.value.command !== 'COMMIT') return false
  for (const [index, one] of sent.entries()) {
    if (one.status === 'fulfilled') waiting[index]?.answer.resolve(one.value)
  }
  return true
}

/** The answers to begin and commit, and then to the statements between them. */
function inTransaction(send: Send, waiting: readonly Waiting[]): Promise<pg.QueryResult>[] {
  const begun = send({ name: 'begin', text: 'begin' })
  const sent = waiting.map(({ statement }) => send(statement))
  return [begun, send({ name: 'commit', text: 'commit' }), ...sent]
}

/** The server's own word that it has not done it; of a connection that is lost nobody knows. */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !isDatabaseAway(error)
}
