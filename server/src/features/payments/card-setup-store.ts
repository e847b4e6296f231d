import { sql } from 'kysely'
import type { Reader } from '../../platform/database.ts'

interface Owner {
  tenantId: number
  consumerId: number
}

/**
 * Notes that a card is being saved, before the provider is asked; answers when that was begun, also for a repeat under
 * the same key.
 */
export async function startCardSetup(
  reader: Reader,
  setup: Owner & { key: string; account: string },
): Promise<Date> {
  const { startedAt } = await reader
    .insertInto('cardSetups')
    .values({
      key: setup.key,
      tenantId: setup.tenantId,
      consumerId: setup.consumerId,
      account: setup.account,
    })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key: sql<string>`excluded.key` }))
    .returning('startedAt')
    .executeTakeFirstOrThrow()
  return startedAt
}

/** Keeps the provider's id, by which it is found again after the bank's challenge. */
export async function keepSetupId(reader: Reader, key: string, setupId: string): Promise<void> {
  await reader.updateTable('cardSetups').set({ setupId }).where('key', '=', key).execute()
}

/** When the saving of a card was begun; null for one that is not known. */
export async function findCardSetup(
  reader: Reader,
  setup: Owner & { setupId: string },
): Promise<Date | null> {
  const found = await reader
    .selectFrom('cardSetups')
    .select('startedAt')
    .where('tenantId', '=', setup.tenantId)
    .where('consumerId', '=', setup.consumerId)
    .where('setupId', '=', setup.setupId)
    .executeTakeFirst()
  return found?.startedAt ?? null
}
