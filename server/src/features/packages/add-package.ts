import type { packages } from '@almanac/contract'
import type { Body } from '@almanac/contract/endpoint'
import type { AdminPackage } from '@almanac/contract/packages'
import { writeAudit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/database.ts'
import { doOnce } from '../../platform/do-once.ts'
import type { ReceivedFile } from '../../platform/http/bind.ts'
import type { AdminSession } from '../../platform/http/session.ts'
import { hashFile } from '../../platform/request-hash.ts'
import { recordImage, type StoredImage, saveWithImage } from '../media/index.ts'
import { holdTenant, requireTenantById } from '../tenants/index.ts'
import type { PackageDeps } from './deps.ts'
import { drawLogo } from './draw-logo.ts'
import { announcePackages, readAdminPackage, refuseTakenName } from './package-store.ts'
import { readValues } from './rules.ts'

export interface NewPackage {
  admin: AdminSession
  body: Body<typeof packages.addPackage>
  logo: ReceivedFile
  idempotencyKey: string | undefined
}

/**
 * Adds a package with its logo. A repeated idempotency key adds nothing and answers what it added before.
 * @throws DomainError `not_found` for an unknown tenant; `name_taken`, `not_auto_purchasable`, `invalid_picture`,
 * `picture_too_large`, `idempotency_mismatch`.
 */
export async function addPackage(deps: PackageDeps, wish: NewPackage): Promise<AdminPackage> {
  const tenant = await requireTenantById(deps.db.reader, wish.body.customerId)
  readValues(wish.body, tenant)
  const { admin, body, idempotencyKey } = wish
  const asked = { act: 'add-package', ...body, logo: await hashFile(wish.logo.path) }
  const request = { userId: admin.userId, idempotencyKey, asked }
  return saveWithImage(deps, {
    image: await drawLogo(tenant, wish.logo, `user:${wish.admin.userId}`),
    async save(image) {
      const { answer: saved } = await deps.db
        .transact((tx) => doOnce(tx, request, () => add(tx, deps, { ...wish, image })))
        .catch(refuseTakenName)
      return { saved }
    },
  })
}

type Addition = NewPackage & { image: StoredImage | undefined }

async function add(tx: Tx, deps: PackageDeps, wish: Addition): Promise<AdminPackage> {
  const { admin, body, image } = wish
  const tenant = await holdTenant(tx, body.customerId)
  if (image) await recordImage(tx, image, { tenantId: tenant.id, isPublic: false })
  const { id } = await tx
    .insertInto('packages')
    .values({
      tenantId: tenant.id,
      ...readValues(body, tenant),
      imagePath: image?.path ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const added = await readAdminPackage(tx, deps, id)
  await writeAudit(tx, {
    tenantId: tenant.id,
    actor: admin,
    action: 'add-package',
    subject: `package:${id}`,
    after: added,
  })
  await announcePackages(tx, tenant.id)
  return added
}
