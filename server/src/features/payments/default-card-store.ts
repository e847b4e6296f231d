import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { wakeJob } from '../../platform/wakeups.ts'
import type { CardDetails } from './ports.ts'

export const detachMethodsJob = 'detach-methods'

interface Owner {
  tenantId: number
  consumerId: number
}

/** Makes a card the default payment; the provider is told to forget the one it replaces. */
export async function putDefaultCard(tx: Tx, owner: Owner, card: CardDetails): Promise<void> {
  const replaced = await lockDefault(tx, owner)
  const values = {
    kind: 'card' as const,
    providerMethodId: card.methodId,
    cardBrand: card.brand,
    lastFourDigit: card.lastFourDigit,
    expMonth: card.expMonth,
    expYear: card.expYear,
    fullName: card.fullName,
    email: card.email,
    createdAt: sql<Date>`now()`,
  }
  await tx
    .insertInto('defaultPayments')
    .values({ tenantId: owner.tenantId, consumerId: owner.consumerId, ...values })
    .onConflict((conflict) => conflict.column('consumerId').doUpdateSet(values))
    .execute()
  await tx
    .deleteFrom('detachedMethods')
    .where('provider', '=', 'stripe')
    .where('providerMethodId', '=', card.methodId)
    .execute()
  if (replaced && replaced.providerMethodId !== card.methodId) await detachLater(tx, replaced)
}

/** Removes the default payment and has the provider forget it; false where there was none. */
export async function removeDefault(tx: Tx, owner: Owner): Promise<boolean> {
  const removed = await lockDefault(tx, owner)
  if (!removed) return false
  await tx.deleteFrom('defaultPayments').where('consumerId', '=', owner.consumerId).execute()
  await detachLater(tx, removed)
  return true
}

async function lockDefault(tx: Tx, owner: Owner) {
  return tx
    .selectFrom('defaultPayments')
    .select(['kind', 'providerMethodId'])
    .where('tenantId', '=', owner.tenantId)
    .where('consumerId', '=', owner.consumerId)
    .forUpdate()
    .executeTakeFirst()
}

async function detachLater(
  tx: Tx,
  method: { kind: 'card' | 'wallet'; providerMethodId: string },
): Promise<void> {
  await tx
    .insertInto('detachedMethods')
    .values({
      provider: method.kind === 'card' ? 'stripe' : 'paypal',
      providerMethodId: method.providerMethodId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await wakeJob(tx, detachMethodsJob)
}
