import type { categories } from '@almanac/contract'
import type { AdminCategory } from '@almanac/contract/categories'
import type { Body } from '@almanac/contract/endpoint'
import { writeAudit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { ReceivedFile } from '../../platform/http/bind.ts'
import type { AdminSession } from '../../platform/http/session.ts'
import { hashFile, hashRequest } from '../../platform/request-hash.ts'
import { saveWithImage } from '../media/index.ts'
import { holdTenant, requireTenantById } from '../tenants/index.ts'
import {
  announceCategories,
  isLogo,
  readAdminCategory,
  refuseTakenName,
  saveMediums,
} from './category-store.ts'
import type { CategoryDeps } from './deps.ts'
import { drawLogo } from './draw-logo.ts'
import { wantedMediums } from './rules.ts'

export interface NewCategory {
  admin: AdminSession
  body: Body<typeof categories.addCategory>
  logo: ReceivedFile
  idempotencyKey: string | undefined
}

/**
 * Adds a category with its mediums and logo. A repeated idempotency key adds nothing and answers what it added before.
 * @throws DomainError `not_found` for an unknown tenant; `name_taken`, `invalid_svg`, `svg_too_large`,
 * `idempotency_mismatch`.
 */
export async function addCategory(deps: CategoryDeps, wish: NewCategory): Promise<AdminCategory> {
  const tenant = await requireTenantById(deps.db.reader, wish.body.customerId)
  const requestHash = hashRequest({ ...wish.body, logo: await hashFile(wish.logo.path) })
  return saveWithImage(deps, {
    image: await drawLogo(tenant, wish.logo),
    isUsed: (path) => isLogo(deps.db.reader, path),
    async save(logoPath) {
      const saved = await deps.db
        .transact((tx) => add(tx, deps, { ...wish, requestHash, logoPath }))
        .catch(refuseTakenName)
      return { saved, unused: saved.logoSvg === logoPath ? [] : [logoPath] }
    },
  })
}

type Addition = NewCategory & { requestHash: string; logoPath: string | undefined }

async function add(tx: Tx, { followers }: CategoryDeps, wish: Addition): Promise<AdminCategory> {
  const { admin, body, logoPath, requestHash, idempotencyKey = null } = wish
  const { id: tenantId } = await holdTenant(tx, body.customerId)
  const knownId = idempotencyKey && (await findAdded(tx, admin.userId, idempotencyKey, requestHash))
  if (knownId) return readAdminCategory(tx, followers, knownId)
  const { id } = await tx
    .insertInto('categories')
    .values({
      tenantId,
      name: body.name,
      sortOrder: body.sortOrder,
      logoPath: logoPath ?? null,
      addedBy: admin.userId,
      idempotencyKey,
      requestHash,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await saveMediums(tx, { tenantId, categoryId: id }, wantedMediums(body.deliveryMedium))
  const added = await readAdminCategory(tx, followers, id)
  await writeAudit(tx, {
    tenantId,
    actor: admin,
    action: 'add-category',
    subject: `category:${id}`,
    after: added,
  })
  await announceCategories(tx, tenantId)
  return added
}

/** The category that the same click added before. @throws DomainError `idempotency_mismatch` where it was another one. */
async function findAdded(
  tx: Tx,
  addedBy: number,
  idempotencyKey: string,
  requestHash: string,
): Promise<number | undefined> {
  const known = await tx
    .selectFrom('categories')
    .select(['id', 'requestHash'])
    .where('addedBy', '=', addedBy)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()
  if (known && known.requestHash !== requestHash) throw new DomainError('idempotency_mismatch')
  return known?.id
}
