import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import { wakeJob } from '../../platform/wakeups.ts'
import type { CardDetails } from './ports.ts'

export const detachMethodsJob = 'detach-methods'

interface Owner {
  tenantId: number
  consumerId: number
}

/** A card that a consumer chose to pay with from now on. */
export interface ChosenCard {
  card: CardDetails
  /** The provider's account that keeps it. */
  account: string
  /**
   * When the consumer chose it: the beginning of the purchase or of the saving, however late the bank agreed; null
   * for now.
   */
  chosenAt: Date | null
}

interface KeptMethod {
  kind: 'card' | 'wallet'
  account: string
  providerMethodId: string
}

/**
 * Makes a card the default payment, unless the consumer has chosen otherwise since; the provider is told to forget the
 * one that is not.
 */
export async function putDefaultCard(tx: Tx, owner: Owner, chosen: ChosenCard): Promise<void> {
  const { card, account } = chosen
  const isNewest = await noteChoice(tx, owner, chosen.chosenAt)
  const before = await findKept(tx, owner)
  const isKept = before?.providerMethodId === card.methodId
  if (!isNewest) {
    if (!isKept) await detachLater(tx, { kind: 'card', account, providerMethodId: card.methodId })
    return
  }
  const values = {
    kind: 'card' as const,
    account,
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
  if (before && !isKept) await detachLater(tx, before)
}

/**
 * Removes the default payment, or only one of such a kind and account, and has the provider forget it; false where
 * there was none. That is a choice as well: what was begun before it does not become the default later.
 */
export async function removeDefault(
  tx: Tx,
  owner: Owner,
  only?: Pick<KeptMethod, 'kind' | 'account'>,
): Promise<boolean> {
  if (only) await holdChoice(tx, owner)
  else await noteChoice(tx, owner, null)
  const removed = await findKept(tx, owner)
  if (!removed || (only && (removed.kind !== only.kind || removed.account !== only.account))) return false
  await tx
    .deleteFrom('defaultPayments')
    .where('tenantId', '=', owner.tenantId)
    .where('consumerId', '=', owner.consumerId)
    .execute()
  await detachLater(tx, removed)
  return true
}

/**
 * Records when the consumer chose, `null` for now, and answers whether that is the newest choice. The row is locked
 * from here to the end of the transaction, also where it is the first.
 */
async function noteChoice(tx: Tx, owner: Owner, chosenAt: Date | null): Promise<boolean> {
  const at = chosenAt ? sql<Date>`${chosenAt}::timestamptz` : sql<Date>`date_trunc('milliseconds', now())`
  const noted = await tx
    .insertInto('defaultChoices')
    .values({ tenantId: owner.tenantId, consumerId: owner.consumerId, chosenAt: at })
    .onConflict((conflict) =>
      conflict
        .column('consumerId')
        .doUpdateSet((e) => ({ chosenAt: e.ref('excluded.chosenAt') }))
        .whereRef('defaultChoices.chosenAt', '<=', 'excluded.chosenAt'),
    )
    .returning('consumerId')
    .executeTakeFirst()
  return noted !== undefined
}

/** Waits for whoever is changing the consumer's default payment. */
async function holdChoice(tx: Tx, owner: Owner): Promise<void> {
  await tx
    .selectFrom('defaultChoices')
    .select('consumerId')
    .where('consumerId', '=', owner.consumerId)
    .forUpdate()
    .execute()
}

async function findKept(tx: Tx, owner: Owner): Promise<KeptMethod | undefined> {
  return tx
    .selectFrom('defaultPayments')
    .select(['kind', 'account', 'providerMethodId'])
    .where('tenantId', '=', owner.tenantId)
    .where('consumerId', '=', owner.consumerId)
    .executeTakeFirst()
}

async function detachLater(tx: Tx, method: KeptMethod): Promise<void> {
  await tx
    .insertInto('detachedMethods')
    .values({
      provider: method.kind === 'card' ? 'stripe' : 'paypal',
      account: method.account,
      providerMethodId: method.providerMethodId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await wakeJob(tx, detachMethodsJob)
}
