import { sql } from 'kysely'
import type { Reader, Tx } from './database.ts'
import { DomainError } from './errors.ts'
import { hashRequest } from './request-hash.ts'

declare module './database.ts' {
  interface Tables {
    doneRequests: {
      userId: number
      idempotencyKey: string
      requestHash: string
      answer: unknown
    }
  }
}

/** What a user asks for, under the `Idempotency-Key` that the client named it by; without one it is asked for anew. */
export interface KeyedRequest {
  userId: number
  idempotencyKey: string | undefined
  /** The act, and all that makes another request of it; values as `hashRequest` takes them. */
  asked: Readonly<Record<string, unknown>> & { act: string }
  /** What is said where the key was used for something else; the catalogue's sentence unless given. */
  mismatch?: string
}

/** How long a repeat is recognized: longer than any form stays open. */
const keptDays = 30

/**
 * What a request was answered that was done before; null where it has not been done. For acts that do much before their
 * transaction begins; `doOnce` looks again.
 * @throws DomainError `idempotency_mismatch` where the key was used for something else.
 */
export async function findDone<Answer>(reader: Reader | Tx, request: KeyedRequest): Promise<Answer | null> {
  const { userId, idempotencyKey, asked, mismatch } = request
  if (idempotencyKey === undefined) return null
  const done = await reader
    .selectFrom('doneRequests')
    .select(['requestHash', 'answer'])
    .where('userId', '=', userId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()
  if (!done) return null
  if (done.requestHash !== hashRequest(asked))
    throw new DomainError('idempotency_mismatch', mismatch === undefined ? {} : { message: mismatch })
  return done.answer as Answer
}

/**
 * Does an act once under its key, in the transaction that it belongs to, and gives a repeat what the first time was
 * answered (decision W9): what survives JSON. Of two at once the second waits for the first; what was refused leaves no
 * trace, and may be tried anew under its key.
 * @throws DomainError `idempotency_mismatch` where the key was used for something else, and what `act` throws.
 */
export async function doOnce<Answer extends object>(
  tx: Tx,
  request: KeyedRequest,
  act: () => Promise<Answer>,
): Promise<{ answer: Answer; isRepeated: boolean }> {
  const { userId, idempotencyKey, asked } = request
  if (idempotencyKey === undefined) return { answer: await act(), isRepeated: false }
  const begun = await tx
    .insertInto('doneRequests')
    .values({ userId, idempotencyKey, requestHash: hashRequest(asked), answer: null })
    .onConflict((conflict) => conflict.columns(['userId', 'idempotencyKey']).doNothing())
    .executeTakeFirst()
  if (begun.numInsertedOrUpdatedRows === 0n) {
    const answer = await findDone<Answer>(tx, request)
    if (answer === null) throw new Error(`The request ${idempotencyKey} was forgotten while it was repeated`)
    return { answer, isRepeated: true }
  }
  const answer = await act()
  await tx
    .updateTable('doneRequests')
    .set({ answer: JSON.stringify(answer) })
    .where('userId', '=', userId)
    .where('idempotencyKey', '=', idempotencyKey)
    .execute()
  return { answer, isRepeated: false }
}

/** Forgets what nobody repeats any more; run by the worker. */
export async function forgetDone(reader: Reader): Promise<void> {
  await sql`delete from done_requests where done_at < now() - make_interval(days => ${keptDays})`.execute(
    reader,
  )
}
