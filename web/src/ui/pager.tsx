import { IconChevronDown, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { formatCount } from './format.ts'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import styles from './pager.module.css'
import { ITEMS_PER_PAGE, pageNumbers, pageRange } from './paging.ts'
import { useIsPhone } from './use-media.ts'

interface PagerProps {
  page: number
  itemPerPage: number
  totalItems: number
  onPage: (page: number) => void
  onItemPerPage: (itemPerPage: number) => void
  /** How many rows are on screen; Load More is offered while there are more. */
  loadedItems: number
  /** Appends the next page, on phones. */
  onLoadMore: () => void
  /** The next page is under way. */
  pending?: boolean
  /** From how many entries on the pager is shown: 11, audio lists 10. */
  fromItems?: number
  /** Without the line above and the side padding, for lists that are not on a leaf. */
  bare?: boolean
}

/** Pages on a wide screen, Load More on a phone. */
export function Pager(props: PagerProps) {
  const isPhone = useIsPhone()
  return isPhone ? <LoadMore {...props} /> : <Pages {...props} />
}

function LoadMore({ loadedItems, totalItems, onLoadMore, pending, bare }: PagerProps) {
  if (loadedItems >= totalItems) return null
  return (
    <div className={classNames(styles.more, bare && styles.bare)}>
      <Button wide onClick={onLoadMore} pending={pending}>
        Load More
      </Button>
    </div>
  )
}

function Pages(props: PagerProps) {
  const { page, itemPerPage, totalItems, onPage, onItemPerPage, fromItems = 11, bare } = props
  if (totalItems < fromItems) return null
  const totalPages = Math.ceil(totalItems / itemPerPage)
  const { first, last } = pageRange(page, itemPerPage, totalItems)
  return (
    <nav className={classNames(styles.pager, bare && styles.bare)} aria-label="Pages">
      <label className={styles.size}>
        Items per page
        <span className={styles.wrap}>
          <select value={itemPerPage} onChange={(event) => onItemPerPage(Number(event.target.value))}>
            {ITEMS_PER_PAGE.map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </select>
          <Icon of={IconChevronDown} size={16} />
        </span>
      </label>
      <span className="num">
        {formatCount(first)}–{formatCount(last)} of {formatCount(totalItems)} entries
      </span>
      <span className={styles.pages}>
        <IconButton
          kind="outline"
          icon={IconChevronLeft}
          label="Previous page"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        {pageNumbers(page, totalPages).map((number, index, all) =>
          number === 'gap' ? (
            <span key={`after ${all[index - 1]}`} aria-hidden="true">
              …
            </span>
          ) : (
            <Button
              key={number}
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onPage(number)}
            >
              {formatCount(number)}
            </Button>
          ),
        )}
        <IconButton
          kind="outline"
          icon={IconChevronRight}
          label="Next page"
          disabled={page >= totalPages}
          onClick={() => onPage(page + 1)}
        />
      </span>
    </nav>
  )
}
