import { reports } from '@almanac/contract'
import type { ReportRange } from '@almanac/contract/reports'
import type { Database } from '../../platform/database.ts'
import { bind, type Route } from '../../platform/http/bind.ts'
import type { TenantSession } from '../../platform/http/session.ts'
import { listGrossSales, type Period, readRevenue, readUsage } from './queries.ts'

/** What a tenant earned, sold and delivered; for its operators. */
export function reportRoutes({ db }: { db: Database }): Route[] {
  return [
    bind(reports.readRevenue, ({ session, query }) => readRevenue(db.reader, periodOf(session, query))),
    bind(reports.readUsage, ({ session, query }) => readUsage(db.reader, periodOf(session, query))),
    bind(reports.listGrossSales, ({ session, query }) =>
      listGrossSales(db.reader, periodOf(session, query), query),
    ),
  ]
}

function periodOf({ tenantId, timeZone }: TenantSession, { startDate, endDate }: ReportRange): Period {
  return { tenantId, timeZone, startDate, endDate }
}
