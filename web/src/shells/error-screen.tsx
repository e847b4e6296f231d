import { isRouteErrorResponse, useRouteError } from 'react-router'
import { Button } from '../ui/button.tsx'
import { MessageScreen } from './message-screen.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'

/** A screen that broke: says so, and offers to load it again. A chunk of an older release ends here too. */
export function ErrorScreen() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundScreen />
  return (
    <MessageScreen
      title="This page could not be shown"
      actions={
        <Button kind="prime" onClick={() => location.reload()}>
          Try again
        </Button>
      }
    >
      Something went wrong on our side. Nothing you entered elsewhere is lost. If it happens again, tell us
      what you were doing.
    </MessageScreen>
  )
}
