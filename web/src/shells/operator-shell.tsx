import { homePath, paths } from '@almanac/contract/pages'
import {
  IconCalendarMonth,
  IconCategory,
  IconChartLine,
  IconHelpCircle,
  IconPackage,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Shell } from './shell.tsx'
import type { MenuEntry, ShellProps } from './shell-types.ts'

/** The operator's menu. */
export function operatorMenu(customerUrl: string): MenuEntry[] {
  return [
    { label: 'Revenue & Usage', to: paths.operator.revenueReport(customerUrl), icon: IconChartLine },
    { label: 'Calendar', to: paths.operator.calendar(customerUrl), icon: IconCalendarMonth },
    { label: 'Categories & Services', to: paths.operator.categories(customerUrl), icon: IconCategory },
    { label: 'Packages', to: paths.operator.packages(customerUrl), icon: IconPackage },
    { label: 'FAQ', to: paths.operator.faq(customerUrl), icon: IconHelpCircle },
  ]
}

interface OperatorShellProps extends Omit<ShellProps, 'menu' | 'homeTo'> {
  customerUrl: string
  /** More entries after these, as for support tickets. */
  moreMenu?: readonly MenuEntry[]
  /** In place of the route's outlet. */
  children?: ReactNode
}

/** The operator's frame: the same book in smaller type. */
export function OperatorShell({ customerUrl, moreMenu = [], ...props }: OperatorShellProps) {
  return (
    <Shell
      {...props}
      dense
      menu={[...operatorMenu(customerUrl), ...moreMenu]}
      homeTo={homePath('customer', customerUrl)}
    />
  )
}
