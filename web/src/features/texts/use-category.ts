import { type ConsumerCategory, listConsumerCategories } from '@almanac/contract/categories'
import { useTenantParams } from '../../api/session.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'

/** One category of the tenant: undefined until it is known, null where there is none of that id. */
export function useCategory(categoryId: number): ConsumerCategory | null | undefined {
  const { data } = useEndpoint(listConsumerCategories, {
    params: useTenantParams(),
    query: { noPagination: true },
  })
  return data && (data.data.find(({ id }) => id === categoryId) ?? null)
}
