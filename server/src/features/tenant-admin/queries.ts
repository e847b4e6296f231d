import type { tenants } from '@almanac/contract'
import type { Answer, Query } from '@almanac/contract/endpoint'
import type { Customer, CustomerEnd } from '@almanac/contract/tenants'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { anywhere } from '../../platform/like-pattern.ts'
import { readPage, toPage } from '../../platform/paging.ts'
import { requireTenantById } from '../tenants/index.ts'

type CustomerList = Answer<typeof tenants.listCustomers>

/** Tenants that are not deleted, each with its operator: of several the first. */
function liveCustomers(reader: Reader | Tx) {
  return reader
    .selectFrom('tenants')
    .innerJoin('users', (join) =>
      join.on('users.id', '=', (e) =>
        e
          .selectFrom('users as operators')
          .select((operators) => operators.fn.min('operators.id').as('id'))
          .whereRef('operators.tenantId', '=', 'tenants.id')
          .where('operators.role', '=', 'customer')
          .where('operators.deletedAt', 'is', null),
      ),
    )
    .where('tenants.deletedAt', 'is', null)
}

const rowColumns = [
  'tenants.id',
  'tenants.companyName',
  'tenants.url',
  'tenants.logoPath as logoUrl',
  'users.fullName',
  'users.username',
  'users.email',
] as const

const counts = [
  sql<number>`(select count(*) from categories c where c.tenant_id = tenants.id and c.deleted_at is null)`.as(
    'numberOfCategories',
  ),
  sql<number>`(select count(*) from packages p where p.tenant_id = tenants.id and p.deleted_at is null)`.as(
    'numberOfPackages',
  ),
]

/** All tenants with their operator. */
export async function listCustomers(
  reader: Reader,
  query: Query<typeof tenants.listCustomers>,
): Promise<CustomerList> {
  const { searchText } = query
  let matching = liveCustomers(reader)
  if (searchText) {
    const part = anywhere(searchText)
    matching = matching.where((e) =>
      e.or([
        e('tenants.companyName', 'ilike', part),
        e('tenants.url', 'ilike', part),
        e('users.username', 'ilike', part),
      ]),
    )
  }
  const direction = query.isShortAscending ? 'asc' : 'desc'
  const { rows, totalItems } = await readPage(
    query,
    matching,
    matching
      .select(rowColumns)
      .select(counts)
      .orderBy(sql`lower(${sql.ref(`tenants.${query.shortByColumn}`)})`, direction)
      .orderBy('tenants.id', direction),
  )
  return toPage(query, totalItems, rows)
}

/** A tenant with its operator. @throws DomainError `not_found` for an unknown or deleted one. */
export async function readCustomer(reader: Reader | Tx, tenantId: number): Promise<Customer> {
  const customer = await liveCustomers(reader)
    .where('tenants.id', '=', tenantId)
    .select(rowColumns)
    .select(counts)
    .select([
      'users.pendingEmail as unverifiedEmail',
      'users.contactNumber',
      'tenants.timeZone',
      'tenants.thresholdToken',
      'tenants.details',
    ])
    .executeTakeFirst()
  if (!customer) throw new DomainError('not_found')
  return customer
}

/** The operator whom an admin sees with a tenant. @throws DomainError `not_found`. */
export async function requireOperator(tx: Tx, tenantId: number) {
  const operator = await liveCustomers(tx)
    .where('tenants.id', '=', tenantId)
    .select(['users.id', 'users.email'])
    .executeTakeFirst()
  if (!operator) throw new DomainError('not_found')
  return operator
}

/** What the deletion of a tenant ends. */
export async function readCustomerEnd(reader: Reader | Tx, tenantId: number): Promise<CustomerEnd> {
  const { rows } = await sql<CustomerEnd>`
    select
      (select count(*)::int from sessions s join users u on u.id = s.user_id
        where u.tenant_id = ${tenantId} and s.expires_at > now()) as sessions,
      (select count(*)::int from short_texts
        where tenant_id = ${tenantId} and state in ('scheduled', 'sending') and deleted_at is null) as sunbursts,
      (select count(*)::int from auto_purchases
        where tenant_id = ${tenantId} and paid_by is not null) as automatic_purchases,
      (select count(*)::int from purchases
        where tenant_id = ${tenantId} and state in ('started', 'requires_action')) as open_purchases
  `.execute(reader)
  const [end] = rows
  if (!end) throw new Error('The database counted nothing')
  return end
}

/** The same before it is deleted. @throws DomainError `not_found` for an unknown or deleted tenant. */
export async function previewCustomerEnd(reader: Reader, tenantId: number): Promise<CustomerEnd> {
  await requireTenantById(reader, tenantId)
  return readCustomerEnd(reader, tenantId)
}
