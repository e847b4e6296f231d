import { paths } from '@almanac/contract/pages'
import {
  IconCoins,
  IconHeadphones,
  IconHelpCircle,
  IconMail,
  IconPlus,
  IconSunrise,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount } from '../ui/format.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Token } from '../ui/token.tsx'
import styles from './consumer-shell.module.css'
import { Shell } from './shell.tsx'
import type { MenuEntry, ShellProps } from './shell-types.ts'
import { Today } from './today.tsx'

/** The consumer's menu. */
export function consumerMenu(customerUrl: string): MenuEntry[] {
  return [
    { label: 'Play Readings', to: paths.dashboard(customerUrl), icon: IconHeadphones },
    { label: 'Purchase Tokens', to: paths.packages(customerUrl), icon: IconCoins },
    { label: 'Daily Sunbursts', to: paths.subscriptions(customerUrl), icon: IconSunrise },
    { label: 'Support', to: paths.faq(customerUrl), icon: IconHelpCircle },
    { label: 'Contact Us', to: paths.contactSupport(customerUrl), icon: IconMail },
  ]
}

interface ConsumerShellProps extends Omit<ShellProps, 'menu' | 'homeTo'> {
  customerUrl: string
  /** The consumer's own, for today's date; the browser's where it is left out. */
  timeZone?: string
  /** The docked player. */
  dock?: ReactNode
  /** In place of the route's outlet. */
  children?: ReactNode
}

/** The consumer's frame: balance and purchase shortcut in the header, today at the foot of the side column. */
export function ConsumerShell({ customerUrl, timeZone, ...props }: ConsumerShellProps) {
  const buyTo = paths.packages(customerUrl)
  return (
    <Shell
      {...props}
      menu={consumerMenu(customerUrl)}
      homeTo={paths.dashboard(customerUrl)}
      sideFoot={<Today {...(timeZone ? { timeZone } : {})} />}
      headerSlot={
        <>
          <p className={styles.balance}>
            <span className={styles.words}>Available Tokens</span>
            <Token sizePx={12} />
            <b className="num">{formatCount(props.user.tokenBalance ?? 0)}</b>
          </p>
          <IconButton
            component={Link}
            to={buyTo}
            kind="outline"
            icon={IconPlus}
            label="Purchase Tokens"
            onClick={(event: React.MouseEvent) => {
              if (props.mayLeave && !props.mayLeave(buyTo)) event.preventDefault()
            }}
          />
        </>
      }
    />
  )
}
