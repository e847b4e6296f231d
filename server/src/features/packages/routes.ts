import { packages } from '@almanac/contract'
import type { RawBuilder } from 'kysely'
import type { Database } from '../../platform/database.ts'
import { bindBeside, type Route } from '../../platform/http/bind.ts'
import { consumerPackagesSql, packagePageSql, toConsumerPackages, toPackageList } from './queries.ts'

export interface PackageDeps {
  db: Database
  /** The package that the session's consumer has bought automatically. That lies above packages, so that it is handed in. */
  autoPurchasePackageId: RawBuilder<number | null>
}

/** What a tenant sells. */
export function packageRoutes({ db: { reader }, autoPurchasePackageId }: PackageDeps): Route[] {
  return [
    bindBeside(
      packages.listPackages,
      (query) => packagePageSql(reader, query),
      ({ query, beside }) => toPackageList(query, beside),
    ),
    bindBeside(
      packages.listConsumerPackages,
      () => consumerPackagesSql(reader, autoPurchasePackageId),
      ({ beside }) => toConsumerPackages(beside),
    ),
  ]
}
