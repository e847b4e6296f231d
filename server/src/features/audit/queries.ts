import type { audit } from '@almanac/contract'
import type { AuditEntry } from '@almanac/contract/audit'
import type { Answer, Query } from '@almanac/contract/endpoint'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Reader, Tables } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { anywhere } from '../../platform/like-pattern.ts'
import { countLong, sliceOf, toLongPage } from '../../platform/paging.ts'
import { plannedAnew } from '../../platform/prepared-statements.ts'
import { dayRange, isValidZone } from '../../platform/zoned-time.ts'

/** Which acts are asked for; the days are those of `timeZone`, both inclusive. */
export type AuditFilters = Query<typeof audit.exportAuditEntries>

type Matching = SelectQueryBuilder<Tables, 'auditEntries', object>

interface EntryRow extends Omit<AuditEntry, 'createdAt'> {
  createdAt: Date
}

/** An act with what it has recorded, as JSON. */
interface WholeRow extends EntryRow {
  before: string | null
  after: string | null
}

/**
 * What admins and operators have done, in the order in which they did it. Each filter has an index in that order, and counts
 * past `EXACT_COUNT_MAX` are estimates, so that a page takes no longer of a million rows than of a thousand.
 * @throws DomainError `invalid_input` for an unknown zone or an end before the start; `not_found` for an unknown tenant.
 */
export async function listEntries(
  reader: Reader,
  query: Query<typeof audit.listAuditEntries>,
): Promise<Answer<typeof audit.listAuditEntries>> {
  const matching = await findEntries(reader, query)
  const [rows, count] = await Promise.all([
    readRows<EntryRow>(
      reader,
      matching,
      { ...sliceOf(query), isAscending: query.isShortAscending },
      shownSql,
    ),
    countLong(reader, matching),
  ])
  return toLongPage(query, count, rows.map(toWire))
}

/** @throws DomainError `not_found` for an unknown one. */
export async function readEntry(
  reader: Reader,
  entryId: number,
): Promise<Answer<typeof audit.readAuditEntry>> {
  const one = reader.selectFrom('auditEntries').where('id', '=', entryId)
  const [row] = await readWhole(reader, one, 1)
  if (!row) throw new DomainError('not_found')
  const { before, after } = row
  return { ...toWire(row), before: readJson(before), after: readJson(after) }
}

/** The acts that are asked for, without columns. @throws as `listEntries`. */
export async function findEntries(reader: Reader, filters: AuditFilters): Promise<Matching> {
  const { customerId, searchText, action, timeZone, startDate, endDate } = filters
  if (!isValidZone(timeZone))
    throw new DomainError('invalid_input', { message: 'The time zone is not known.' })
  if (startDate && endDate && startDate > endDate)
    throw new DomainError('invalid_input', { message: 'End date can not be before start date' })
  let matching: Matching = reader.selectFrom('auditEntries')
  if (startDate) matching = matching.where('createdAt', '>=', dayRange(startDate, startDate, timeZone).from)
  if (endDate) matching = matching.where('createdAt', '<', dayRange(endDate, endDate, timeZone).until)
  if (action) matching = matching.where(sql<boolean>`action = ${action}`)
  if (customerId !== undefined) {
    await requireKnownTenant(reader, customerId)
    matching = matching.where('tenantId', '=', customerId)
  }
  if (!searchText) return matching
  const ids = await findPeople(reader, searchText)
  return matching.where(sql<boolean>`actor_user_id = any(${ids}::int[])`)
}

/** What was done for a tenant that is deleted is looked up as well. */
async function requireKnownTenant(reader: Reader, tenantId: number): Promise<void> {
  const known = await reader.selectFrom('tenants').select('id').where('id', '=', tenantId).executeTakeFirst()
  if (!known) throw new DomainError('not_found')
}

/** Who of those that have done anything is called so: they are few, and found one by one in an index of their acts. */
async function findPeople(reader: Reader, searchText: string): Promise<number[]> {
  const pattern = anywhere(searchText)
  const { rows } = await sql<{ id: number }>`
    with recursive person as (
      (select actor_user_id as id from audit_entries where actor_user_id is not null order by actor_user_id limit 1)
      union all
      select (
        select e.actor_user_id from audit_entries e where e.actor_user_id > person.id order by e.actor_user_id limit 1
      ) from person where person.id is not null
    )
    select users.id from person join users on users.id = person.id
    where users.username ilike ${pattern} or users.full_name ilike ${pattern}
  `.execute(reader)
  return rows.map(({ id }) => id)
}

interface Shown {
  limit: number
  offset: number
  isAscending: boolean
}

/** The number in `user:17`; null of a subject that has none. */
const subjectIdSql = sql`substring(e.subject from '^[a-z-]+:([0-9]{1,9})$')::integer`

/** What people call the subject of an act: looked up for the rows of a page alone. */
const subjectNameSql = sql`case split_part(e.subject, ':', 1)
  when 'user' then (select username from users where id = ${subjectIdSql})
  when 'purchase' then (select coalesce(provider_capture_id, provider_payment_id) from purchases where id = ${subjectIdSql})
  when 'audio' then (select name from audios where id = ${subjectIdSql})
  when 'short-text' then (select message_name from short_texts where id = ${subjectIdSql})
  when 'category' then (select name from categories where id = ${subjectIdSql})
  when 'package' then (select name from packages where id = ${subjectIdSql})
  when 'tenant' then (select company_name from tenants where id = ${subjectIdSql})
end`

/** What is shown of an act. */
const shownSql = sql`
  e.id, e.created_at, e.action, e.subject, ${subjectNameSql} as subject_name, e.actor_role as role
`
/** The same with what it has recorded, as text: the names of fields in it are not ours to change. */
const wholeSql = sql`${shownSql}, e.before::text as before, e.after::text as after`

/** The newest acts with what they have recorded. */
export function readWhole(reader: Reader, matching: Matching, limit: number): Promise<readonly WholeRow[]> {
  return readRows<WholeRow>(reader, matching, { limit, offset: 0, isAscending: false }, wholeSql)
}

/** What lies before a page is passed over in an index alone; only the page's own rows are read. */
async function readRows<Row extends EntryRow>(
  reader: Reader,
  matching: Matching,
  { limit, offset, isAscending }: Shown,
  columns: RawBuilder<unknown>,
): Promise<readonly Row[]> {
  if (limit === 0) return []
  const direction = isAscending ? sql`asc` : sql`desc`
  const page = matching
    .select(['id', 'createdAt'])
    .orderBy(sql`created_at ${direction}, id ${direction}`)
    .limit(limit)
    .offset(offset)
  const { rows } = await sql<Row>`${plannedAnew}
    select ${columns}, users.username, users.full_name, tenants.url as customer_url
    from (${page}) as page join audit_entries e on e.id = page.id
      left join users on users.id = e.actor_user_id left join tenants on tenants.id = e.tenant_id
    order by page.created_at ${direction}, page.id ${direction}
  `.execute(reader)
  return rows
}

function toWire(row: EntryRow): AuditEntry {
  return { ...row, createdAt: row.createdAt.toISOString() }
}

const readJson = (text: string | null) => (text === null ? null : JSON.parse(text))
