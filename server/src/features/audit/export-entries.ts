import { AUDIT_FILE_MAX, auditWords, subjectWords } from '@almanac/contract/audit'
import type { Reader } from '../../platform/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Bytes } from '../../platform/http/bind.ts'
import { type CsvColumn, csvFile } from '../../platform/http/csv-file.ts'
import { formatLocal } from '../../platform/zoned-time.ts'
import { type AuditFilters, findEntries, readWhole } from './queries.ts'

/**
 * The acts that are asked for as a file, newest first.
 * @throws DomainError `invalid_input` for an unknown zone, an end before the start, and for more acts than one file holds;
 * `not_found` for an unknown tenant.
 */
export async function exportEntries(reader: Reader, filters: AuditFilters): Promise<Bytes> {
  const rows = await readWhole(reader, await findEntries(reader, filters), AUDIT_FILE_MAX + 1)
  if (rows.length > AUDIT_FILE_MAX) {
    const most = AUDIT_FILE_MAX.toLocaleString('en-US')
    throw new DomainError('invalid_input', {
      message: `A file holds ${most} acts at the most. Please choose fewer days.`,
    })
  }
  const { timeZone, startDate, endDate } = filters
  const columns: CsvColumn<(typeof rows)[number]>[] = [
    { head: `Date Time (${timeZone})`, cell: ({ createdAt }) => formatLocal(createdAt, timeZone) },
    { head: 'Username', cell: ({ username }) => username ?? '' },
    { head: 'Full Name', cell: ({ fullName }) => fullName ?? '' },
    { head: 'Role', cell: ({ role }) => role },
    { head: 'What', cell: ({ action }) => auditWords(action) },
    { head: 'Of', cell: subjectWords },
    { head: 'Customer Url', cell: ({ customerUrl }) => customerUrl ?? '' },
    { head: 'Before', cell: ({ before }) => before ?? '' },
    { head: 'After', cell: ({ after }) => after ?? '' },
  ]
  const days = [startDate && `from-${startDate}`, endDate && `to-${endDate}`].filter(Boolean)
  return csvFile(`${['audit', ...days].join('-')}.csv`, columns, rows)
}
