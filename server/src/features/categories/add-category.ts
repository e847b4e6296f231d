import type { categories } from '@almanac/contract'
import type { AdminCategory } from '@almanac/contract/categories'
import type { Body } from '@almanac/contract/endpoint'
import { writeAudit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/database.ts'
import { doOnce } from '../../platform/do-once.ts'
import type { ReceivedFile } from '../../platform/http/bind.ts'
import type { AdminSession } from '../../platform/http/session.ts'
import { hashFile } from '../../platform/request-hash.ts'
import { recordImage, type StoredImage, saveWithImage } from '../media/index.ts'
import { holdTenant, requireTenantById } from '../tenants/index.ts'
import { announceCategories, readAdminCategory, refuseTakenName, saveMediums } from './category-store.ts'
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
  const { admin, body, idempotencyKey } = wish
  const asked = { act: 'add-category', ...body, logo: await hashFile(wish.logo.path) }
  const request = { userId: admin.userId, idempotencyKey, asked }
  return saveWithImage(deps, {
    image: await drawLogo(tenant, wish.logo),
    async save(image) {
      const { answer: saved } = await deps.db
        .transact((tx) => doOnce(tx, request, () => add(tx, deps, { ...wish, image })))
        .catch(refuseTakenName)
      return { saved }
    },
  })
}

type Addition = NewCategory & { image: StoredImage | undefined }

async function add(tx: Tx, { followers }: CategoryDeps, wish: Addition): Promise<AdminCategory> {
  const { admin, body, image } = wish
  const { id: tenantId } = await holdTenant(tx, body.customerId)
  if (image) await recordImage(tx, image, { tenantId, isPublic: true })
  const { id } = await tx
    .insertInto('categories')
    .values({
      tenantId,
      name: body.name,
      sortOrder: body.sortOrder,
      logoPath: image?.path ?? null,
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
