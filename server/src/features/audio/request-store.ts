import type { Reader, Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { TenantSession } from '../../platform/http/session.ts'
import { hashRequest } from '../../platform/request-hash.ts'

/** One try to write a reading, as its operator's client named it; null where it gave no name. */
export type AudioRequest = {
  tenantId: number
  operatorId: number
  idempotencyKey: string
  requestHash: string
} | null

/** What is asked for: the act, and all that makes another request of it. */
export interface AskedAct {
  act: 'add-audio' | 'update-audio' | 'copy-audio' | 'delete-audio'
  audioId?: number
  body?: Readonly<Record<string, unknown>>
  /** Digest of the file sent. */
  fileHash?: string | undefined
}

export function toRequest(
  { tenantId, userId }: TenantSession,
  idempotencyKey: string | undefined,
  { body, ...asked }: AskedAct,
): AudioRequest {
  if (idempotencyKey === undefined) return null
  const requestHash = hashRequest({ ...asked, body: body && hashRequest(body) })
  return { tenantId, operatorId: userId, idempotencyKey, requestHash }
}

/**
 * The reading that this request made or changed before; null where it comes for the first time.
 * @throws DomainError `idempotency_mismatch` where the key was used for something else.
 */
export async function findRequest(reader: Reader | Tx, request: AudioRequest): Promise<number | null> {
  if (!request) return null
  const earlier = await reader
    .selectFrom('audioRequests')
    .select(['requestHash', 'audioId'])
    .where('tenantId', '=', request.tenantId)
    .where('operatorId', '=', request.operatorId)
    .where('idempotencyKey', '=', request.idempotencyKey)
    .executeTakeFirst()
  if (!earlier) return null
  if (earlier.requestHash !== request.requestHash) {
    throw new DomainError('idempotency_mismatch', {
      message:
        'This audio was already saved, as it was before your last change. Please look at the list first: nothing was changed now.',
    })
  }
  return earlier.audioId
}

/**
 * Begins a request, or answers the reading of one that came before. Of two at once the second waits for the first, and
 * what was refused may be tried anew.
 * @throws DomainError `idempotency_mismatch`, as `findRequest`.
 */
export async function beginRequest(tx: Tx, request: AudioRequest): Promise<number | null> {
  if (!request) return null
  const begun = await tx
    .insertInto('audioRequests')
    .values({ ...request, audioId: null })
    .onConflict((conflict) => conflict.columns(['operatorId', 'idempotencyKey']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return begun ? null : findRequest(tx, request)
}

/** Notes which reading a request has made or changed. */
export async function endRequest(tx: Tx, request: AudioRequest, audioId: number): Promise<void> {
  if (!request) return
  await tx
    .updateTable('audioRequests')
    .set({ audioId })
    .where('tenantId', '=', request.tenantId)
    .where('operatorId', '=', request.operatorId)
    .where('idempotencyKey', '=', request.idempotencyKey)
    .execute()
}
