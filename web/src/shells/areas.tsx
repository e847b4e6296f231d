import { useParams } from 'react-router'
import { paths } from '../paths.ts'
import { AdminShell } from './admin-shell.tsx'
import { ConsumerShell } from './consumer-shell.tsx'
import { Protected } from './guard.tsx'
import { OperatorShell } from './operator-shell.tsx'
import { useAccount } from './use-account.ts'
import { shellTenant, useTenant } from './use-tenant.ts'
import { WaitingScreen } from './waiting-screen.tsx'

/** The consumer's part of the map: guard, frame, and the screen in it. */
export function ConsumerArea() {
  return (
    <Protected userType="consumer">
      <ConsumerFrame />
    </Protected>
  )
}

function ConsumerFrame() {
  const { customerUrl = '' } = useParams()
  const tenant = useTenant(customerUrl)
  const account = useAccount(paths.profile(customerUrl))
  if (tenant.isPending) return <WaitingScreen />
  return <ConsumerShell {...account} customerUrl={customerUrl} tenant={shellTenant(tenant.data)} />
}

/** The operator's part of the map. */
export function OperatorArea() {
  return (
    <Protected userType="customer">
      <OperatorFrame />
    </Protected>
  )
}

function OperatorFrame() {
  const { customerUrl = '' } = useParams()
  const tenant = useTenant(customerUrl)
  const account = useAccount(paths.operator.profile(customerUrl))
  if (tenant.isPending) return <WaitingScreen />
  return <OperatorShell {...account} customerUrl={customerUrl} tenant={shellTenant(tenant.data)} />
}

/** The admin's part of the map. */
export function AdminArea() {
  return (
    <Protected userType="admin">
      <AdminFrame />
    </Protected>
  )
}

function AdminFrame() {
  return <AdminShell {...useAccount(paths.admin.profile())} />
}
