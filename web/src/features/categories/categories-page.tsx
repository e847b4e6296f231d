import { paths } from '@almanac/contract/pages'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { failureText } from '../../api/failure-text.ts'
import { useTenantParams } from '../../api/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonCards } from '../../ui/skeleton.tsx'
import styles from './categories.module.css'
import { CategoryMark } from './category-mark.tsx'
import { mediumWords } from './category-words.ts'
import { useCategories } from './use-categories.ts'

/** Categories & Services: a card for each of the tenant's categories. */
export function Component() {
  return (
    <>
      <PageHead title="Categories & Services" />
      <Cards />
    </>
  )
}

function Cards() {
  const { customerUrl } = useTenantParams()
  const { data, error, refetch, isFetching } = useCategories()
  if (!data && error) {
    return <ErrorState message={failureText(error)} onRetry={() => void refetch()} pending={isFetching} />
  }
  if (!data)
    return (
      <SkeletonCards count={12} label="Loading the categories" grid={styles.cards} place={styles.place} />
    )
  if (data.data.length === 0) return <EmptyState>There are no categories yet.</EmptyState>
  return (
    <ul className={styles.cards}>
      {data.data.map((category) => (
        <li key={category.id}>
          <Link className={`panel ${styles.card}`} to={paths.operator.category(customerUrl, category.id)}>
            <CategoryMark category={category} size={40} />
            <div>
              <h2>{category.name}</h2>
              <p className="quiet">{mediumWords(category)}</p>
            </div>
            <Icon of={IconChevronRight} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
