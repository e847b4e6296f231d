import { storefront } from '@almanac/contract'
import type { Database } from '../../platform/database.ts'
import { bind, type Route } from '../../platform/http/bind.ts'
import { requireTenant } from '../tenants/index.ts'
import { readCustomerDetails } from './queries.ts'

/** What is public of a tenant. */
export function storefrontRoutes({ db }: { db: Database }): Route[] {
  return [
    bind(storefront.getCustomerDetailsByUrl, async ({ params }) =>
      readCustomerDetails(db.reader, await requireTenant(db.reader, params.url)),
    ),
    bind(storefront.getLandingPage, async ({ tenant }) => ({
      customerDetails: await readCustomerDetails(db.reader, tenant),
    })),
  ]
}
