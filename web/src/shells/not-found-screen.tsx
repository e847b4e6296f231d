import { paths, readTenantSlug } from '@almanac/contract/pages'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../ui/button.tsx'
import { setSiteName } from '../ui/site-title.ts'
import { MessageScreen, PRODUCT } from './message-screen.tsx'
import type { ShellTenant } from './shell-types.ts'
import { shellTenant, useTenant } from './use-tenant.ts'

/** The screen of an address that leads nowhere, in the name of the tenant whose address it is, if one's. */
export function NotFoundScreen() {
  const slug = readTenantSlug(useLocation().pathname)
  return slug === null ? <NotFound tenant={PRODUCT} homeTo={paths.root()} /> : <TenantNotFound slug={slug} />
}

function TenantNotFound({ slug }: { slug: string }) {
  const { data, isPending } = useTenant(slug)
  if (data) return <NotFound tenant={shellTenant(data)} homeTo={paths.landing(data.url)} />
  return <NotFound tenant={isPending ? null : PRODUCT} homeTo={paths.root()} />
}

/** The page itself; `tenant` is null while it is not known yet. */
export function NotFound({ tenant, homeTo }: { tenant: ShellTenant | null; homeTo: string }) {
  const siteName = tenant?.companyName
  useEffect(() => {
    if (siteName) setSiteName(siteName)
  }, [siteName])
  return (
    <MessageScreen
      title="404 Page Not Found!"
      tenant={tenant}
      homeTo={homeTo}
      actions={
        // The start page is the server's, which leads on who is signed in.
        <Button component="a" href={homeTo}>
          Go to the start page
        </Button>
      }
    >
      There is no page at this address. It may have moved, or the link may be mistyped.
    </MessageScreen>
  )
}
