import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './data-table.module.css'
import { Icon } from './icon.tsx'
import { ListFrame, type ListState } from './list-frame.tsx'
import { type ActionsAs, type RowAction, RowActions } from './row-actions.tsx'
import { Ticks } from './skeleton.tsx'

export type { RowAction }

/** Where a value stands on a phone's card: beside the row's name, in the quiet line beneath, or nowhere. */
export type CardPlace = 'first' | 'second' | 'none'

export interface Column<Row> {
  id: string
  head: string
  /** The label on a phone's card, where `head` is too long; none is shown of an empty one. */
  short?: string | ((row: Row) => string)
  cell: (row: Row) => ReactNode
  /** The row's own name: bold, first on a phone's card. One column has it. */
  lead?: boolean
  quiet?: boolean
  align?: 'right'
  /** Stays in one line, whatever the others hold: a time. */
  unbroken?: boolean
  /** Where it stands on a phone's card; `second` unless given. */
  card?: CardPlace | ((row: Row) => CardPlace)
  /** Rows can be put in the order of this column: what `sort` and `onSort` call it. */
  sortBy?: string
  /** What stands in the totals row. */
  total?: ReactNode
}

export interface TableSort {
  by: string
  isAscending: boolean
}

interface DataTableProps<Row> extends ListState<Row> {
  /** The table's accessible name. */
  label: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string | number
  /** What a row is called in the names of its actions. */
  rowName: (row: Row) => string
  actions?: readonly RowAction<Row>[]
  /** `buttons` shows all of them; on a phone's card they have a line of their own. */
  actionsAs?: ActionsAs
  /** What stands over them: Actions, unless they all do one thing. */
  actionsHead?: string
  /** Opens a row: the lead cell becomes a button, and the whole row takes clicks. */
  onOpen?: (row: Row) => void
  /** The order that the rows are in. Cards have no heads: give a phone another way to choose. */
  sort?: TableSort
  onSort?: (sort: TableSort) => void
  /** Shows the totals row, with this word in its first cell. */
  totalsLabel?: string
  /** What is loading, for screen readers. */
  waiting?: string
  /** Shown in place of rows that aren't there: an EmptyState. */
  empty?: ReactNode
  /** A Pager. */
  footer?: ReactNode
}

/** A table on a leaf, its heads staying in view; under 768 px each row is a card of two lines. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, isBusy, failure, empty, footer, waiting = 'Loading' } = props
  return (
    <ListFrame
      rows={rows}
      isBusy={isBusy}
      failure={failure}
      className="panel"
      waiting={
        <div className="panel" role="status" aria-label={waiting}>
          <table className={styles.table} aria-hidden="true">
            <Heads {...props} onSort={undefined} />
            <SkeletonBody {...props} />
          </table>
        </div>
      }
      empty={empty}
      footer={footer}
    >
      {(there) => <Rows {...props} rows={there} />}
    </ListFrame>
  )
}

function Rows<Row>(props: DataTableProps<Row> & { rows: readonly Row[] }) {
  const { label, columns, rows, rowKey, rowName, actions = [], onOpen, totalsLabel, isBusy } = props
  const isSpread = props.actionsAs === 'buttons'
  return (
    <table className={styles.table} aria-label={label} aria-busy={isBusy || undefined}>
      <Heads {...props} />
      <tbody>
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            data-row={rowKey(row)}
            className={onOpen && styles.clickable}
            onClick={onOpen && ((event) => isPlainClick(event.target) && onOpen(row))}
          >
            {columns.map((column) => (
              <Cell key={column.id} column={column} row={row} onOpen={onOpen} />
            ))}
            {actions.length > 0 && (
              <td className={classNames(styles.does, isSpread && styles.spread)}>
                <RowActions row={row} name={rowName(row)} actions={actions} as={props.actionsAs} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
      {totalsLabel && <Totals label={totalsLabel} columns={columns} blank={actions.length > 0} />}
    </table>
  )
}

function Heads<Row>({ columns, actions = [], actionsHead = 'Actions', sort, onSort }: DataTableProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <Head key={column.id} column={column} sort={sort} onSort={onSort} />
        ))}
        {actions.length > 0 && (
          <th scope="col" className={styles.right}>
            {actionsHead}
          </th>
        )}
      </tr>
    </thead>
  )
}

type HeadProps<Row> = { column: Column<Row> } & Pick<DataTableProps<Row>, 'sort' | 'onSort'>

function Head<Row>({ column: { head, align, sortBy }, sort, onSort }: HeadProps<Row>) {
  if (!sortBy || !onSort) {
    return (
      <th scope="col" className={classNames(align && styles.right)}>
        {head}
      </th>
    )
  }
  const isSorted = sort?.by === sortBy
  const order = isSorted && (sort.isAscending ? 'ascending' : 'descending')
  return (
    <th scope="col" className={classNames(align && styles.right)} aria-sort={order || undefined}>
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort({ by: sortBy, isAscending: !(isSorted && sort.isAscending) })}
      >
        {head}
        <Icon of={isSorted ? (sort.isAscending ? IconArrowUp : IconArrowDown) : IconSelector} size={16} />
      </button>
    </th>
  )
}

const SKELETON_ROWS = [0, 1, 2, 3, 4, 5]

/** The rows' places in the columns that they will have. */
function SkeletonBody<Row>({ columns, actions = [] }: DataTableProps<Row>) {
  return (
    <tbody className={styles.waits}>
      {SKELETON_ROWS.map((row) => (
        <tr key={row}>
          {columns.map(({ id, lead, align, card }) => (
            <td
              key={id}
              className={classNames(
                lead && styles.lead,
                align && styles.right,
                card === 'first' && styles.first,
                card === 'none' && styles.none,
              )}
            >
              <Ticks />
            </td>
          ))}
          {actions.length > 0 && <td className={styles.none} />}
        </tr>
      ))}
    </tbody>
  )
}

/** A click on the row itself, neither on a control in it nor at the end of selecting text. */
function isPlainClick(target: EventTarget): boolean {
  return !(target as Element).closest('button, a, input, label, [role=menu]') && String(getSelection()) === ''
}

interface CellProps<Row> {
  column: Column<Row>
  row: Row
  onOpen: ((row: Row) => void) | undefined
}

function Cell<Row>({ column, row, onOpen }: CellProps<Row>) {
  const content = column.cell(row)
  const place = typeof column.card === 'function' ? column.card(row) : column.card
  const short = typeof column.short === 'function' ? column.short(row) : column.short
  return (
    <td
      className={classNames(
        column.lead && styles.lead,
        column.quiet && styles.quiet,
        column.align && styles.right,
        column.unbroken && styles.unbroken,
        place === 'first' && styles.first,
        place === 'none' && styles.none,
      )}
      data-label={column.lead ? undefined : (short ?? column.head) || undefined}
    >
      <span className={styles.value}>
        {column.lead && onOpen ? (
          <button type="button" className={styles.open} onClick={() => onOpen(row)}>
            {content}
          </button>
        ) : (
          content
        )}
      </span>
    </td>
  )
}

function Totals<Row>(props: { label: string; columns: readonly Column<Row>[]; blank: boolean }) {
  const [, ...rest] = props.columns
  return (
    <tfoot>
      <tr>
        <th scope="row" className={styles.lead}>
          {props.label}
        </th>
        {rest.map((column) => (
          <td
            key={column.id}
            className={classNames(
              column.align && styles.right,
              column.card === 'first' && styles.first,
              column.total === undefined && styles.none,
            )}
            data-label={(typeof column.short === 'string' ? column.short : column.head) || undefined}
          >
            <span className={styles.value}>{column.total}</span>
          </td>
        ))}
        {props.blank && <td className={styles.none} />}
      </tr>
    </tfoot>
  )
}
