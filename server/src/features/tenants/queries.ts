import type { tenants } from '@almanac/contract'
import type { Answer, Query } from '@almanac/contract/endpoint'
import type { Reader, Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { readPage, toPage } from '../../platform/paging.ts'

const tenantColumns = [
  'id',
  'url',
  'companyName',
  'details',
  'supportEmail',
  'timeZone',
  'thresholdToken',
  'accentHex',
  'logoPath',
  'imagePath',
  'testAudioKey',
  'testAudioBytes',
  'socialLinks',
  'changedAt',
] as const

/** What a slug can be; anything else in its place need not be looked for. */
const slugPattern = /^[A-Za-z0-9-]{1,64}$/

/** A tenant that is not deleted; `thresholdToken` in tokens. */
export type Tenant = Awaited<ReturnType<typeof requireTenant>>

declare module '../../platform/http/bind.ts' {
  interface PathTenant extends Tenant {}
}

/** @throws DomainError `not_found` for an unknown or deleted tenant. */
export async function requireTenant(reader: Reader, url: string) {
  if (!slugPattern.test(url)) throw new DomainError('not_found')
  const tenant = await liveTenants(reader).where('url', '=', url.toLowerCase()).executeTakeFirst()
  if (!tenant) throw new DomainError('not_found')
  return tenant
}

/** @throws DomainError `not_found` for an unknown or deleted tenant. */
export async function requireTenantById(reader: Reader, tenantId: number) {
  const tenant = await liveTenants(reader).where('id', '=', tenantId).executeTakeFirst()
  if (!tenant) throw new DomainError('not_found')
  return tenant
}

/**
 * Keeps others that hold it waiting until the transaction ends; what only refers to the tenant goes on.
 * @throws DomainError `not_found` for an unknown or deleted tenant.
 */
export async function holdTenant(tx: Tx, tenantId: number): Promise<void> {
  const held = await tx
    .selectFrom('tenants')
    .select('id')
    .where('id', '=', tenantId)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!held) throw new DomainError('not_found')
}

function liveTenants(reader: Reader) {
  return reader.selectFrom('tenants').select(tenantColumns).where('deletedAt', 'is', null)
}

type CustomerList = Answer<typeof tenants.listCustomers>

/** All tenants with their operator, by company name. */
export async function listCustomers(
  reader: Reader,
  query: Query<typeof tenants.listCustomers>,
): Promise<CustomerList> {
  const live = reader
    .selectFrom('tenants')
    .innerJoin('users', (join) =>
      join.onRef('users.tenantId', '=', 'tenants.id').on('users.role', '=', 'customer'),
    )
    .where('tenants.deletedAt', 'is', null)
    .where('users.deletedAt', 'is', null)
  const { rows, totalItems } = await readPage(
    query,
    live,
    live
      .select([
        'tenants.id',
        'tenants.companyName',
        'tenants.url',
        'tenants.logoPath as logoUrl',
        'users.fullName',
        'users.username',
        'users.email',
      ])
      .orderBy('tenants.companyName')
      .orderBy('tenants.id'),
  )
  return toPage(query, totalItems, rows)
}
