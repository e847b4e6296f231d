import type { Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { TenantSession } from '../../platform/http/session.ts'
import { hashRequest } from '../../platform/request-hash.ts'
import { type TextRow, textColumns } from './queries.ts'

/** One try to save texts, as its operator's client named it. */
export interface TextBatch {
  tenantId: number
  operatorId: number
  idempotencyKey: string
  requestHash: string
}

/**
 * Begins a batch, or answers the texts that it made before. Of two at once the second waits for the first: what that one
 * scheduled is answered, and what was refused may be tried anew.
 * @throws DomainError `idempotency_mismatch` where the key was used for something else.
 */
async function beginBatch(
  tx: Tx,
  batch: TextBatch,
): Promise<{ batchId: number } | { texts: readonly TextRow[] }> {
  const begun = await tx
    .insertInto('shortTextBatches')
    .values(batch)
    .onConflict((conflict) => conflict.columns(['operatorId', 'idempotencyKey']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (begun) return { batchId: begun.id }
  const { id, requestHash } = await tx
    .selectFrom('shortTextBatches')
    .select(['id', 'requestHash'])
    .where('tenantId', '=', batch.tenantId)
    .where('operatorId', '=', batch.operatorId)
    .where('idempotencyKey', '=', batch.idempotencyKey)
    .executeTakeFirstOrThrow()
  if (requestHash !== batch.requestHash) {
    throw new DomainError('idempotency_mismatch', {
      message:
        'These short texts were already saved, as they were before your last change. Please look at the list first: nothing was added to it now.',
    })
  }
  const texts = await tx
    .selectFrom('shortTexts')
    .select(textColumns)
    .where('tenantId', '=', batch.tenantId)
    .where('batchId', '=', id)
    .orderBy('id')
    .execute()
  return { texts }
}

/** The same for what a client sent with a key, or without one: then there is no batch. */
export async function beginKeyedBatch(
  tx: Tx,
  { tenantId, userId }: TenantSession,
  body: Readonly<Record<string, unknown>>,
  idempotencyKey: string | undefined,
): Promise<{ batchId: number | null } | { texts: readonly TextRow[] }> {
  if (idempotencyKey === undefined) return { batchId: null }
  return beginBatch(tx, { tenantId, operatorId: userId, idempotencyKey, requestHash: hashRequest(body) })
}
