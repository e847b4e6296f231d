import {
  type AuditDetails,
  type AuditEntry,
  auditWords,
  readAuditEntry,
  subjectWords,
} from '@almanac/contract/audit'
import { failureText } from '../../api/failure-text.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { classNames } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CancelButton } from '../../ui/dialog-frame.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatCount, formatDateTime } from '../../ui/format.ts'
import { SkeletonText } from '../../ui/skeleton.tsx'
import styles from './audit.module.css'
import { changesOf, type FieldChange, type Json, SHOWN_FIELDS_MAX } from './audit-rules.ts'

interface AuditEntryDialogProps {
  entry: AuditEntry
  timeZone: string
  onClose: () => void
}

/** One act: what was there before it and after it. */
export function AuditEntryDialog({ entry, timeZone, onClose }: AuditEntryDialogProps) {
  const { username, fullName, action, customerUrl, createdAt } = entry
  const words = auditWords(action)
  const of = [subjectWords(entry), fullName, customerUrl, formatDateTime(createdAt, timeZone)]
  return (
    <Dialog
      opened
      size="broad"
      title={`${username ?? 'The product itself'} ${words}`}
      subtitle={of.filter(Boolean).join(', ')}
      onClose={onClose}
      actions={<CancelButton>Close</CancelButton>}
    >
      <Details entryId={entry.id} timeZone={timeZone} />
    </Dialog>
  )
}

function Details({ entryId, timeZone }: { entryId: number; timeZone: string }) {
  const { data, error, isFetching, refetch } = useEndpoint(readAuditEntry, { params: { entryId } })
  if (data) return <Difference details={data} timeZone={timeZone} />
  if (error)
    return <ErrorState message={failureText(error)} onRetry={() => void refetch()} pending={isFetching} />
  return <SkeletonText count={5} label="Loading what was changed" />
}

interface DifferenceProps {
  details: AuditDetails
  timeZone: string
}

function Difference({ details: { before, after }, timeZone }: DifferenceProps) {
  const changes = changesOf(before as Json, after as Json, timeZone)
  if (changes.length === 0)
    return (
      <p className="quiet">Nothing beside the act itself was recorded: passwords and the like are not.</p>
    )
  const shown = changes.slice(0, SHOWN_FIELDS_MAX)
  const hasBefore = before !== null
  const hasAfter = after !== null
  return (
    <>
      <table className={styles.difference} aria-label="What was there">
        <thead>
          <tr>
            <th scope="col">Field</th>
            {hasBefore && <th scope="col">Before</th>}
            {hasAfter && <th scope="col">After</th>}
          </tr>
        </thead>
        <tbody>
          {shown.map((change) => (
            <Row key={change.name} change={change} hasBefore={hasBefore} hasAfter={hasAfter} />
          ))}
        </tbody>
      </table>
      {changes.length > shown.length && (
        <p className="quiet">{formatCount(changes.length - shown.length)} fields more are in the record.</p>
      )}
      <details className={styles.record}>
        <summary>As it was recorded</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too */}
        <pre tabIndex={0}>{JSON.stringify({ before, after }, null, 2)}</pre>
      </details>
    </>
  )
}

interface RowProps {
  change: FieldChange
  hasBefore: boolean
  hasAfter: boolean
}

/** Where both are known, what stayed as it was is quiet. */
function Row({ change, hasBefore, hasAfter }: RowProps) {
  const isMarked = hasBefore && hasAfter && change.isChanged
  return (
    <tr className={classNames(hasBefore && hasAfter && !change.isChanged && styles.same)}>
      <th scope="row">{change.name}</th>
      {hasBefore && (
        <td data-head="Before">{isMarked ? <del>{change.before ?? '–'}</del> : (change.before ?? '–')}</td>
      )}
      {hasAfter && (
        <td data-head="After">{isMarked ? <ins>{change.after ?? '–'}</ins> : (change.after ?? '–')}</td>
      )}
    </tr>
  )
}
