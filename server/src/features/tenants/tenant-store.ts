import { type Insertable, sql, type Updateable } from 'kysely'
import { type Tables, type Tx, violatedUnique } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'

export type NewTenant = Pick<
  Insertable<Tables['tenants']>,
  'url' | 'companyName' | 'details' | 'supportEmail' | 'timeZone' | 'thresholdToken' | 'logoPath'
>

/**
 * Stores a tenant and answers its id.
 * @throws DomainError `url_taken`, also for the slug of a deleted tenant (decision T3).
 */
export async function insertTenant(tx: Tx, tenant: NewTenant): Promise<number> {
  try {
    const made = await tx.insertInto('tenants').values(tenant).returning('id').executeTakeFirstOrThrow()
    return made.id
  } catch (error) {
    throw violatedUnique(error) === 'tenants_url_key' ? new DomainError('url_taken') : error
  }
}

type TenantChanges = Pick<
  Updateable<Tables['tenants']>,
  'companyName' | 'details' | 'supportEmail' | 'timeZone' | 'thresholdToken' | 'logoPath'
>

/** Changes a tenant that is not deleted. @throws DomainError `not_found`. */
export async function changeTenant(tx: Tx, tenantId: number, changes: TenantChanges): Promise<void> {
  const changed = await tx
    .updateTable('tenants')
    .set({ ...changes, changedAt: sql<Date>`now()` })
    .where('id', '=', tenantId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) throw new DomainError('not_found')
}

/** Deletes a tenant that `holdTenant` holds: its row stays, for its money and its slug. */
export async function markTenantDeleted(tx: Tx, tenantId: number): Promise<void> {
  await tx.updateTable('tenants').set({ deletedAt: sql<Date>`now()` }).where('id', '=', tenantId).execute()
}
