import { paths } from '@almanac/contract/pages'
import { IconArrowLeft, IconHeadphones, IconMessage2 } from '@tabler/icons-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { failureText } from '../../api/failure-text.ts'
import { useTenantParams } from '../../api/session.ts'
import { useAddressState, wordField } from '../../api/use-address-state.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { type Tab, TabPanel, Tabs } from '../../ui/tabs.tsx'
import { CategoryMark } from './category-mark.tsx'
import { useCategories } from './use-categories.ts'

type TabName = 'audio' | 'short-text'

const TABS: readonly Tab<TabName>[] = [
  { value: 'audio', label: 'Audio', icon: IconHeadphones },
  { value: 'short-text', label: 'Short Text', icon: IconMessage2 },
]

/** What each tab shows of a category; given by whoever composes the screen. */
export type CategoryTabs = Record<TabName, (categoryId: number) => ReactNode>

/** One category with its two tabs; the address, or the navigation state `viewShortTextPage`, opens it on the second. */
export function CategoryPage({ tabs }: { tabs: CategoryTabs }) {
  const { customerUrl } = useTenantParams()
  const { categoryId: idText = '' } = useParams()
  const categoryId = Number(idText)
  const { data, error, refetch, isFetching } = useCategories()
  const category = data?.data.find(({ id }) => id === categoryId)
  const [shown, show] = useShownTab()
  const back = (
    <Button component={Link} to={paths.operator.categories(customerUrl)} kind="bare" icon={IconArrowLeft}>
      Categories & Services
    </Button>
  )

  if (data && !category) {
    return (
      <>
        <PageHead title="Category not found" back={back} />
        <p>This category does not exist. It may have been deleted.</p>
      </>
    )
  }
  if (!data && error) {
    return (
      <>
        <PageHead title="Category" back={back} />
        <ErrorState message={failureText(error)} onRetry={() => void refetch()} pending={isFetching} />
      </>
    )
  }
  return (
    <>
      <PageHead
        title={category?.name ?? '\u00a0'}
        mark={category && <CategoryMark category={category} size={36} />}
        back={back}
      >
        <Tabs label="Category" id="category" tabs={TABS} value={shown} onChange={show} />
      </PageHead>
      {category && <Panels key={category.id} tabs={tabs} categoryId={category.id} shown={shown} />}
      {!category && <SkeletonRows />}
    </>
  )
}

/** A tab is loaded when it is first shown, and keeps its state from then on. */
function Panels({ tabs, categoryId, shown }: { tabs: CategoryTabs; categoryId: number; shown: TabName }) {
  const [visited, setVisited] = useState<readonly TabName[]>([shown])
  if (!visited.includes(shown)) setVisited([...visited, shown])
  return TABS.map(({ value }) => (
    <TabPanel key={value} id="category" value={value} shown={value === shown}>
      {visited.includes(value) && <Suspense fallback={<SkeletonRows />}>{tabs[value](categoryId)}</Suspense>}
    </TabPanel>
  ))
}

const ADDRESS = { tab: wordField<TabName>('tab', ['audio', 'short-text']) }
/** Each tab keeps the page of its own list. */
const LEAVES_PAGES = { page: null }

/** The tab stands in the address; who comes with the navigation state is led to the second. */
function useShownTab(): [TabName, (tab: TabName) => void] {
  const { state } = useLocation()
  const [{ tab }, change] = useAddressState(ADDRESS, LEAVES_PAGES)
  const isLed = Boolean((state as { viewShortTextPage?: boolean } | null)?.viewShortTextPage)
  useEffect(() => {
    if (isLed) change({ tab: 'short-text' }, { replace: true })
  })
  return [isLed ? 'short-text' : tab, (next) => change({ tab: next })]
}
