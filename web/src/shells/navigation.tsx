import { NavLink } from 'react-router'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { useTooltip } from '../ui/tooltip.tsx'
import styles from './navigation.module.css'
import type { MenuEntry } from './shell-types.ts'

interface NavigationProps {
  menu: readonly MenuEntry[]
  /** Icons alone. */
  folded?: boolean
  onFollow: (event: React.MouseEvent, to: string) => void
}

/** The role's menu. */
export function Navigation({ menu, folded = false, onFollow }: NavigationProps) {
  return (
    <nav className={classNames(styles.nav, folded && styles.folded)} aria-label="Main">
      {menu.map((entry) => (
        <Entry key={entry.to} entry={entry} folded={folded} onFollow={onFollow} />
      ))}
    </nav>
  )
}

function Entry({ entry, folded, onFollow }: { entry: MenuEntry } & Omit<NavigationProps, 'menu'>) {
  const tooltip = useTooltip(entry.label)
  return (
    <>
      <NavLink
        to={entry.to}
        className={styles.link}
        aria-label={folded ? entry.label : undefined}
        onClick={(event) => onFollow(event, entry.to)}
        {...(folded ? tooltip.handlers : {})}
      >
        <Icon of={entry.icon} />
        {!folded && entry.label}
      </NavLink>
      {folded && tooltip.tip}
    </>
  )
}
