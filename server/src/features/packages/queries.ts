import type { packages } from '@almanac/contract'
import type { Answer, Query } from '@almanac/contract/endpoint'
import type { TokenPackage } from '@almanac/contract/packages'
import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Reader, Tx } from '../../platform/database.ts'
import { toDollars } from '../../platform/dollars.ts'
import { DomainError } from '../../platform/errors.ts'
import { ownSql } from '../../platform/http/session.ts'
import { type FoundPage, pageSql, toPage } from '../../platform/paging.ts'
import { tooHighFor } from './rules.ts'

/** Of a package, as far as screens show it or a purchase is made of it. */
export const columns = [
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

function onSale(reader: Reader | Tx, tenantId: number | RawBuilder<number>) {
  return reader.selectFrom('packages').where('tenantId', '=', tenantId).where('deletedAt', 'is', null)
}

/** The packages of the session's tenant, the smallest first. */
function offered(reader: Reader) {
  return onSale(reader, ownSql.tenantId).select(columns).orderBy('numberOfTokens').orderBy('id')
}

/**
 * The package that is bought, held as it is until the transaction ends, so that what is compared, stored and sold is one
 * and the same offer.
 * @throws DomainError `package_not_on_sale` for a package that is unknown, deleted or another tenant's.
 */
export async function requirePackageOnSale(tx: Tx, tenantId: number, packageId: number) {
  const found = await holdPackageOnSale(tx, tenantId, packageId)
  if (!found) throw new DomainError('package_not_on_sale')
  return found
}

/** The same; undefined for one that is not on sale. */
export async function holdPackageOnSale(tx: Tx, tenantId: number, packageId: number) {
  return onSale(tx, tenantId).select(columns).where('id', '=', packageId).forShare().executeTakeFirst()
}

/**
 * A tenant's new threshold must leave below it no package that is bought automatically: it would be bought without end, so
 * that its automatic purchases would end (decision L4). Whoever holds the tenant keeps packages from changing meanwhile.
 * @throws DomainError `threshold_too_high`, which names those packages.
 */
export async function requireRoomFor(tx: Tx, tenantId: number, thresholdToken: number): Promise<void> {
  const below = await onSale(tx, tenantId)
    .select(['name', 'numberOfTokens'])
    .where('isAutoRenewable', '=', true)
    .where('numberOfTokens', '<=', thresholdToken)
    .orderBy('numberOfTokens')
    .orderBy('id')
    .execute()
  if (below.length > 0) throw new DomainError('threshold_too_high', { message: tooHighFor(below) })
}

/** A page of what the session's tenant sells. */
export function packagePageSql(reader: Reader, query: Query<typeof packages.listPackages>) {
  return pageSql(query, onSale(reader, ownSql.tenantId), offered(reader))
}

/** The tenant's packages, the smallest first; prices in dollars. */
export function toPackageList(
  query: Query<typeof packages.listPackages>,
  { rows, totalItems }: FoundPage<PackageOnSale>,
): Answer<typeof packages.listPackages> {
  return toPage(query, totalItems, rows.map(toWire))
}

/** All that the session's tenant sells, and which of it the session's consumer chose for automatic purchase. */
export interface ConsumerPackages {
  offered: PackageOnSale[]
  chosenId: number | null
}

export function consumerPackagesSql(
  reader: Reader,
  chosenId: RawBuilder<number | null>,
): RawBuilder<ConsumerPackages> {
  return sql`json_build_object('offered', ${jsonArrayFrom(offered(reader))}, 'chosenId', ${chosenId})`
}

/** All packages as a consumer sees them. */
export function toConsumerPackages(found: ConsumerPackages): Answer<typeof packages.listConsumerPackages> {
  const choiceOf = ({ id }: PackageOnSale) => (id === found.chosenId ? [{ id }] : [])
  return {
    packages: found.offered.map((row) => ({
      ...toWire(row),
      consumerAutoRenewablePackages: choiceOf(row),
    })),
  }
}

/** A package as the wire has it: prices in dollars. */
export function toWire(row: PackageOnSale): TokenPackage {
  const { tenantId, priceCents, autoRenewPriceCents, ...rest } = row
  return {
    ...rest,
    price: toDollars(priceCents),
    autoRenewPrice: toDollars(autoRenewPriceCents),
    customerId: tenantId,
  }
}
