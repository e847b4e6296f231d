import { listConsumerCategories } from '@almanac/contract/categories'
import { useTenantParams } from '../../api/session.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'

/** All categories of the signed-in user's tenant, in its own order. */
export function useCategories() {
  return useEndpoint(listConsumerCategories, { params: useTenantParams(), query: { noPagination: true } })
}
