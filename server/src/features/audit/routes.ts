import { audit } from '@almanac/contract'
import type { Database } from '../../platform/database.ts'
import { bind, type Route } from '../../platform/http/bind.ts'
import { exportEntries } from './export-entries.ts'
import { listEntries, readEntry } from './queries.ts'

/** What admins and operators have done, for admins. */
export function auditRoutes({ db }: { db: Database }): Route[] {
  return [
    bind(audit.listAuditEntries, ({ query }) => listEntries(db.reader, query)),
    bind(audit.readAuditEntry, ({ params }) => readEntry(db.reader, params.entryId)),
    bind(audit.exportAuditEntries, ({ query }) => exportEntries(db.reader, query)),
  ]
}
