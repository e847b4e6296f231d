import { sql } from 'kysely'
import { writeAudit } from '../../platform/audit.ts'
import type { AdminSession } from '../../platform/http/session.ts'
import { holdTenant } from '../tenants/index.ts'
import type { PackageDeps } from './deps.ts'
import { announcePackages, lockPackage, requireTenantOf } from './package-store.ts'

/**
 * Takes a package off sale, softly (decision X3). Purchases that are open go on as agreed; automatic purchases of it buy
 * nothing from this moment on, and end with a letter as soon as the job that is woken here has come to them.
 * @throws DomainError `not_found`.
 */
export async function deletePackage(
  deps: PackageDeps,
  admin: AdminSession,
  packageId: number,
): Promise<void> {
  const tenantId = await requireTenantOf(deps.db.reader, packageId)
  await deps.db.transact(async (tx) => {
    await holdTenant(tx, tenantId)
    const before = await lockPackage(tx, deps, { tenantId, packageId })
    await tx
      .updateTable('packages')
      .set({ deletedAt: sql<Date>`now()` })
      .where('tenantId', '=', tenantId)
      .where('id', '=', packageId)
      .execute()
    await writeAudit(tx, {
      tenantId,
      actor: admin,
      action: 'delete-package',
      subject: `package:${packageId}`,
      before,
      after: { endedAutoPurchases: before.autoPurchaseCount },
    })
    await announcePackages(tx, tenantId)
  })
}
