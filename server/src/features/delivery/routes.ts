import { delivery } from '@almanac/contract'
import type { Database } from '../../platform/database.ts'
import { bind, type Route } from '../../platform/http/bind.ts'
import { listTextDeliveries } from './text-report.ts'

/** What became of a tenant's short texts. */
export function deliveryRoutes({ db }: { db: Database }): Route[] {
  return [
    bind(delivery.listTextDeliveries, ({ session, params, query }) =>
      listTextDeliveries(db.reader, session.tenantId, params.shortTextId, query),
    ),
  ]
}
