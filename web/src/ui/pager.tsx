import { IconChevronDown, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { formatCount } from './format.ts'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import styles from './pager.module.css'
import { ITEMS_PER_PAGE, pageNumbers, pageRange } from './paging.ts'
import { useIsPhone } from './use-media.ts'

interface PagerProps {
  /** The page that is shown, and the one that is asked for: another one while it is on its way. */
  page: number
  askedPage?: number
  /** How many rows a page has, and is asked for. */
  itemPerPage: number
  askedItemPerPage?: number
  totalItems: number
  /** Whether `totalItems` is an estimate, and said to be one. */
  isApproximate?: boolean | undefined
  onPage: (page: number) => void
  /** One on from the page that is asked for, or one back: two quick presses go two pages. */
  onStep: (step: 1 | -1) => void
  onItemPerPage: (itemPerPage: number) => void
  /** How many rows are on screen; Load More is offered while there are more. */
  loadedItems: number
  /** Appends the next page, on phones. */
  onLoadMore: () => void
  /** What is asked for is on its way. */
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
  const [wasPressed, setWasPressed] = useState(false)
  const end = useRef<HTMLParagraphElement>(null)
  const isAtEnd = loadedItems >= totalItems

  // The button that had the focus is gone.
  useEffect(() => {
    if (isAtEnd && document.activeElement === document.body) end.current?.focus({ preventScroll: true })
  }, [isAtEnd])

  function press() {
    setWasPressed(true)
    onLoadMore()
  }
  if (isAtEnd && !wasPressed) return null
  return (
    <div className={classNames(styles.more, bare && styles.bare)}>
      {isAtEnd ? (
        <p ref={end} tabIndex={-1} className={styles.end}>
          All {formatCount(totalItems)} entries are shown.
        </p>
      ) : (
        <Button wide onClick={press} pending={pending}>
          Load More
        </Button>
      )}
      <p className="sr-only" aria-live="polite">
        {wasPressed && !isAtEnd && `${formatCount(loadedItems)} of ${formatCount(totalItems)} entries`}
      </p>
    </div>
  )
}

/** Once another page is shown that was asked for here, the list's top comes back into view. */
function useListTop(list: RefObject<HTMLElement | null>, shown: string) {
  const isTurning = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown is what counts
  useEffect(() => {
    const top = isTurning.current && list.current?.closest('[data-list]')
    isTurning.current = false
    if (top && top.getBoundingClientRect().top < 0) top.scrollIntoView({ block: 'start' })
  }, [shown])
  return {
    turn(act: () => void) {
      isTurning.current = true
      act()
    },
  }
}

function Pages(props: PagerProps) {
  const { page, itemPerPage, totalItems, fromItems = 11, bare, pending = false } = props
  const { askedPage = page, askedItemPerPage = itemPerPage } = props
  const nav = useRef<HTMLElement>(null)
  const { turn } = useListTop(nav, `${page} ${itemPerPage}`)
  if (totalItems < fromItems) return null
  const totalPages = Math.ceil(totalItems / itemPerPage)
  const { first, last } = pageRange(page, itemPerPage, totalItems)
  return (
    <nav ref={nav} className={classNames(styles.pager, bare && styles.bare)} aria-label="Pages">
      <PageSize value={askedItemPerPage} onChange={(size) => turn(() => props.onItemPerPage(size))} />
      <span className="num" aria-live="polite">
        {formatCount(first)}–{formatCount(last)} of {props.isApproximate ? 'about ' : ''}
        {formatCount(totalItems)} entries
      </span>
      <span className={styles.pages}>
        <IconButton
          kind="outline"
          icon={IconChevronLeft}
          label="Previous page"
          aria-disabled={askedPage <= 1}
          onClick={() => turn(() => props.onStep(-1))}
        />
        {pageNumbers(askedPage, totalPages, page).map((number, index, all) =>
          number === 'gap' ? (
            <span key={`after ${all[index - 1]}`} aria-hidden="true">
              …
            </span>
          ) : (
            <Button
              key={number}
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              pending={pending && number === askedPage && number !== page}
              onClick={() => turn(() => props.onPage(number))}
            >
              {formatCount(number)}
            </Button>
          ),
        )}
        <IconButton
          kind="outline"
          icon={IconChevronRight}
          label="Next page"
          aria-disabled={askedPage >= totalPages}
          onClick={() => turn(() => props.onStep(1))}
        />
      </span>
    </nav>
  )
}

function PageSize({ value, onChange }: { value: number; onChange: (itemPerPage: number) => void }) {
  const choices = [...new Set([...ITEMS_PER_PAGE, value])].sort((one, other) => one - other)
  return (
    <label className={styles.size}>
      Items per page
      <span className={styles.wrap}>
        <select value={value} onChange={(event) => onChange(Number(event.target.value))}>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
        <Icon of={IconChevronDown} size={16} />
      </span>
    </label>
  )
}
