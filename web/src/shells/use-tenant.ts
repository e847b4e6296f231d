import { type CustomerDetails, getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { useEffect } from 'react'
import { readOf } from '../api/query-client.ts'
import { imageUrl } from '../api/url.ts'
import { useEndpoint } from '../api/use-endpoint.ts'
import { applyTenantAccent, type TenantAccent } from '../theme/tenant-accent.ts'
import { setSiteName } from '../ui/site-title.ts'
import type { ShellTenant } from './shell-types.ts'

const FRESH_MS = 5 * 60_000

/** A tenant's details by the url's slug; while they are shown, the page wears the tenant's name and accent. */
export function useTenant(customerUrl: string) {
  const result = useEndpoint(
    getCustomerDetailsByUrl,
    { params: { url: customerUrl.toLowerCase() } },
    { staleTimeMs: FRESH_MS },
  )
  const tenant = result.data

  useEffect(() => {
    if (!tenant) return
    setSiteName(tenant.companyName)
    applyTenantAccent(accentOf(tenant))
    return () => applyTenantAccent(null)
  }, [tenant])
  return result
}

/** The read of a tenant's details, for fetching it beside the screen's script. */
export function readTenant(customerUrl: string) {
  return readOf(getCustomerDetailsByUrl, { params: { url: customerUrl.toLowerCase() } })
}

function accentOf({ accent }: CustomerDetails): TenantAccent | null {
  if (!accent) return null
  const named = ({ onNightGold, ...others }: typeof accent.light) => ({ ...others, nightOnGold: onNightGold })
  return { light: named(accent.light), dark: named(accent.dark) }
}

/** What a frame shows of a tenant; the product's name where the details could not be had. */
export function shellTenant(tenant: CustomerDetails | undefined): ShellTenant {
  if (!tenant) return { companyName: 'Almanac' }
  const { companyName, logoUrl, supportEmail } = tenant
  return { companyName, logoUrl: logoUrl && imageUrl(logoUrl, 'public'), supportEmail }
}
