import { delivery } from '@almanac/contract'
import type { Database } from '../../platform/database.ts'
import { bind, type Route } from '../../platform/http/bind.ts'
import { listReceivedSunbursts } from './queries.ts'
import { listTextDeliveries } from './text-deliveries.ts'
import { readTextReport } from './text-report.ts'

/** What became of a tenant's short texts, for its operators and for who received them. */
export function deliveryRoutes({ db }: { db: Database }): Route[] {
  return [
    bind(delivery.getTextReport, ({ session, params }) =>
      readTextReport(db.reader, session.tenantId, params.shortTextId),
    ),
    bind(delivery.listTextDeliveries, ({ session, params, query }) =>
      listTextDeliveries(db.reader, session.tenantId, params.shortTextId, query),
    ),
    bind(delivery.listReceivedSunbursts, async ({ session: { tenantId, userId } }) => ({
      sunbursts: await listReceivedSunbursts(db.reader, tenantId, userId),
    })),
  ]
}
