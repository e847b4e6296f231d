import { paths } from '@almanac/contract/pages'
import {
  IconActivity,
  IconArrowsExchange,
  IconBuilding,
  IconListCheck,
  IconReceiptRefund,
  IconUsers,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Shell } from './shell.tsx'
import type { MenuEntry, ShellProps } from './shell-types.ts'

const PRODUCT = { companyName: 'Almanac' }

/** The admin's menu. */
export const ADMIN_MENU: readonly MenuEntry[] = [
  { label: 'Customers', to: paths.admin.customers(), icon: IconBuilding },
  { label: 'Consumers', to: paths.admin.consumers(), icon: IconUsers },
  { label: 'Transaction History', to: paths.admin.payments(), icon: IconReceiptRefund },
  { label: 'Token Transaction History', to: paths.admin.tokenTransactions(), icon: IconArrowsExchange },
  { label: 'Audit', to: paths.admin.audit(), icon: IconListCheck },
  { label: 'Platform Health', to: paths.admin.health(), icon: IconActivity },
]

type AdminShellProps = Omit<ShellProps, 'menu' | 'homeTo' | 'tenant'> & {
  /** In place of the route's outlet. */
  children?: ReactNode
}

/** The admin's frame, in the product's own name. */
export function AdminShell(props: AdminShellProps) {
  return <Shell {...props} dense tenant={PRODUCT} menu={ADMIN_MENU} homeTo={paths.admin.customers()} />
}
