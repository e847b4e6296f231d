import type { BadLine, BulkSummary } from '@almanac/contract/texts'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { ReceivedFile } from '../../platform/http/bind.ts'
import { parseApart } from '../../platform/parse-apart.ts'
import { plannedAnew } from '../../platform/prepared-statements.ts'
import { readPresent } from '../../platform/present.ts'
import { localDay } from '../../platform/zoned-time.ts'
import { listCategoryNames } from '../categories/index.ts'
import { requireTenantById } from '../tenants/index.ts'
import type { TextDeps } from './add-short-texts.ts'
import type { BulkFile, BulkInput, BulkRecord } from './bulk-file.ts'

/** A bulk file as it was found, before anything is stored. */
export interface CheckedFile {
  tenantId: number
  /** What it was checked against. */
  basis: BulkBasis
  records: readonly BulkRecord[]
  /** In the order of the lines; what is stored already is one of them. */
  badLines: readonly BadLine[]
  summary: BulkSummary
}

/** What of a tenant decides what the lines of a file mean. */
export interface BulkBasis {
  timeZone: string
  categories: readonly { id: number; name: string }[]
}

/** @throws DomainError `not_found` for an unknown tenant. */
export async function readBulkBasis(reader: Reader | Tx, tenantId: number): Promise<BulkBasis> {
  const { timeZone } = await requireTenantById(reader, tenantId)
  return { timeZone, categories: await listCategoryNames(reader, tenantId) }
}

/** In a thread: five megabytes of line ends block it for a third of a second. */
const readApart = parseApart<BulkInput, BulkFile | null>({
  module: new URL('./bulk-file.ts', import.meta.url),
  name: 'tryBulkFile',
  seconds: 20,
  otherwise: null,
})

/**
 * Reads a tenant's bulk file, and finds all that is wrong with it.
 * @throws DomainError `not_found` for an unknown tenant; `invalid_text_file`.
 */
export async function checkBulkFile(
  { db: { reader }, config }: TextDeps,
  tenantId: number,
  file: Pick<ReceivedFile, 'path' | 'fileName'>,
): Promise<CheckedFile> {
  const basis = await readBulkBasis(reader, tenantId)
  const { timeZone, categories } = basis
  const schedule = { now: await readPresent(reader), delayMinutes: config.SCHEDULE_DELAY_MINUTES, timeZone }
  const categoryIds = new Map(categories.map(({ id, name }) => [name.toLowerCase(), id]))
  const { path, fileName } = file
  const read = await readApart({ path, fileName, categoryIds, schedule })
  if (!read) throw new DomainError('invalid_text_file')
  const { records, badLines } = read
  const stored = await findStoredLines(reader, tenantId, records)
  const storedLines = new Set(stored.map(({ line }) => line))
  const fresh = records.filter(({ line }) => !storedLines.has(line))
  return {
    tenantId,
    basis,
    records: fresh,
    badLines: [...badLines, ...stored].sort((one, other) => one.line - other.line),
    summary: summarize(fresh, categories, timeZone),
  }
}

/** The columns of records, for `unnest`. */
export function bulkColumns(records: readonly BulkRecord[]) {
  return {
    lines: records.map(({ line }) => line),
    categoryIds: records.map(({ categoryId }) => categoryId),
    names: records.map(({ messageName }) => messageName),
    texts: records.map(({ textContent }) => textContent),
    instants: records.map(({ disburseAt }) => disburseAt.toISOString()),
  }
}

/** Records that the tenant has scheduled or sent already: category, instant and text are the same (decision S8). */
export async function findStoredLines(
  reader: Reader | Tx,
  tenantId: number,
  records: readonly BulkRecord[],
): Promise<BadLine[]> {
  const { lines, categoryIds, texts, instants } = bulkColumns(records)
  const { rows } = await sql<{ line: number }>`${plannedAnew}
    with record as materialized (
      select * from unnest(${lines}::int[], ${categoryIds}::int[], ${instants}::timestamptz[], ${texts}::text[])
        as record (line, category_id, disburse_at, text_content)
    ), stored as materialized (
      select distinct t.category_id, t.disburse_at, t.text_content
      from (select distinct category_id, disburse_at from record) as slot
        join short_texts t on t.tenant_id = ${tenantId} and t.category_id = slot.category_id
          and t.disburse_at = slot.disburse_at
      where t.deleted_at is null and t.state <> 'cancelled'
    )
    select line from record join stored using (category_id, disburse_at, text_content) order by line
  `.execute(reader)
  return rows.map(({ line }) => ({ line, reason: 'This text is there for this time already.' }))
}

function summarize(
  records: readonly BulkRecord[],
  categories: readonly { id: number; name: string }[],
  timeZone: string,
): BulkSummary {
  const ofCategories = new Map<number, number>()
  const ofDays = new Map<string, number>()
  let first: Date | null = null
  let last: Date | null = null
  for (const { categoryId, disburseAt } of records) {
    const day = localDay(disburseAt, timeZone)
    ofCategories.set(categoryId, (ofCategories.get(categoryId) ?? 0) + 1)
    ofDays.set(day, (ofDays.get(day) ?? 0) + 1)
    if (!first || disburseAt < first) first = disburseAt
    if (!last || disburseAt > last) last = disburseAt
  }
  return {
    texts: records.length,
    timeZone,
    firstAt: first?.toISOString() ?? null,
    lastAt: last?.toISOString() ?? null,
    categories: categories.flatMap((category) => {
      const texts = ofCategories.get(category.id)
      return texts === undefined ? [] : [{ ...category, texts }]
    }),
    days: [...ofDays]
      .map(([day, texts]) => ({ day, texts }))
      .sort((one, other) => (one.day < other.day ? -1 : 1)),
  }
}
