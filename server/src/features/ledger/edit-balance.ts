import { randomUUID } from 'node:crypto'
import type { ledger } from '@almanac/contract'
import type { Answer, Body } from '@almanac/contract/endpoint'
import { writeAudit } from '../../platform/audit.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { doOnce } from '../../platform/do-once.ts'
import { DomainError } from '../../platform/errors.ts'
import type { AdminSession } from '../../platform/http/session.ts'
import { announceChange } from '../../platform/wakeups.ts'
import { balanceMaxTokens, postEntry } from './post-entry.ts'

export interface BalanceEdit {
  admin: Pick<AdminSession, 'userId' | 'role'>
  tenantId: number
  consumerId: number
  wish: Body<typeof ledger.editTokenBalance>
  idempotencyKey: string | undefined
}

/**
 * Adds tokens to a consumer's balance or subtracts some, and keeps why (decision L7); a repeated idempotency key answers
 * what the first was answered.
 * @throws DomainError `not_found` for a consumer that is none of the tenant's, `balance_changed` with the balance now,
 * `subtraction_too_large`, `invalid_input`, `idempotency_mismatch`; nothing was changed then.
 */
export async function editBalance(
  db: Database,
  edit: BalanceEdit,
): Promise<Answer<typeof ledger.editTokenBalance>> {
  const { admin, tenantId, consumerId, wish, idempotencyKey } = edit
  return db.transact(async (tx) => {
    const asked = { act: 'edit-token-balance', tenantId, consumerId, ...wish }
    const { answer } = await doOnce(tx, { userId: admin.userId, idempotencyKey, asked }, async () => ({
      tokenBalance: await postEdit(tx, edit),
      message: 'Token updated successfully.',
    }))
    return answer
  })
}

async function postEdit(tx: Tx, { admin, tenantId, consumerId, wish }: BalanceEdit): Promise<number> {
  const { numberOfTokens, addToken, expectedTokenBalance } = wish
  const reason = wish.reason || undefined
  const before = await lockBalance(tx, tenantId, consumerId)
  if (expectedTokenBalance !== undefined && expectedTokenBalance !== before)
    throw new DomainError('balance_changed', { extra: { tokenBalance: before } })
  if (!addToken && numberOfTokens > before) throw new DomainError('subtraction_too_large')
  if (addToken && numberOfTokens > balanceMaxTokens - before)
    throw new DomainError('invalid_input', { message: 'No balance can be this large.' })
  const after = await postEntry(tx, {
    tenantId,
    consumerId,
    ...(addToken ? { creditTokens: numberOfTokens } : { debitTokens: numberOfTokens }),
    kind: 'admin',
    reference: `admin:${randomUUID()}`,
    description: addToken ? 'Tokens added' : 'Tokens subtracted',
    actor: `admin:${admin.userId}`,
    ...(reason !== undefined && { reason }),
  })
  await writeAudit(tx, {
    tenantId,
    actor: admin,
    action: 'edit-token-balance',
    subject: `user:${consumerId}`,
    before: { tokenBalance: before },
    after: { tokenBalance: after, reason: reason ?? null },
  })
  await announceChange(tx, { topic: 'balance', tenantId, userId: consumerId })
  return after
}

/** A consumer's balance, which stays as it is until the transaction ends. */
async function lockBalance(tx: Tx, tenantId: number, consumerId: number): Promise<number> {
  const wallet = await tx
    .selectFrom('wallets')
    .innerJoin('users', 'users.id', 'wallets.consumerId')
    .select('wallets.balance')
    .where('wallets.tenantId', '=', tenantId)
    .where('wallets.consumerId', '=', consumerId)
    .where('users.deletedAt', 'is', null)
    .forUpdate('wallets')
    .executeTakeFirst()
  if (!wallet) throw new DomainError('not_found')
  return wallet.balance
}
