import { tenants } from '@almanac/contract'
import type { Database } from '../../platform/database.ts'
import { bind, type Route } from '../../platform/http/bind.ts'
import { listCustomers } from './queries.ts'

/** The admin's view of the tenants. */
export function tenantRoutes({ db }: { db: Database }): Route[] {
  return [bind(tenants.listCustomers, ({ query }) => listCustomers(db.reader, query))]
}
