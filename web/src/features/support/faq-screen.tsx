import { listConsumerCategories } from '@almanac/contract/categories'
import { failureText } from '../../api/failure-text.ts'
import { useTenantParams } from '../../api/session.ts'
import { useTenantDetails } from '../../api/tenant-details.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { FaqList } from './faq-list.tsx'
import { type FaqEntry, fillEntries } from './faq-rules.ts'

/** A role's questions, their numbers taken from the tenant. */
export function FaqEntries({ entries }: { entries: readonly FaqEntry[] }) {
  const params = useTenantParams()
  const tenant = useTenantDetails(params.customerUrl)
  const categories = useEndpoint(listConsumerCategories, { params, query: { noPagination: true } })

  const error = tenant.error ?? (categories.data ? null : categories.error)
  if (error) {
    function retry() {
      if (tenant.error) tenant.retry()
      if (categories.error) void categories.refetch()
    }
    return <ErrorState message={failureText(error)} onRetry={retry} pending={categories.isFetching} />
  }
  if (!tenant.data || !categories.data) return <SkeletonRows count={7} label="Loading the questions" />
  const { companyName, thresholdToken } = tenant.data
  const facts = { companyName, thresholdToken, categories: categories.data.data }
  return <FaqList entries={fillEntries(entries, facts)} />
}
