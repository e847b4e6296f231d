import { packages } from '@almanac/contract'
import type { Database } from '../../platform/database.ts'
import { bindBeside, type Route } from '../../platform/http/bind.ts'
import { consumerPackagesSql, packagePageSql, toConsumerPackages, toPackageList } from './queries.ts'

/** What a tenant sells. */
export function packageRoutes({ db: { reader } }: { db: Database }): Route[] {
  return [
    bindBeside(
      packages.listPackages,
      (query) => packagePageSql(reader, query),
      ({ query, beside }) => toPackageList(query, beside),
    ),
    bindBeside(
      packages.listConsumerPackages,
      () => consumerPackagesSql(reader),
      ({ beside }) => toConsumerPackages(beside),
    ),
  ]
}
