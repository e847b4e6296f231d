import type { ProviderName } from '@almanac/contract/payments'
import { sql } from 'kysely'
import type { Reader } from '../../platform/database.ts'
import { liveTenantSql } from '../tenants/index.ts'
import type { PaymentDeps } from './deps.ts'
import type { Purchase } from './purchase-store.ts'

const secondsUntilLookAtTaken = 10

/** A consumer's own purchase by the provider's id of its payment; undefined for any other. */
export async function findOwnByPayment(
  reader: Reader,
  own: { tenantId: number; consumerId: number; provider: ProviderName; providerPaymentId: string },
): Promise<Purchase | undefined> {
  return reader
    .selectFrom('purchases')
    .selectAll()
    .where('tenantId', '=', own.tenantId)
    .where('consumerId', '=', own.consumerId)
    .where('provider', '=', own.provider)
    .where('providerPaymentId', '=', own.providerPaymentId)
    .executeTakeFirst()
}

export async function findByPayment(
  reader: Reader,
  provider: ProviderName,
  providerPaymentId: string,
): Promise<Purchase | undefined> {
  return reader
    .selectFrom('purchases')
    .selectAll()
    .where('provider', '=', provider)
    .where('providerPaymentId', '=', providerPaymentId)
    .executeTakeFirst()
}

/**
 * Notes that the provider is being told to take what the consumer has approved, before it is: from here on its end is
 * being found out, and it can't be given up. Undefined where it must not be taken: it has ended, its tenant is deleted, or it
 * is automatic and no longer wanted.
 */
export async function markTaking(
  { db, isStillWantedSql }: Pick<PaymentDeps, 'db' | 'isStillWantedSql'>,
  purchaseId: number,
): Promise<Purchase | undefined> {
  return db.reader
    .updateTable('purchases')
    .set({
      state: 'started',
      chargeSentAt: sql<Date>`now()`,
      nextLookAt: sql<Date>`now() + make_interval(secs => ${secondsUntilLookAtTaken})`,
      looks: 0,
    })
    .where('id', '=', purchaseId)
    .where('state', 'in', ['started', 'requires_action'])
    .where(liveTenantSql(sql`purchases.tenant_id`))
    .where(isStillWantedSql)
    .returningAll()
    .executeTakeFirst()
}
