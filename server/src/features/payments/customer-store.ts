import { sql } from 'kysely'
import type { Database, Reader } from '../../platform/database.ts'
import { removeDefault } from './default-method-store.ts'
import type { ProviderAccount } from './providers.ts'

interface Owner {
  tenantId: number
  consumerId: number
}

/** What is known of a consumer at one account of a provider. */
export interface KnownCustomer {
  /** The present record; null where one has to be made. */
  customerId: string | null
  /** How many there were that the provider has no more. */
  goneCount: number
}

/** A record of another account does not count: its id means nothing here. */
export async function findCustomer(
  reader: Reader,
  consumerId: number,
  at: ProviderAccount,
): Promise<KnownCustomer> {
  const { rows } = await sql<KnownCustomer>`
    select max(provider_customer_id) filter (where gone_at is null) as customer_id,
      count(gone_at)::int as gone_count
    from provider_customers
    where provider = ${at.name} and consumer_id = ${consumerId} and account = ${at.account}
  `.execute(reader)
  return rows[0] ?? { customerId: null, goneCount: 0 }
}

/** Stores the provider's record of a consumer; the first one stored stays, and is answered. */
export async function keepCustomer(
  reader: Reader,
  owner: Owner,
  at: ProviderAccount,
  customerId: string,
): Promise<string> {
  await reader
    .insertInto('providerCustomers')
    .values({
      provider: at.name,
      account: at.account,
      providerCustomerId: customerId,
      tenantId: owner.tenantId,
      consumerId: owner.consumerId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await findCustomer(reader, owner.consumerId, at)).customerId ?? customerId
}

/**
 * Notes that the provider has a record no more. What it kept with it is gone too: a default payment of that account is
 * removed.
 */
export async function forgetCustomer(
  { transact }: Pick<Database, 'transact'>,
  owner: Owner,
  at: ProviderAccount,
  customerId: string,
): Promise<void> {
  await transact(async (tx) => {
    const forgotten = await tx
      .updateTable('providerCustomers')
      .set({ goneAt: sql<Date>`now()` })
      .where('provider', '=', at.name)
      .where('account', '=', at.account)
      .where('providerCustomerId', '=', customerId)
      .where('tenantId', '=', owner.tenantId)
      .where('consumerId', '=', owner.consumerId)
      .where('goneAt', 'is', null)
      .executeTakeFirstOrThrow()
    if (forgotten.numUpdatedRows > 0n) await removeDefault(tx, owner, at)
  })
}

/** The same of a record that the provider says to have deleted; without effect where it is not a present one. */
export async function forgetGoneCustomer(
  db: Database,
  at: ProviderAccount,
  customerId: string,
): Promise<void> {
  const owner = await db.reader
    .selectFrom('providerCustomers')
    .select(['tenantId', 'consumerId'])
    .where('provider', '=', at.name)
    .where('account', '=', at.account)
    .where('providerCustomerId', '=', customerId)
    .executeTakeFirst()
  if (owner) await forgetCustomer(db, owner, at, customerId)
}
