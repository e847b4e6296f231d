import { NavLink } from 'react-router'
import { classNames } from '../ui/class-names.ts'
import { formatCount } from '../ui/format.ts'
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
  const count = entry.count?.number ? entry.count : null
  const name = count ? `${entry.label}, ${count.words}` : entry.label
  const tooltip = useTooltip(name)
  return (
    <>
      <NavLink
        to={entry.to}
        className={styles.link}
        aria-label={folded ? name : undefined}
        onClick={(event) => onFollow(event, entry.to)}
        {...(folded ? tooltip.handlers : {})}
      >
        <Icon of={entry.icon} />
        {!folded && entry.label}
        {count && (
          <>
            <b className={styles.count} aria-hidden="true">
              {formatCount(count.number)}
            </b>
            <span className="sr-only">, {count.words}</span>
          </>
        )}
      </NavLink>
      {folded && tooltip.tip}
    </>
  )
}
