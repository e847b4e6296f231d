import type { Role } from '@almanac/contract/endpoint'
import { type ReactNode, useEffect, useRef } from 'react'
import { Navigate, Outlet, useLocation, useNavigate, useParams } from 'react-router'
import { readSession, useSession, verifySession } from '../api/session.ts'
import { storedUser } from '../api/stored-user.ts'
import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toast-store.ts'
import { decideProtected, decidePublic, readWanted } from './guard-decision.ts'
import { MessageScreen } from './message-screen.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { WaitingScreen } from './waiting-screen.tsx'

/** On the way into a protected part: asks for the session while the screen's script is being fetched. */
export function askForProtected(): void {
  if (readSession().status !== 'signed-in') void verifySession()
}

/** On the way to a public screen: asks only when something stored says that there may be a session (decision X6). */
export function askForPublic(): void {
  if (readSession().status === 'unknown' && storedUser.read()) void verifySession()
}

/** Shows what it holds to one role alone, once the session is verified; sends everybody else where they belong. */
export function Protected({ userType, children }: { userType: Role; children: ReactNode }) {
  const session = useSession()
  const { customerUrl } = useParams()
  const decision = decideProtected({
    session,
    role: userType,
    urlTenant: customerUrl,
    storedTenant: storedUser.tenantUrl(),
  })
  switch (decision.kind) {
    case 'show':
      return children
    case 'wait':
      return <WaitingScreen />
    case 'not-found':
      return <NotFoundScreen />
    case 'unreachable':
      return <Unreachable message={decision.message} />
    case 'leave':
      // Who logged out, or has another role, is done with this screen.
      return <Leave {...decision} comesBack={session.status === 'failed'} />
  }
}

interface LeaveProps {
  to: string
  toast: string | null
  /** The login leads back to this screen. */
  comesBack: boolean
}

function Leave({ to, toast, comesBack }: LeaveProps) {
  const navigate = useNavigate()
  const wanted = useLocation()
  const isLeaving = useRef(false)
  useEffect(() => {
    if (isLeaving.current) return
    isLeaving.current = true
    if (toast) showToast('error', toast)
    void navigate(to, { replace: true, state: comesBack ? { wanted } : null })
  }, [navigate, to, toast, comesBack, wanted])
  return <WaitingScreen />
}

const retry = () => void verifySession()

/** No answer about the session: nothing is decided, so one stays where one is. */
function Unreachable({ message }: { message: string }) {
  useEffect(() => {
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [])
  return (
    <MessageScreen
      title="No connection"
      actions={
        <Button kind="prime" onClick={retry}>
          Try again
        </Button>
      }
    >
      {message}
    </MessageScreen>
  )
}

/** A screen for visitors: shown at once, and left again when it turns out that somebody is signed in. */
export function Public() {
  const onwards = decidePublic(useSession(), readWanted(useLocation().state))
  if (!onwards) return <Outlet />
  return (
    <>
      <Navigate {...onwards} replace />
      {/* The script of the screens there may take long to come. */}
      <WaitingScreen />
    </>
  )
}
