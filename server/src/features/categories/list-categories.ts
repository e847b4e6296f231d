import type { categories } from '@almanac/contract'
import type { Answer, Query } from '@almanac/contract/endpoint'
import { anywhere } from '../../platform/like-pattern.ts'
import { readPage, toPage } from '../../platform/paging.ts'
import { requireTenantById } from '../tenants/index.ts'
import { liveCategories, selectForAdmin, toAdminCategory } from './category-store.ts'
import type { CategoryDeps } from './deps.ts'

/**
 * The categories of a tenant, or of all, in their order; searched for by a part of the name.
 * @throws DomainError `not_found` for an unknown tenant.
 */
export async function listCategories(
  { db: { reader }, followers }: CategoryDeps,
  query: Query<typeof categories.listAdminCategories>,
): Promise<Answer<typeof categories.listAdminCategories>> {
  const { customerId, searchText } = query
  if (customerId !== undefined) await requireTenantById(reader, customerId)
  let matching = liveCategories(reader)
  let rows = selectForAdmin(reader, followers)
  if (customerId !== undefined) {
    matching = matching.where('categories.tenantId', '=', customerId)
    rows = rows.where('categories.tenantId', '=', customerId)
  }
  if (searchText) {
    const part = anywhere(searchText)
    matching = matching.where('categories.name', 'ilike', part)
    rows = rows.where('categories.name', 'ilike', part)
  }
  const page = await readPage(
    query,
    matching,
    rows
      .orderBy('categories.tenantId')
      .orderBy('categories.sortOrder')
      .orderBy('categories.name')
      .orderBy('categories.id'),
  )
  return toPage(query, page.totalItems, page.rows.map(toAdminCategory))
}
