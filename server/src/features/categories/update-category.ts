import type { categories } from '@almanac/contract'
import type { AdminCategory } from '@almanac/contract/categories'
import type { Body } from '@almanac/contract/endpoint'
import { writeAudit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { ReceivedFile } from '../../platform/http/bind.ts'
import type { AdminSession } from '../../platform/http/session.ts'
import { refuseChanged } from '../../platform/refuse-changed.ts'
import { recordImage, type StoredImage, saveWithImage } from '../media/index.ts'
import { holdTenant, requireTenantById, type Tenant } from '../tenants/index.ts'
import {
  announceCategories,
  lockCategory,
  readAdminCategory,
  refuseTakenName,
  requireTenantOf,
  saveMediums,
} from './category-store.ts'
import type { CategoryDeps } from './deps.ts'
import { drawLogo } from './draw-logo.ts'
import { contentOf, refuseStrangeIds, wantedMediums, whatChanges } from './rules.ts'

export interface CategoryChange {
  admin: AdminSession
  categoryId: number
  body: Body<typeof categories.updateCategory>
  /** Undefined keeps the present one. */
  logo: ReceivedFile | undefined
}

/**
 * Changes a category. Who receives it by a medium that is switched off is told and no longer charged, and who receives it
 * by one that costs more is told.
 * @throws DomainError `not_found`; `invalid_input` for another tenant's `customerId` or another medium's id;
 * `name_taken`, `invalid_svg`, `svg_too_large`; `changed_meanwhile` with what it is now, where that is not what the edit was
 * made of.
 */
export async function updateCategory(deps: CategoryDeps, change: CategoryChange): Promise<AdminCategory> {
  const { reader } = deps.db
  const tenant = await requireTenantById(reader, await requireTenantOf(reader, change.categoryId))
  refuseOtherTenant(tenant, change.body.customerId)
  return saveWithImage(deps, {
    image: change.logo && (await drawLogo(tenant, change.logo)),
    async save(image) {
      const { before, after } = await deps.db
        .transact((tx) => update(tx, deps, tenant, change, image))
        .catch(refuseTakenName)
      return { saved: after, replaced: image && before.logoSvg }
    },
  })
}

function refuseOtherTenant(tenant: Tenant, customerId: number): void {
  if (customerId === tenant.id) return
  const message = 'The category belongs to another customer.'
  throw new DomainError('invalid_input', { message })
}

async function update(
  tx: Tx,
  { followers }: CategoryDeps,
  { id: tenantId }: Tenant,
  { admin, categoryId, body }: CategoryChange,
  image: StoredImage | undefined,
): Promise<{ before: AdminCategory; after: AdminCategory }> {
  await holdTenant(tx, tenantId)
  const before = await lockCategory(tx, followers, { tenantId, categoryId })
  refuseStrangeIds(body.deliveryMedium, before.deliveryMediums)
  const wanted = wantedMediums(body.deliveryMedium)
  refuseChanged(contentOf(before), {
    expected: body.expected && contentOf(body.expected),
    asked: contentOf({ ...body, deliveryMediums: wanted }),
  })
  if (image) await recordImage(tx, image, { tenantId, isPublic: true })
  await tx
    .updateTable('categories')
    .set({ name: body.name, sortOrder: body.sortOrder, ...(image && { logoPath: image.path }) })
    .where('tenantId', '=', tenantId)
    .where('id', '=', categoryId)
    .execute()
  await saveMediums(tx, { tenantId, categoryId }, wanted)
  const { ended, raised } = whatChanges(before.deliveryMediums, wanted)
  const category = { tenantId, categoryId, name: body.name }
  const wasEnded = ended.length > 0 ? { ended: await followers.endMediums(tx, category, ended) } : {}
  if (raised.length > 0) await followers.tellOfCost(tx, category, raised)
  const after = await readAdminCategory(tx, followers, categoryId)
  await writeAudit(tx, {
    tenantId,
    actor: admin,
    action: 'update-category',
    subject: `category:${categoryId}`,
    before,
    after: { ...after, ...wasEnded },
  })
  await announceCategories(tx, tenantId)
  return { before, after }
}
