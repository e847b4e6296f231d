import {
  IconChevronDown,
  IconHistory,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
  IconMenu2,
  IconUserCircle,
} from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { useLeaveGuard } from '../leave-question.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { classNames } from '../ui/class-names.ts'
import { DenseArea } from '../ui/dense-area.ts'
import { Drawer } from '../ui/drawer.tsx'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu } from '../ui/menu.tsx'
import { OfflineBar } from '../ui/offline-bar.tsx'
import { setSiteName } from '../ui/site-title.ts'
import { useIsFrom } from '../ui/use-media.ts'
import { useNow } from '../ui/use-now.ts'
import { Brand } from './brand.tsx'
import navigation from './navigation.module.css'
import { Navigation } from './navigation.tsx'
import styles from './shell.module.css'
import type { ShellProps } from './shell-types.ts'
import { useFolded } from './use-folded.ts'
import { useSchemeChoice } from './use-scheme-choice.ts'

/** The frame stays as long as the tab does, over New Year too. */
const YEAR_CHECK_MS = 600_000

interface FrameProps extends ShellProps {
  /** Smaller type and less room, for those who work with it all day; see `DenseArea`. */
  dense?: boolean
  /** Between the brand and the account menu: the balance. */
  headerSlot?: ReactNode
  /** At the foot of the side column: today. */
  sideFoot?: ReactNode
  /** Stays while one moves from screen to screen: the docked player. */
  dock?: ReactNode
  children?: ReactNode
}

/** The frame of all three roles: side column, header, screen, footer. The screen is the route's outlet. */
export function Shell(props: FrameProps) {
  return (
    <DenseArea value={props.dense ?? false}>
      <Frame {...props} />
    </DenseArea>
  )
}

function Frame(props: FrameProps) {
  const { tenant, menu, homeTo, dense, headerSlot, sideFoot, dock, children } = props
  const [folded, toggleFolded] = useFolded()
  const isWide = useIsFrom('laptop')
  const { side, drawer, menuButton } = useDrawer(isWide)
  const { companyName } = tenant
  const year = useNow(YEAR_CHECK_MS).getFullYear()

  useEffect(() => setSiteName(companyName), [companyName])
  useLeaveGuard()

  function follow(event: MouseEvent, to: string) {
    drawer.onClose()
    if (props.mayLeave && !props.mayLeave(to)) event.preventDefault()
  }
  const brand = <Brand tenant={tenant} to={homeTo} onClick={(event) => follow(event, homeTo)} />

  return (
    <div className={classNames(styles.app, dense && 'dense', isWide && folded && styles.folded)}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      {isWide && (
        <aside ref={side} className={styles.side} aria-label="Sidebar">
          {brand}
          <Navigation menu={menu} folded={folded} onFollow={follow} />
          <IconButton
            className={classNames(navigation.fold, folded && navigation.alone)}
            icon={folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse}
            label={folded ? 'Expand the sidebar' : 'Collapse the sidebar'}
            aria-expanded={!folded}
            onClick={toggleFolded}
          />
          {!folded && sideFoot}
        </aside>
      )}
      <header className={styles.top}>
        {!isWide && (
          <>
            <IconButton className={styles.menu} icon={IconMenu2} label="Menu" {...menuButton} />
            {brand}
          </>
        )}
        <div className={styles.slot}>
          {headerSlot}
          <AccountMenu {...props} />
        </div>
      </header>
      <div className={styles.bar}>
        <OfflineBar />
        {props.notice}
      </div>
      <main id="main" className={styles.main} tabIndex={-1}>
        {children ?? <Outlet />}
      </main>
      <footer className={styles.foot}>
        <span>
          © {year} {companyName}. All rights reserved.
        </span>
        {tenant.supportEmail && <a href={`mailto:${tenant.supportEmail}`}>{tenant.supportEmail}</a>}
      </footer>
      {dock && <div className={styles.dock}>{dock}</div>}
      <ScrollRestoration />
      <Drawer label="Sidebar" head={brand} {...drawer}>
        <Navigation menu={menu} onFollow={follow} />
        {sideFoot}
      </Drawer>
    </div>
  )
}

/** The side column where there is no room for one, and the button that opens it. */
function useDrawer(isWide: boolean) {
  const [opened, setOpened] = useState(false)
  const side = useRef<HTMLElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    if (!isWide || !opened) return
    setOpened(false)
    // Its button is gone as well: who was in the drawer goes on at the same place of the side column.
    return () => side.current?.querySelector<HTMLElement>('a[aria-current]')?.focus()
  }, [isWide, opened])
  return {
    side,
    drawer: { id, opened, onClose: () => setOpened(false) },
    menuButton: {
      'aria-haspopup': 'dialog' as const,
      'aria-expanded': opened,
      'aria-controls': opened ? id : undefined,
      onClick: () => setOpened(true),
    },
  }
}

type AccountMenuProps = Pick<ShellProps, 'user' | 'onProfile' | 'onActivity' | 'onLogout'>

function AccountMenu({ user, onProfile, onActivity, onLogout }: AccountMenuProps) {
  const [firstName] = user.fullName.split(' ')
  const schemeChoice = useSchemeChoice()
  return (
    <Menu
      label={`${user.fullName}, account menu`}
      trigger={
        <>
          <Avatar name={user.fullName} imageUrl={user.imageUrl} />
          <span className={classNames(styles.onWide, styles.who)}>{firstName}</span>
          <span className={styles.onWide}>
            <Icon of={IconChevronDown} />
          </span>
        </>
      }
      items={[
        { label: 'My Profile', icon: IconUserCircle, onSelect: onProfile },
        ...(onActivity ? [{ label: 'My Activity', icon: IconHistory, onSelect: onActivity }] : []),
        schemeChoice,
        { label: 'Logout', icon: IconLogout, onSelect: onLogout },
      ]}
    />
  )
}
