import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { ErrorState } from './error-state.tsx'
import styles from './list-frame.module.css'

/** Why the rows that were asked for are not there. */
export interface ListFailure {
  /** The server's sentence. */
  message: string
  onRetry: () => void
  /** The retry is under way. */
  pending: boolean
}

/** What a list has to show by now: `table` of `usePagedList`. */
export interface ListState<Row> {
  /** Undefined before the first answer. */
  rows: readonly Row[] | undefined
  /** Other rows than these are on their way. */
  isBusy?: boolean
  failure?: ListFailure | null
}

interface ListFrameProps<Row> extends ListState<Row> {
  /** Stands in the rows' place before they are there: a skeleton. */
  waiting: ReactNode
  /** Stands in the place of rows that aren't there: an EmptyState. */
  empty?: ReactNode
  /** A Pager. */
  footer?: ReactNode
  className?: string | undefined
  children: (rows: readonly Row[]) => ReactNode
}

/**
 * A list and its pager, in each of its states. Rows stay, dimmed, until others come in their place; where those could not
 * be read, the rows stay and it is said beneath them. A pager in it brings the frame's top back into view.
 */
export function ListFrame<Row>(props: ListFrameProps<Row>) {
  const { rows, isBusy, failure, waiting, empty, footer, className, children } = props
  if (!rows) return failure ? <ErrorState {...failure} /> : waiting
  return (
    <div className={classNames(styles.frame, className)} data-list>
      <div className={styles.rows} aria-busy={isBusy || undefined}>
        {rows.length === 0 && empty ? <div className={styles.empty}>{empty}</div> : children(rows)}
      </div>
      {failure && (
        <div className={styles.failed}>
          <ErrorState {...failure} message={`${failure.message} The list is as it was before.`} />
        </div>
      )}
      {footer}
    </div>
  )
}
