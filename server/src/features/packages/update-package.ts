import type { packages } from '@almanac/contract'
import type { Body } from '@almanac/contract/endpoint'
import type { AdminPackage } from '@almanac/contract/packages'
import { writeAudit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { ReceivedFile } from '../../platform/http/bind.ts'
import type { AdminSession } from '../../platform/http/session.ts'
import { refuseChanged } from '../../platform/refuse-changed.ts'
import { recordImage, type StoredImage, saveWithImage } from '../media/index.ts'
import { holdTenant, requireTenantById } from '../tenants/index.ts'
import type { PackageDeps } from './deps.ts'
import { drawLogo } from './draw-logo.ts'
import {
  announcePackages,
  lockPackage,
  readAdminPackage,
  refuseTakenName,
  requireTenantOf,
} from './package-store.ts'
import { contentOf, readValues } from './rules.ts'

export interface PackageChange {
  admin: AdminSession
  packageId: number
  body: Body<typeof packages.updatePackage>
  /** Undefined keeps the present one. */
  logo: ReceivedFile | undefined
}

/**
 * Changes a package. Purchases that are open go on as agreed; automatic ones wait for their consumer where it became
 * dearer, and end where it can no longer be bought so (decisions L4, L5).
 * @throws DomainError `not_found`; `invalid_input` for another tenant's `customerId`; `name_taken`,
 * `not_auto_purchasable`, `invalid_picture`, `picture_too_large`; `changed_meanwhile` with what it is now, where that is not
 * what the edit was made of.
 */
export async function updatePackage(deps: PackageDeps, change: PackageChange): Promise<AdminPackage> {
  const { reader } = deps.db
  const tenant = await requireTenantById(reader, await requireTenantOf(reader, change.packageId))
  refuseOtherTenant(tenant.id, change.body.customerId)
  readValues(change.body, tenant)
  return saveWithImage(deps, {
    image: change.logo && (await drawLogo(tenant, change.logo, `user:${change.admin.userId}`)),
    async save(image) {
      const { before, after } = await deps.db
        .transact((tx) => update(tx, deps, tenant.id, change, image))
        .catch(refuseTakenName)
      return { saved: after, replaced: image && before.imagePath }
    },
  })
}

function refuseOtherTenant(tenantId: number, customerId: number): void {
  if (customerId === tenantId) return
  const message = 'The package belongs to another customer.'
  throw new DomainError('invalid_input', { message })
}

async function update(
  tx: Tx,
  deps: PackageDeps,
  tenantId: number,
  { admin, packageId, body }: PackageChange,
  image: StoredImage | undefined,
): Promise<{ before: AdminPackage; after: AdminPackage }> {
  const tenant = await holdTenant(tx, tenantId)
  const before = await lockPackage(tx, deps, { tenantId, packageId })
  refuseChanged(contentOf(before), {
    expected: body.expected && contentOf(body.expected),
    asked: contentOf(body),
  })
  if (image) await recordImage(tx, image, { tenantId, isPublic: false })
  await tx
    .updateTable('packages')
    .set({ ...readValues(body, tenant), ...(image && { imagePath: image.path }) })
    .where('tenantId', '=', tenantId)
    .where('id', '=', packageId)
    .execute()
  const after = await readAdminPackage(tx, deps, packageId)
  await writeAudit(tx, {
    tenantId,
    actor: admin,
    action: 'update-package',
    subject: `package:${packageId}`,
    before,
    after,
  })
  await announcePackages(tx, tenantId)
  return { before, after }
}
