import type { packages } from '@almanac/contract'
import type { Answer, Query } from '@almanac/contract/endpoint'
import { anywhere } from '../../platform/like-pattern.ts'
import { readPage, toPage } from '../../platform/paging.ts'
import { requireTenantById } from '../tenants/index.ts'
import type { PackageDeps } from './deps.ts'
import { livePackages, selectForAdmin, toAdminPackage } from './package-store.ts'

/**
 * What a tenant sells, or all of them, the smallest first; searched for by a part of the name.
 * @throws DomainError `not_found` for an unknown tenant.
 */
export async function listPackages(
  deps: PackageDeps,
  query: Query<typeof packages.listAdminPackages>,
): Promise<Answer<typeof packages.listAdminPackages>> {
  const { reader } = deps.db
  const { customerId, searchText } = query
  if (customerId !== undefined) await requireTenantById(reader, customerId)
  let matching = livePackages(reader)
  let rows = selectForAdmin(reader, deps)
  if (customerId !== undefined) {
    matching = matching.where('packages.tenantId', '=', customerId)
    rows = rows.where('packages.tenantId', '=', customerId)
  }
  if (searchText) {
    const part = anywhere(searchText)
    matching = matching.where('packages.name', 'ilike', part)
    rows = rows.where('packages.name', 'ilike', part)
  }
  const page = await readPage(
    query,
    matching,
    rows.orderBy('packages.tenantId').orderBy('packages.numberOfTokens').orderBy('packages.id'),
  )
  return toPage(query, page.totalItems, page.rows.map(toAdminPackage))
}
