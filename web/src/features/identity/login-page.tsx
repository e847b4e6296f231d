import { paths } from '@almanac/contract/pages'
import { useMemo } from 'react'
import { useLocation, useParams } from 'react-router'
import { useTenantDetails } from '../../api/tenant-details.ts'
import { imageUrl } from '../../api/url.ts'
import { tenantCalls } from './sign-in-calls.ts'
import { SignInLayout } from './sign-in-layout.tsx'
import { SignInScreen } from './sign-in-screen.tsx'
import { asksToRegister, firstStep, tenantLine } from './sign-in-step.ts'

/** A tenant's sign-in, sign-up and password reset. */
export function Component() {
  const { customerUrl = '' } = useParams()
  const location = useLocation()
  const { data } = useTenantDetails(customerUrl)
  const calls = useMemo(() => tenantCalls(customerUrl), [customerUrl])
  return (
    <SignInLayout
      companyName={data?.companyName ?? ''}
      logoUrl={data?.logoUrl && imageUrl(data.logoUrl, 'public')}
      homeHref={paths.landing(customerUrl)}
      line={tenantLine}
    >
      <SignInScreen
        // Another way in starts over: a link, or #register typed behind this very address, which has no key of its own.
        key={`${location.key}${location.hash}`}
        calls={calls}
        place={customerUrl}
        first={asksToRegister(location) ? { name: 'register' } : firstStep}
        tenant={{ customerUrl, details: data }}
      />
    </SignInLayout>
  )
}
