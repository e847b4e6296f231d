import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database.ts'
import type { ProviderAccount } from './providers.ts'

interface Owner {
  tenantId: number
  consumerId: number
}

/**
 * Notes that an instrument is being saved, before the provider is asked; answers when that was begun, also for a repeat under
 * the same key.
 */
export async function startSetup(
  reader: Reader,
  setup: Owner & { key: string; at: ProviderAccount },
): Promise<Date> {
  const { startedAt } = await reader
    .insertInto('methodSetups')
    .values({
      key: setup.key,
      tenantId: setup.tenantId,
      consumerId: setup.consumerId,
      provider: setup.at.name,
      account: setup.at.account,
    })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key: sql<string>`excluded.key` }))
    .returning('startedAt')
    .executeTakeFirstOrThrow()
  return startedAt
}

/** Keeps the provider's id, by which it is found again once the consumer has agreed. */
export async function keepSetupId(reader: Reader, key: string, setupId: string): Promise<void> {
  await reader.updateTable('methodSetups').set({ setupId }).where('key', '=', key).execute()
}

/** When a saving was begun; null for one that is not known. */
export async function findSetup(
  reader: Reader,
  setup: Owner & { setupId: string; at: ProviderAccount },
): Promise<Date | null> {
  const found = await reader
    .selectFrom('methodSetups')
    .select('startedAt')
    .where('tenantId', '=', setup.tenantId)
    .where('consumerId', '=', setup.consumerId)
    .where('provider', '=', setup.at.name)
    .where('setupId', '=', setup.setupId)
    .executeTakeFirst()
  return found?.startedAt ?? null
}

/** What a consumer was asked to agree to, and what came of it; undefined for anybody else's. */
export async function findOwnSetup(
  reader: Reader,
  setup: Owner & { setupId: string; at: ProviderAccount },
): Promise<{ key: string; startedAt: Date; providerMethodId: string | null } | undefined> {
  return reader
    .selectFrom('methodSetups')
    .select(['key', 'startedAt', 'providerMethodId'])
    .where('tenantId', '=', setup.tenantId)
    .where('consumerId', '=', setup.consumerId)
    .where('provider', '=', setup.at.name)
    .where('account', '=', setup.at.account)
    .where('setupId', '=', setup.setupId)
    .executeTakeFirst()
}

/** Notes what came of a setup; false where that was noted before. */
export async function finishSetup(tx: Tx, key: string, providerMethodId: string): Promise<boolean> {
  const finished = await tx
    .updateTable('methodSetups')
    .set({ providerMethodId })
    .where('key', '=', key)
    .where('providerMethodId', 'is', null)
    .executeTakeFirstOrThrow()
  return finished.numUpdatedRows > 0n
}
