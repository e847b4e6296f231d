import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './data-table.module.css'
import type { IconShape } from './icon.tsx'
import { IconButton } from './icon-button.tsx'

export interface Column<Row> {
  id: string
  head: string
  /** The label on a phone's card, where `head` is too long. */
  short?: string
  cell: (row: Row) => ReactNode
  /** The row's own name: bold, first on a phone's card. One column has it. */
  lead?: boolean
  quiet?: boolean
  align?: 'right'
  /** What stands in the totals row. */
  total?: ReactNode
}

export interface RowAction<Row> {
  /** Verb; the accessible name is the verb and the row's name: `View Stella Marsh`. */
  label: string
  icon: IconShape
  onClick: (row: Row) => void
  disabled?: (row: Row) => boolean
  hidden?: (row: Row) => boolean
}

interface DataTableProps<Row> {
  /** The table's accessible name. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** What a row is called in the names of its actions. */
  rowName: (row: Row) => string
  actions?: readonly RowAction<Row>[]
  /** Opens a row: the lead cell becomes a button, and the whole row takes clicks. */
  onOpen?: (row: Row) => void
  /** Shows the totals row, with this word in its first cell. */
  totalsLabel?: string
  /** Shown in place of rows that aren't there: an EmptyState. */
  empty?: ReactNode
  /** A Pager. */
  footer?: ReactNode
}

/** A table on a leaf; under 768 px each row is a card of labelled lines. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, actions = [], onOpen, totalsLabel, empty, footer } = props
  if (rows.length === 0 && empty)
    return <div className={classNames(styles.panel, styles.nothing)}>{empty}</div>
  return (
    <div className={styles.panel}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={classNames(column.align && styles.right)}>
                {column.head}
              </th>
            ))}
            {actions.length > 0 && (
              <th scope="col" className={styles.right}>
                Actions
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className={classNames(
                actions.length > 2 ? styles.many : styles.few,
                onOpen && styles.clickable,
              )}
              onClick={onOpen && ((event) => isPlainClick(event.target) && onOpen(row))}
            >
              {columns.map((column) => (
                <Cell key={column.id} column={column} row={row} onOpen={onOpen} />
              ))}
              {actions.length > 0 && <Actions {...props} actions={actions} row={row} />}
            </tr>
          ))}
        </tbody>
        {totalsLabel && <Totals label={totalsLabel} columns={columns} blank={actions.length > 0} />}
      </table>
      {footer}
    </div>
  )
}

/** A click on the row itself, neither on a control in it nor at the end of selecting text. */
function isPlainClick(target: EventTarget): boolean {
  return !(target as Element).closest('button, a, input, label') && String(getSelection()) === ''
}

interface CellProps<Row> {
  column: Column<Row>
  row: Row
  onOpen: ((row: Row) => void) | undefined
}

function Cell<Row>({ column, row, onOpen }: CellProps<Row>) {
  const content = column.cell(row)
  return (
    <td
      className={classNames(
        column.lead && styles.lead,
        column.quiet && styles.quiet,
        column.align && styles.right,
      )}
      data-label={column.lead ? undefined : (column.short ?? column.head)}
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

function Actions<Row>(props: DataTableProps<Row> & { row: Row; actions: readonly RowAction<Row>[] }) {
  const { actions, row, rowName } = props
  return (
    <td className={styles.does}>
      <div className={styles.actions}>
        {actions
          .filter((action) => !action.hidden?.(row))
          .map((action) => (
            <IconButton
              key={action.label}
              icon={action.icon}
              label={`${action.label} ${rowName(row)}`}
              tip={action.label}
              disabled={action.disabled?.(row)}
              onClick={() => action.onClick(row)}
            />
          ))}
      </div>
    </td>
  )
}

function Totals<Row>(props: { label: string; columns: readonly Column<Row>[]; blank: boolean }) {
  const [, ...rest] = props.columns
  return (
    <tfoot>
      <tr>
        <th scope="row">{props.label}</th>
        {rest.map((column) => (
          <td
            key={column.id}
            className={classNames(column.align && styles.right, column.total === undefined && styles.blank)}
            data-label={column.short ?? column.head}
          >
            <span className={styles.value}>{column.total}</span>
          </td>
        ))}
        {props.blank && <td className={styles.blank} />}
      </tr>
    </tfoot>
  )
}
