import { packages } from '@almanac/contract'
import type { Database } from '../../platform/database.ts'
import { bind, type Route } from '../../platform/http/bind.ts'
import { listConsumerPackages, listPackages } from './queries.ts'

/** What a tenant sells. */
export function packageRoutes({ db }: { db: Database }): Route[] {
  return [
    bind(packages.listPackages, ({ session, query }) => listPackages(db.reader, session.tenantId, query)),
    bind(packages.listConsumerPackages, ({ session }) => listConsumerPackages(db.reader, session.tenantId)),
  ]
}
