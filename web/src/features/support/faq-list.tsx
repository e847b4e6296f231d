import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Pager } from '../../ui/pager.tsx'
import { DEFAULT_ITEMS_PER_PAGE } from '../../ui/paging.ts'
import { SearchField } from '../../ui/text-field.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import styles from './faq.module.css'
import { type FaqEntry, paragraphsOf, searchEntries } from './faq-rules.ts'

const FIRST_PAGE: { page: number; itemPerPage: number } = { page: 1, itemPerPage: DEFAULT_ITEMS_PER_PAGE }

/** Questions to search and unfold; what is found is unfolded already. */
export function FaqList({ entries }: { entries: readonly FaqEntry[] }) {
  const [searchText, setSearchText] = useState('')
  const [at, setAt] = useState(FIRST_PAGE)
  const isPhone = useIsPhone()
  const found = searchEntries(entries, searchText)
  const last = at.page * at.itemPerPage
  const shown = found.slice(isPhone ? 0 : last - at.itemPerPage, last)

  function search(text: string) {
    setSearchText(text)
    setAt(FIRST_PAGE)
  }

  return (
    <>
      <search className={styles.search}>
        <SearchField label="Search FAQs" value={searchText} onSearch={search} />
      </search>
      {found.length === 0 && <EmptyState>No FAQs match the searched term</EmptyState>}
      <ul className={styles.list}>
        {shown.map((entry) => (
          <Entry key={entry.question} entry={entry} isFound={searchText.trim() !== ''} />
        ))}
      </ul>
      <Pager
        {...at}
        bare
        totalItems={found.length}
        loadedItems={shown.length}
        onPage={(page) => setAt({ ...at, page })}
        onItemPerPage={(itemPerPage) => setAt({ page: 1, itemPerPage })}
        onLoadMore={() => setAt({ ...at, page: at.page + 1 })}
      />
      <p className="sr-only" role="status">
        {searchText.trim() !== '' && found.length > 0 && `${found.length} found`}
      </p>
    </>
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
