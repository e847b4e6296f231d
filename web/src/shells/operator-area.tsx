import { paths } from '@almanac/contract/pages'
import { IconMessages } from '@tabler/icons-react'
import { useParams } from 'react-router'
import { Area } from './area.tsx'
import { OperatorShell } from './operator-shell.tsx'
import { useAccount } from './use-account.ts'
import { useOpenTickets } from './use-open-tickets.ts'
import { shellTenant, useTenant } from './use-tenant.ts'
import { WaitingScreen } from './waiting-screen.tsx'

/** The operator's part of the map. */
export function Component() {
  return (
    <Area userType="customer">
      <OperatorFrame />
    </Area>
  )
}

function OperatorFrame() {
  const { customerUrl = '' } = useParams()
  const tenant = useTenant(customerUrl)
  const account = useAccount(paths.operator.profile(customerUrl))
  const openTickets = useOpenTickets(customerUrl)
  if (tenant.isPending) return <WaitingScreen />
  return (
    <OperatorShell
      {...account}
      customerUrl={customerUrl}
      tenant={shellTenant(tenant.data)}
      moreMenu={[
        {
          label: 'Support Tickets',
          to: paths.operator.tickets(customerUrl),
          icon: IconMessages,
          count: openTickets,
        },
      ]}
    />
  )
}
