import type { CustomerDetails } from '@almanac/contract/storefront'
import { useEffect } from 'react'
import { useTenantDetails } from '../api/tenant-details.ts'
import { imageUrl } from '../api/url.ts'
import { applyTenantAccent } from '../theme/tenant-accent.ts'
import { setSiteName } from '../ui/site-title.ts'
import type { ShellTenant } from './shell-types.ts'

/** A tenant's details by the url's slug; while they are shown, the page wears the tenant's name and accent. */
export function useTenant(customerUrl: string) {
  const result = useTenantDetails(customerUrl)
  const tenant = result.data

  useEffect(() => {
    if (!tenant) return
    setSiteName(tenant.companyName)
    applyTenantAccent(tenant.accent)
    return () => applyTenantAccent(null)
  }, [tenant])
  return result
}

/** What a frame shows of a tenant; the product's name where the details could not be had. */
export function shellTenant(tenant: CustomerDetails | undefined): ShellTenant {
  if (!tenant) return { companyName: 'Almanac' }
  const { companyName, logoUrl, supportEmail } = tenant
  return { companyName, logoUrl: logoUrl && imageUrl(logoUrl, 'public'), supportEmail }
}
