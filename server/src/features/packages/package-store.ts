import type { AdminPackage } from '@almanac/contract/packages'
import { type Reader, type Tx, violatedUnique } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { announceChanges, wakeJob } from '../../platform/wakeups.ts'
import type { PackageDeps } from './deps.ts'
import { columns, toWire } from './queries.ts'

/** The job that brings automatic purchases to what became of their packages. */
export const packagesChangedJob = 'follow-automatic-terms'

/** Packages on sale as admins see them, of tenants that are not deleted. */
export function selectForAdmin(reader: Reader | Tx, deps: Pick<PackageDeps, 'autoPurchaseCount'>) {
  return livePackages(reader)
    .select(columns.map((column) => `packages.${column}` as const))
    .select(deps.autoPurchaseCount.as('autoPurchaseCount'))
}

/** Packages that are not deleted, nor is their tenant. */
export function livePackages(reader: Reader | Tx) {
  return reader
    .selectFrom('packages')
    .innerJoin('tenants', 'tenants.id', 'packages.tenantId')
    .where('packages.deletedAt', 'is', null)
    .where('tenants.deletedAt', 'is', null)
}

type Row = Parameters<typeof toWire>[0] & { autoPurchaseCount: number }

/** A row of `selectForAdmin` as the wire has it. */
export function toAdminPackage({ autoPurchaseCount, ...row }: Row): AdminPackage {
  return { ...toWire(row), autoPurchaseCount }
}

/** @throws DomainError `not_found` for an unknown package or a deleted one. */
export async function readAdminPackage(
  reader: Reader | Tx,
  deps: Pick<PackageDeps, 'autoPurchaseCount'>,
  packageId: number,
): Promise<AdminPackage> {
  const row = await selectForAdmin(reader, deps).where('packages.id', '=', packageId).executeTakeFirst()
  if (!row) throw new DomainError('not_found')
  return toAdminPackage(row)
}

/** The tenant of a package. @throws DomainError `not_found`. */
export async function requireTenantOf(reader: Reader, packageId: number): Promise<number> {
  const row = await livePackages(reader)
    .select('packages.tenantId')
    .where('packages.id', '=', packageId)
    .executeTakeFirst()
  if (!row) throw new DomainError('not_found')
  return row.tenantId
}

/**
 * Reads a package and holds its row until the transaction ends: whoever buys it has bought it before, or meets what it is
 * then. @throws DomainError `not_found`.
 */
export async function lockPackage(
  tx: Tx,
  deps: Pick<PackageDeps, 'autoPurchaseCount'>,
  { tenantId, packageId }: { tenantId: number; packageId: number },
): Promise<AdminPackage> {
  await tx
    .selectFrom('packages')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('id', '=', packageId)
    .forNoKeyUpdate()
    .execute()
  return readAdminPackage(tx, deps, packageId)
}

/** What a name that another package of the tenant has is answered. */
export function refuseTakenName(error: unknown): never {
  if (violatedUnique(error) === 'packages_name') throw new DomainError('name_taken')
  throw error
}

/** Has the screens of a tenant's people and of admins ask again for what it sells, and automatic purchases look at it. */
export async function announcePackages(tx: Tx, tenantId: number): Promise<void> {
  await announceChanges(tx, [
    { topic: 'packages', tenantId },
    { topic: 'packages', tenantId: null, role: 'admin' },
  ])
  await wakeJob(tx, packagesChangedJob)
}
