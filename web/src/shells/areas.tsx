import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { followEvents } from '../api/event-stream.ts'
import { queryClient } from '../api/query-client.ts'
import { AudioSessionProvider } from '../features/audio/audio-session.tsx'
import { PlayerDock } from '../features/audio/player-dock.tsx'
import { paths, type Role } from '../paths.ts'
import { AdminShell } from './admin-shell.tsx'
import { ConsumerShell } from './consumer-shell.tsx'
import { Protected } from './guard.tsx'
import { OperatorShell } from './operator-shell.tsx'
import { useAccount } from './use-account.ts'
import { shellTenant, useTenant } from './use-tenant.ts'
import { WaitingScreen } from './waiting-screen.tsx'

followEvents()

/** What only signed-in people need: the guard, and the cache of what they read. */
function Area({ userType, children }: { userType: Role; children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Protected userType={userType}>{children}</Protected>
    </QueryClientProvider>
  )
}

/** The consumer's part of the map: guard, frame, and the screen in it. */
export function ConsumerArea() {
  return (
    <Area userType="consumer">
      <ConsumerFrame />
    </Area>
  )
}

function ConsumerFrame() {
  const { customerUrl = '' } = useParams()
  const tenant = useTenant(customerUrl)
  const account = useAccount(paths.profile(customerUrl))
  if (tenant.isPending) return <WaitingScreen />
  return (
    <AudioSessionProvider>
      <ConsumerShell
        {...account}
        customerUrl={customerUrl}
        tenant={shellTenant(tenant.data)}
        dock={<PlayerDock />}
      />
    </AudioSessionProvider>
  )
}

/** The operator's part of the map. */
export function OperatorArea() {
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
  if (tenant.isPending) return <WaitingScreen />
  return <OperatorShell {...account} customerUrl={customerUrl} tenant={shellTenant(tenant.data)} />
}

/** The admin's part of the map. */
export function AdminArea() {
  return (
    <Area userType="admin">
      <AdminFrame />
    </Area>
  )
}

function AdminFrame() {
  return <AdminShell {...useAccount(paths.admin.profile())} />
}
