import { storefront } from '@almanac/contract'
import type { Database } from '../../platform/database.ts'
import { bind, type Route } from '../../platform/http/bind.ts'
import { requireTenant } from '../tenants/index.ts'
import { readCustomerDetails } from './queries.ts'

/** What is public of a tenant. */
export function storefrontRoutes({ db }: { db: Database }): Route[] {
  const details = async (url: string) => readCustomerDetails(db.reader, await requireTenant(db.reader, url))
  return [
    bind(storefront.getCustomerDetailsByUrl, ({ params }) => details(params.url)),
    bind(storefront.getLandingPage, async ({ params }) => ({
      customerDetails: await details(params.customerUrl),
    })),
  ]
}
