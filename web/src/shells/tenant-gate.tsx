import { Outlet, useParams } from 'react-router'
import { isApiError } from '../api/api-error.ts'
import { failureText } from '../api/failure-text.ts'
import { Button } from '../ui/button.tsx'
import { MessageScreen } from './message-screen.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { useTenant } from './use-tenant.ts'

/** Whether nothing is wrong with the address: there was no answer, or the server had no time for one. */
const isPassing = (thrown: unknown) => isApiError(thrown) && [0, 429, 503].includes(thrown.status)

/** A tenant's public screen: the not-found page where the tenant's details can not be had. */
export function TenantGate() {
  const { customerUrl = '' } = useParams()
  const { error, retry } = useTenant(customerUrl)
  if (!error) return <Outlet />
  if (!isPassing(error)) return <NotFoundScreen />
  return (
    <MessageScreen
      title="This page could not be loaded"
      actions={
        <Button kind="prime" onClick={retry}>
          Try again
        </Button>
      }
    >
      {failureText(error)}
    </MessageScreen>
  )
}
