import { packages } from '@almanac/contract'
import { DomainError } from '../../platform/errors.ts'
import { bind, bindBeside, type Route } from '../../platform/http/bind.ts'
import { addPackage } from './add-package.ts'
import { deletePackage } from './delete-package.ts'
import type { PackageDeps } from './deps.ts'
import { listPackages } from './list-packages.ts'
import { consumerPackagesSql, packagePageSql, toConsumerPackages, toPackageList } from './queries.ts'
import { updatePackage } from './update-package.ts'

/** What a tenant sells; and all for admins. */
export function packageRoutes(deps: PackageDeps): Route[] {
  const { reader } = deps.db
  return [
    bindBeside(
      packages.listPackages,
      (query) => packagePageSql(reader, query),
      ({ query, beside }) => toPackageList(query, beside),
    ),
    bindBeside(
      packages.listConsumerPackages,
      () => consumerPackagesSql(reader, deps.autoPurchasePackageId),
      ({ beside }) => toConsumerPackages(beside),
    ),
    bind(packages.listAdminPackages, ({ query }) => listPackages(deps, query)),
    bind(packages.addPackage, async ({ session, body, files, idempotencyKey }) => {
      if (!files.packageLogo) throw new DomainError('invalid_picture')
      const wish = { admin: session, body, logo: files.packageLogo, idempotencyKey }
      return { ...(await addPackage(deps, wish)), message: 'Package added successfully.' }
    }),
    bind(packages.updatePackage, async ({ session, params, body, files }) => {
      const change = { admin: session, packageId: params.packageId, body, logo: files.packageLogo }
      return { ...(await updatePackage(deps, change)), message: 'Package updated successfully.' }
    }),
    bind(packages.deletePackage, async ({ session, params }) => {
      await deletePackage(deps, session, params.packageId)
      return { message: 'Package deleted successfully.' }
    }),
  ]
}
