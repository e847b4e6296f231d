import { IconPlus } from '@tabler/icons-react'
import { textField, useAddressState } from '../../api/use-address-state.ts'
import { usePagePlace } from '../../api/use-page-place.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Pager } from '../../ui/pager.tsx'
import { DEFAULT_ITEMS_PER_PAGE } from '../../ui/paging.ts'
import { SearchField } from '../../ui/text-field.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import styles from './faq.module.css'
import { type FaqEntry, paragraphsOf, searchEntries } from './faq-rules.ts'

const SEARCH_MAX_CHARACTERS = 100
const ADDRESS = { searchText: textField('q', SEARCH_MAX_CHARACTERS) }

/** Questions to search and unfold; what is found is unfolded already. */
export function FaqList({ entries }: { entries: readonly FaqEntry[] }) {
  const [{ searchText }, change] = useAddressState(ADDRESS)
  const { itemPerPage, change: turn, ...asked } = usePagePlace('', DEFAULT_ITEMS_PER_PAGE, searchText)
  const isPhone = useIsPhone()
  const found = searchEntries(entries, searchText)
  const page = Math.min(asked.page, Math.max(1, Math.ceil(found.length / itemPerPage)))
  const last = page * itemPerPage
  const shown = found.slice(isPhone ? 0 : last - itemPerPage, last)

  return (
    <div data-list>
      <search className={styles.search}>
        <SearchField
          label="Search FAQs"
          value={searchText}
          onSearch={(text) => change({ searchText: text }, { replace: true })}
        />
      </search>
      {found.length === 0 && <EmptyState>No FAQs match the searched term</EmptyState>}
      <ul className={styles.list}>
        {shown.map((entry) => (
          <Entry key={entry.question} entry={entry} isFound={searchText.trim() !== ''} />
        ))}
      </ul>
      <Pager
        page={page}
        itemPerPage={itemPerPage}
        bare
        totalItems={found.length}
        loadedItems={shown.length}
        onPage={(next) => turn({ page: next })}
        onStep={(step) => turn((before) => ({ page: before.page + step }))}
        onItemPerPage={(next) => turn({ page: 1, itemPerPage: next })}
        onLoadMore={() => turn((before) => ({ page: before.page + 1 }))}
      />
      <p className="sr-only" role="status">
        {searchText.trim() !== '' && found.length > 0 && `${found.length} found`}
      </p>
    </div>
  )
}

function Entry({ entry, isFound }: { entry: FaqEntry; isFound: boolean }) {
  return (
    <li>
      <details className={styles.entry} open={isFound}>
        <summary>
          <h3>{entry.question}</h3>
          <Icon of={IconPlus} className={styles.sign} />
        </summary>
        <div className={styles.answer}>
          {paragraphsOf(entry).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </details>
    </li>
  )
}
