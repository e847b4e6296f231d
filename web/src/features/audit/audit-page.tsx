import {
  type AuditEntry,
  auditWords,
  exportAuditEntries,
  listAuditEntries,
  subjectWords,
} from '@almanac/contract/audit'
import { IconDownload } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { call } from '../../api/call.ts'
import { useChosenZone, ZONE_OPTIONS } from '../../api/use-chosen-zone.ts'
import { useDownload } from '../../api/use-download.ts'
import { usePagedList } from '../../api/use-paged-list.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDateTime, formatZone } from '../../ui/format.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import styles from './audit.module.css'
import { AuditEntryDialog } from './audit-entry-dialog.tsx'
import { AuditFilterBar } from './audit-filter-bar.tsx'
import { type AuditFilters, queryOf, useAuditFilters } from './use-audit-filters.ts'

/** Audit: what admins and operators have done, found again by who, what, when and for whom. */
export function Component() {
  const [timeZone, chooseZone] = useChosenZone()
  const [filters, onChange] = useAuditFilters()
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  const query = queryOf(filters, timeZone)
  return (
    <>
      <PageHead
        title="Audit"
        text={`What admins and operators have done. Days and times in ${formatZone(timeZone)}.`}
      >
        <SelectField
          label="Time Zone"
          className={styles.zone}
          options={ZONE_OPTIONS}
          value={timeZone}
          onChange={(event) => chooseZone(event.target.value)}
        />
      </PageHead>
      <AuditFilterBar filters={filters} timeZone={timeZone} onChange={onChange} />
      <div className={styles.file}>
        <CsvButton query={query} />
      </div>
      <Entries
        filters={filters}
        query={query}
        timeZone={timeZone}
        onClear={() => onChange({ customer: '', person: '', action: '', from: '', to: '' })}
        onOpen={setOpened}
      />
      {opened && (
        <AuditEntryDialog
          key={opened.id}
          entry={opened}
          timeZone={timeZone}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

type AuditQuery = ReturnType<typeof queryOf>

/** Saves all that the filters find. */
function CsvButton({ query }: { query: AuditQuery }) {
  const { pending, download } = useDownload()
  return (
    <Button
      kind="bare"
      icon={IconDownload}
      pending={pending}
      onClick={() => void download(() => call(exportAuditEntries, { query, isAct: true }))}
    >
      Download CSV
    </Button>
  )
}

interface EntriesProps {
  filters: AuditFilters
  query: AuditQuery
  timeZone: string
  onClear: () => void
  onOpen: (entry: AuditEntry) => void
}

function Entries({ filters, query, timeZone, onClear, onOpen }: EntriesProps) {
  const columns = useMemo(() => columnsIn(timeZone), [timeZone])
  const isShortAscending = filters.order === 'oldest'
  const list = usePagedList(listAuditEntries, { query: { ...query, isShortAscending } })
  const asked = list.query
  const isFiltered = Boolean(
    asked?.customerId || asked?.searchText || asked?.action || asked?.startDate || asked?.endDate,
  )
  return (
    <DataTable
      label="Audit"
      columns={columns}
      {...list.table}
      waiting="Loading what was done"
      rowKey={(row) => row.id}
      rowName={sentenceOf}
      onOpen={onOpen}
      empty={
        <EmptyState action={isFiltered && <Button onClick={onClear}>Clear Filters</Button>}>
          {isFiltered ? 'Nothing was done that matches these filters.' : 'Nothing has been done yet.'}
        </EmptyState>
      }
      footer={<Pager {...list.pager} isApproximate={list.answer?.isApproximate} />}
    />
  )
}

const whoOf = ({ username, role }: AuditEntry) =>
  username ?? (role === 'server' ? 'Somebody on the server' : 'The product itself')

/** `aurora-ops added a reading`. */
const sentenceOf = (entry: AuditEntry) => `${whoOf(entry)} ${auditWords(entry.action)}`

const columnsIn = (timeZone: string): Column<AuditEntry>[] => [
  {
    id: 'time',
    head: 'Date Time',
    short: '',
    cell: (row) => <span className={styles.whole}>{formatDateTime(row.createdAt, timeZone)}</span>,
  },
  { id: 'what', head: 'What', lead: true, cell: sentenceOf },
  { id: 'of', head: 'Of', short: '', cell: subjectWords },
  {
    id: 'role',
    head: 'Role',
    short: '',
    quiet: true,
    cell: ({ role }) => roleWords[role] ?? role,
  },
  {
    id: 'customer',
    head: 'Customer Url',
    short: '',
    quiet: true,
    cell: ({ customerUrl }) => customerUrl ?? '–',
    card: ({ customerUrl }) => (customerUrl === null ? 'none' : 'second'),
  },
]

const roleWords: Record<string, string> = { admin: 'Admin', customer: 'Operator', server: 'Server' }
