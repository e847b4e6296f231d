import { IconDots } from '@tabler/icons-react'
import styles from './data-table.module.css'
import { Icon, type IconShape } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { Menu } from './menu.tsx'

export interface RowAction<Row> {
  /** Verb; the accessible name is the verb and the row's name: `View Stella Marsh`. */
  label: string
  icon: IconShape
  onClick: (row: Row) => void
  disabled?: (row: Row) => boolean
  hidden?: (row: Row) => boolean
}

/** From how many acts on a row has one button, which opens a menu of them. */
const MENU_FROM = 3

interface RowActionsProps<Row> {
  row: Row
  /** What the row is called in the names of its acts. */
  name: string
  actions: readonly RowAction<Row>[]
  as?: ActionsAs | undefined
}

/** All of a row's acts as buttons, where each is in use all day; else two at the most, and more as a menu. */
export type ActionsAs = 'buttons' | 'menu'

/** What can be done with a row: two acts side by side, more in a menu, which leaves out what can't be done now. */
export function RowActions<Row>({ row, name, actions, as = 'menu' }: RowActionsProps<Row>) {
  const offered = actions.filter((action) => !action.hidden?.(row))
  if (as === 'buttons' || actions.length < MENU_FROM) {
    return (
      <div className={styles.actions}>
        {offered.map(({ label, icon, onClick, disabled }) => (
          <IconButton
            key={label}
            icon={icon}
            label={`${label} ${name}`}
            tip={label}
            disabled={disabled?.(row)}
            onClick={() => onClick(row)}
          />
        ))}
      </div>
    )
  }
  const items = offered
    .filter((action) => !action.disabled?.(row))
    .map(({ label, icon, onClick }) => ({ label, icon, onSelect: () => onClick(row) }))
  return (
    <div className={styles.actions}>
      {items.length > 0 && (
        <Menu label={`Actions for ${name}`} trigger={<Icon of={IconDots} />} items={items} />
      )}
    </div>
  )
}
