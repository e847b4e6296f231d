import { paths } from '@almanac/contract/pages'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { Button } from '../ui/button.tsx'
import { MessageScreen } from './message-screen.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { WaitingScreen } from './waiting-screen.tsx'

/** The path that the browser fetched this document for. */
const fetchedPath = location.pathname

/**
 * A page that the server renders (a tenant's landing page, the start page): reached by a link of the app it is fetched
 * as a document. Where the server answered its address with the app itself, there is no such page.
 */
export function ServerPage() {
  const { pathname, search } = useLocation()
  const isFetched = pathname === fetchedPath
  useEffect(() => {
    if (!isFetched) location.replace(pathname + search)
  }, [isFetched, pathname, search])
  if (!isFetched) return <WaitingScreen />
  return pathname === paths.root() ? <RootScreen /> : <NotFoundScreen />
}

/** The page for an admin, and for whoever has no tenant. */
function RootScreen() {
  return (
    <MessageScreen
      title="Almanac"
      actions={
        <Button component={Link} to={paths.admin.login()} kind="prime">
          Admin login
        </Button>
      }
    >
      Readings and Sunbursts live at the address of their own company: open the link your company gave you.
    </MessageScreen>
  )
}
