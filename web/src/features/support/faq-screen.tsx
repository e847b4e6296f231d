import { listConsumerCategories } from '@almanac/contract/categories'
import { failureText } from '../../api/failure-text.ts'
import { useTenantParams } from '../../api/session.ts'
import { useTenantDetails } from '../../api/tenant-details.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { DEFAULT_ITEMS_PER_PAGE } from '../../ui/paging.ts'
import { Ticks } from '../../ui/skeleton.tsx'
import styles from './faq.module.css'
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
  if (!tenant.data || !categories.data) return <Waiting count={entries.length} />
  const { companyName, thresholdToken } = tenant.data
  const facts = { companyName, thresholdToken, categories: categories.data.data }
  return <FaqList entries={fillEntries(entries, facts)} />
}

/** The search and the questions before they are there, at their places. */
function Waiting({ count }: { count: number }) {
  const rows = Array.from({ length: Math.min(count, DEFAULT_ITEMS_PER_PAGE) }, (_, index) => index)
  return (
    <div role="status" aria-label="Loading the questions">
      <div className={styles.searchPlace} />
      <ul className={styles.list} aria-hidden="true">
        {rows.map((row) => (
          <li key={row} className={styles.place}>
            <Ticks />
          </li>
        ))}
      </ul>
    </div>
  )
}
