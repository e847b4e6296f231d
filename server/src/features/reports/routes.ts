import { reports } from '@almanac/contract'
import type { ReportRange } from '@almanac/contract/reports'
import type { Database } from '../../platform/database.ts'
import { bind, type Route } from '../../platform/http/bind.ts'
import type { TenantSession } from '../../platform/http/session.ts'
import { listGrossSales, type Period, readRevenue, readUsage } from './queries.ts'
import { exportGrossSales, exportRevenue, exportUsage, type NamedPeriod } from './report-files.ts'

/** What a tenant earned, sold and delivered; for its operators. */
export function reportRoutes({ db }: { db: Database }): Route[] {
  return [
    bind(reports.readRevenue, ({ session, query }) => readRevenue(db.reader, periodOf(session, query))),
    bind(reports.readUsage, ({ session, query }) => readUsage(db.reader, periodOf(session, query))),
    bind(reports.listGrossSales, ({ session, query }) =>
      listGrossSales(db.reader, periodOf(session, query), query),
    ),
    bind(reports.exportRevenue, (call) => exportRevenue(db.reader, namedPeriod(call))),
    bind(reports.exportUsage, (call) => exportUsage(db.reader, namedPeriod(call))),
    bind(reports.exportGrossSales, (call) => exportGrossSales(db.reader, namedPeriod(call))),
  ]
}

function periodOf({ tenantId, timeZone }: TenantSession, { startDate, endDate }: ReportRange): Period {
  return { tenantId, timeZone, startDate, endDate }
}

interface ReportCall {
  session: TenantSession
  query: ReportRange
  params: { customerUrl: string }
}

const namedPeriod = ({ session, query, params }: ReportCall): NamedPeriod => ({
  ...periodOf(session, query),
  ...params,
})
