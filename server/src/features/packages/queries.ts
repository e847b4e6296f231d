import type { packages } from '@almanac/contract'
import type { Answer, Query } from '@almanac/contract/endpoint'
import type { TokenPackage } from '@almanac/contract/packages'
import type { Reader, Tx } from '../../platform/database.ts'
import { toDollars } from '../../platform/dollars.ts'
import { DomainError } from '../../platform/errors.ts'
import { readPage, toPage } from '../../platform/paging.ts'

const columns = [
  'id',
  'tenantId',
  'name',
  'priceCents',
  'numberOfTokens',
  'imagePath',
  'isAutoRenewable',
  'autoRenewPriceCents',
] as const

/** A package as it is sold now: prices in cents, tokens whole. */
export type PackageOnSale = Awaited<ReturnType<typeof requirePackageOnSale>>

function onSale(reader: Reader | Tx, tenantId: number) {
  return reader.selectFrom('packages').where('tenantId', '=', tenantId).where('deletedAt', 'is', null)
}

/**
 * The package that is bought, held as it is until the transaction ends, so that what is compared, stored and sold is one
 * and the same offer.
 * @throws DomainError `package_not_on_sale` for a package that is unknown, deleted or another tenant's.
 */
export async function requirePackageOnSale(tx: Tx, tenantId: number, packageId: number) {
  const found = await onSale(tx, tenantId)
    .select(columns)
    .where('id', '=', packageId)
    .forShare()
    .executeTakeFirst()
  if (!found) throw new DomainError('package_not_on_sale')
  return found
}

/** The tenant's packages, the smallest first; prices in dollars. */
export async function listPackages(
  reader: Reader,
  tenantId: number,
  query: Query<typeof packages.listPackages>,
): Promise<Answer<typeof packages.listPackages>> {
  const { rows, totalItems } = await readPage(
    query,
    onSale(reader, tenantId),
    onSale(reader, tenantId).select(columns).orderBy('numberOfTokens').orderBy('id'),
  )
  return toPage(query, totalItems, rows.map(toWire))
}

/** All packages as a consumer sees them. */
export async function listConsumerPackages(
  reader: Reader,
  tenantId: number,
): Promise<Answer<typeof packages.listConsumerPackages>> {
  const rows = await onSale(reader, tenantId)
    .select(columns)
    .orderBy('numberOfTokens')
    .orderBy('id')
    .execute()
  return { packages: rows.map((row) => ({ ...toWire(row), consumerAutoRenewablePackages: [] })) }
}

function toWire(row: PackageOnSale): TokenPackage {
  const { tenantId, priceCents, autoRenewPriceCents, ...rest } = row
  return {
    ...rest,
    price: toDollars(priceCents),
    autoRenewPrice: toDollars(autoRenewPriceCents),
    customerId: tenantId,
  }
}
