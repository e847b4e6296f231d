import { sql } from 'kysely'
import { writeAudit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { AdminSession } from '../../platform/http/session.ts'
import { holdTenant } from '../tenants/index.ts'
import { announceCategories, lockCategory, requireTenantOf } from './category-store.ts'
import type { CategoryDeps } from './deps.ts'

/**
 * Deletes a category, softly (decision X3): its texts are cancelled, what was charged and had not left is returned, its
 * subscriptions end and their consumers are told.
 * @throws DomainError `not_found`; `last_category`: a tenant always has one.
 */
export async function deleteCategory(
  deps: CategoryDeps,
  admin: AdminSession,
  categoryId: number,
): Promise<void> {
  const tenantId = await requireTenantOf(deps.db.reader, categoryId)
  await deps.db.transact(async (tx) => {
    await holdTenant(tx, tenantId)
    const before = await lockCategory(tx, deps.followers, { tenantId, categoryId })
    await refuseLast(tx, tenantId, categoryId)
    await tx
      .updateTable('categories')
      .set({ deletedAt: sql<Date>`now()` })
      .where('tenantId', '=', tenantId)
      .where('id', '=', categoryId)
      .execute()
    const ended = await deps.followers.endAll(tx, { tenantId, categoryId, name: before.name })
    await writeAudit(tx, {
      tenantId,
      actor: admin,
      action: 'delete-category',
      subject: `category:${categoryId}`,
      before,
      after: { ended },
    })
    await announceCategories(tx, tenantId)
  })
}

/** The tenant is held, so that of two that are deleted at once the second sees the first gone. */
async function refuseLast(tx: Tx, tenantId: number, categoryId: number): Promise<void> {
  const other = await tx
    .selectFrom('categories')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('id', '<>', categoryId)
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!other) throw new DomainError('last_category')
}
