import type { InstrumentKind, ProviderName } from '@almanac/contract/payments'
import { sql } from 'kysely'
import type { Database, Reader, Tx } from '../../platform/database.ts'
import { announceChange, wakeJob } from '../../platform/wakeups.ts'
import type { Instrument, KeptInstrument } from './ports.ts'
import type { ProviderAccount } from './providers.ts'

export const detachMethodsJob = 'detach-methods'

interface Owner {
  tenantId: number
  consumerId: number
}

/** What a consumer chose to pay with from now on. */
export interface ChosenMethod {
  instrument: KeptInstrument
  /** Who keeps it. */
  at: ProviderAccount
  /**
   * When the consumer chose it: the beginning of the purchase or of the saving, however late the bank agreed; null
   * for now.
   */
  chosenAt: Date | null
}

interface KeptMethod {
  kind: InstrumentKind
  provider: ProviderName
  account: string
  providerMethodId: string
}

/** The instrument, where its provider keeps it. */
export function keptOf(instrument: Instrument | null): KeptInstrument | null {
  return instrument !== null && instrument.methodId !== null
    ? { ...instrument, methodId: instrument.methodId }
    : null
}

/**
 * Makes an instrument the default payment, unless the consumer has chosen otherwise since; the provider is told to forget the
 * one that is not. Returns whether it is the first default payment or replaces another; null if nothing changed.
 */
export async function putDefaultMethod(
  tx: Tx,
  owner: Owner,
  chosen: ChosenMethod,
): Promise<'first' | 'replacement' | null> {
  const { instrument } = chosen
  const kept: KeptMethod = {
    kind: instrument.kind,
    provider: chosen.at.name,
    account: chosen.at.account,
    providerMethodId: instrument.methodId,
  }
  const isNewest = await noteChoice(tx, owner, chosen.chosenAt)
  const before = await findKept(tx, owner)
  const isKept = before?.provider === kept.provider && before.providerMethodId === kept.providerMethodId
  if (!isNewest) {
    if (!isKept) await detachLater(tx, kept)
    return null
  }
  const values = { ...kept, ...shownOf(instrument), createdAt: sql<Date>`now()` }
  await tx
    .insertInto('defaultPayments')
    .values({ tenantId: owner.tenantId, consumerId: owner.consumerId, ...values })
    .onConflict((conflict) => conflict.column('consumerId').doUpdateSet(values))
    .execute()
  await tx
    .deleteFrom('detachedMethods')
    .where('provider', '=', kept.provider)
    .where('providerMethodId', '=', kept.providerMethodId)
    .execute()
  if (before && !isKept) await detachLater(tx, before)
  await announceDefault(tx, owner)
  if (!before) return 'first'
  return isKept ? null : 'replacement'
}

function shownOf(instrument: Instrument) {
  const card = instrument.kind === 'card' ? instrument : null
  return {
    cardBrand: card?.brand ?? null,
    lastFourDigit: card?.lastFourDigit ?? null,
    expMonth: card?.expMonth ?? null,
    expYear: card?.expYear ?? null,
    fullName: instrument.fullName,
    email: instrument.email,
  }
}

/**
 * Removes the default payment that is this instrument, which its provider has no more; without effect where it is none.
 */
export async function forgetMethod(
  { reader, transact }: Pick<Database, 'reader' | 'transact'>,
  at: ProviderAccount,
  methodId: string,
): Promise<void> {
  const ofMethod = (of: Reader | Tx) =>
    of
      .selectFrom('defaultPayments')
      .select(['tenantId', 'consumerId'])
      .where('provider', '=', at.name)
      .where('account', '=', at.account)
      .where('providerMethodId', '=', methodId)
  const owner = await ofMethod(reader).executeTakeFirst()
  if (!owner) return
  await transact(async (tx) => {
    await holdChoice(tx, owner)
    if (!(await ofMethod(tx).executeTakeFirst())) return
    await removeDefault(tx, owner, at)
  })
}

/**
 * Removes the default payment, or only one that such a provider keeps, and has the provider forget it; false where
 * there was none. That is a choice as well: what was begun before it does not become the default later.
 */
export async function removeDefault(tx: Tx, owner: Owner, only?: ProviderAccount): Promise<boolean> {
  if (only) await holdChoice(tx, owner)
  else await noteChoice(tx, owner, null)
  const removed = await findKept(tx, owner)
  if (!removed || (only && (removed.provider !== only.name || removed.account !== only.account))) return false
  await tx
    .deleteFrom('defaultPayments')
    .where('tenantId', '=', owner.tenantId)
    .where('consumerId', '=', owner.consumerId)
    .execute()
  await detachLater(tx, removed)
  await announceDefault(tx, owner)
  return true
}

/** Has the consumer's screens, on other devices too, ask again for the default payment and for what hangs on it. */
async function announceDefault(tx: Tx, { tenantId, consumerId: userId }: Owner): Promise<void> {
  await announceChange(tx, { topic: 'profile', tenantId, userId })
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
    .select(['kind', 'provider', 'account', 'providerMethodId'])
    .where('tenantId', '=', owner.tenantId)
    .where('consumerId', '=', owner.consumerId)
    .executeTakeFirst()
}

async function detachLater(tx: Tx, { provider, account, providerMethodId }: KeptMethod): Promise<void> {
  await tx
    .insertInto('detachedMethods')
    .values({ provider, account, providerMethodId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await wakeJob(tx, detachMethodsJob)
}
