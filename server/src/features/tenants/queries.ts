import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'

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
 * Reads a tenant and holds its row until the transaction ends, so that what admins change of it and of what it sells
 * follows one another. Whoever writes both takes this lock first. @throws DomainError `not_found`.
 */
export async function holdTenant(tx: Tx, tenantId: number) {
  const tenant = await liveTenants(tx).where('id', '=', tenantId).forNoKeyUpdate().executeTakeFirst()
  if (!tenant) throw new DomainError('not_found')
  return tenant
}

/**
 * Reads a tenant, and keeps it and its categories as they are until the transaction ends. Any number of transactions may do
 * so at once; whoever holds the tenant waits for them. Take this lock before those of its texts and audios.
 * @throws DomainError `not_found`.
 */
export async function shareTenant(tx: Tx, tenantId: number) {
  const tenant = await liveTenants(tx).where('id', '=', tenantId).forShare().executeTakeFirst()
  if (!tenant) throw new DomainError('not_found')
  return tenant
}

function liveTenants(reader: Reader) {
  return reader.selectFrom('tenants').select(tenantColumns).where('deletedAt', 'is', null)
}

/** Whether the tenant of that id is not deleted, as a condition of another statement. */
export function liveTenantSql(tenantId: RawBuilder<number>): RawBuilder<boolean> {
  return sql`exists (select from tenants where tenants.id = ${tenantId} and tenants.deleted_at is null)`
}

/** What tenants are called, by their ids, deleted ones included. */
export async function readCompanyNames(
  reader: Reader,
  tenantIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (tenantIds.length === 0) return new Map()
  const rows = await reader
    .selectFrom('tenants')
    .select(['id', 'companyName'])
    .where('id', 'in', [...new Set(tenantIds)])
    .execute()
  return new Map(rows.map(({ id, companyName }) => [id, companyName]))
}
