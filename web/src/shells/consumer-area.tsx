import { paths } from '@almanac/contract/pages'
import { useNavigate, useParams } from 'react-router'
import { useUser } from '../api/session.ts'
import { AudioSessionProvider } from '../features/audio/listening/audio-session.tsx'
import { PlayerDock } from '../features/audio/listening/player-dock.tsx'
import { AutoPurchaseBar } from '../features/auto-purchase/auto-purchase-bar.tsx'
import { AutoPurchaseNews } from '../features/auto-purchase/auto-purchase-news.tsx'
import { RaisedCostBar } from '../features/subscriptions/raised-cost-bar.tsx'
import { Area } from './area.tsx'
import { ConsumerShell } from './consumer-shell.tsx'
import { useAccount } from './use-account.ts'
import { shellTenant, useTenant } from './use-tenant.ts'
import { WaitingScreen } from './waiting-screen.tsx'

/** The consumer's part of the map: guard, frame, and the screen in it. */
export function Component() {
  return (
    <Area userType="consumer">
      <ConsumerFrame />
    </Area>
  )
}

function ConsumerFrame() {
  const { customerUrl = '' } = useParams()
  const navigate = useNavigate()
  const tenant = useTenant(customerUrl)
  const { timeZone } = useUser()
  const account = useAccount(paths.profile(customerUrl))
  if (tenant.isPending) return <WaitingScreen />
  return (
    <AudioSessionProvider>
      <ConsumerShell
        {...account}
        onActivity={() => void navigate(paths.activity(customerUrl))}
        customerUrl={customerUrl}
        {...(timeZone ? { timeZone } : {})}
        tenant={shellTenant(tenant.data)}
        notice={
          <>
            <AutoPurchaseBar />
            <RaisedCostBar />
          </>
        }
        dock={<PlayerDock />}
      />
      <AutoPurchaseNews />
    </AudioSessionProvider>
  )
}
