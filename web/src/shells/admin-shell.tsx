import { paths } from '@almanac/contract/pages'
import { IconArrowsExchange, IconBuilding, IconReceiptRefund, IconUsers } from '@tabler/icons-react'
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
]

type AdminShellProps = Omit<ShellProps, 'menu' | 'homeTo' | 'tenant'> & {
  /** In place of the route's outlet. */
  children?: ReactNode
}

/** The admin's frame, in the product's own name. */
export function AdminShell(props: AdminShellProps) {
  return <Shell {...props} dense tenant={PRODUCT} menu={ADMIN_MENU} homeTo={paths.admin.customers()} />
}
