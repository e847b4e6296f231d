import { paths } from '@almanac/contract/pages'
import { type ListedShortText, listShortTexts } from '@almanac/contract/texts'
import { IconEye, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { failureText } from '../../api/failure-text.ts'
import { useTenantParams } from '../../api/session.ts'
import { useTenantZone } from '../../api/tenant-zone.ts'
import { usePagedList } from '../../api/use-paged-list.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Pager } from '../../ui/pager.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { ShortTextDialog } from './short-text-dialog.tsx'
import { StatusTag, UnknownTag } from './status-tag.tsx'
import styles from './texts.module.css'

type TextFilter = 'unsent' | 'sent'

const FILTERS: readonly { value: TextFilter; label: string }[] = [
  { value: 'unsent', label: 'Unsent' },
  { value: 'sent', label: 'Sent' },
]

/** A category's short texts for its operator. */
export function ShortTextTab({ categoryId }: { categoryId: number }) {
  const { customerUrl } = useTenantParams()
  const [filter, setFilter] = useState<TextFilter>('unsent')
  return (
    <>
      <div className="tools">
        <SegmentedFilter label="Short text filter" options={FILTERS} value={filter} onChange={setFilter} />
        <Button
          component={Link}
          to={paths.operator.shortTextUpload(customerUrl, categoryId)}
          kind="prime"
          icon={IconPlus}
        >
          New Short Text
        </Button>
      </div>
      <TextList key={filter} categoryId={categoryId} filter={filter} />
    </>
  )
}

function TextList({ categoryId, filter }: { categoryId: number; filter: TextFilter }) {
  const timeZone = useTenantZone()
  const [opened, setOpened] = useState<ListedShortText | null>(null)
  const list = usePagedList(
    listShortTexts,
    {
      params: useTenantParams(),
      query: {
        consumerCategoryId: categoryId,
        ...(filter === 'sent' ? { isSent: true } : { isUnsent: true }),
      },
    },
    { reloadsAtEnd: true },
  )
  if (list.error) {
    return <ErrorState message={failureText(list.error)} onRetry={list.retry} pending={list.isRetrying} />
  }
  if (!list.rows) return <SkeletonRows label="Loading short texts" />
  // As the list has it by now; a text that has left this list stays as it was.
  const shown = list.rows.find(({ id }) => id === opened?.id) ?? opened
  return (
    <>
      <DataTable
        label={filter === 'sent' ? 'Sent short texts' : 'Unsent short texts'}
        columns={columnsIn(timeZone)}
        rows={list.rows}
        rowKey={(text) => text.id}
        rowName={(text) => text.messageName}
        actions={[{ label: 'View', icon: IconEye, onClick: setOpened }]}
        onOpen={setOpened}
        empty={
          <EmptyState>
            {filter === 'sent'
              ? 'No short texts have been sent yet.'
              : 'No short texts are waiting to be sent.'}
          </EmptyState>
        }
        footer={<Pager {...list.pager} />}
      />
      {shown && <ShortTextDialog text={shown} timeZone={timeZone} onClose={() => setOpened(null)} />}
    </>
  )
}

function columnsIn(timeZone: string): Column<ListedShortText>[] {
  return [
    {
      id: 'name',
      head: 'Message Name',
      lead: true,
      cell: (text) => (
        <span className={styles.named}>
          {text.messageName}
          <StatusTag status={text.status} />
          <UnknownTag deliveries={text.deliveries} />
        </span>
      ),
    },
    {
      id: 'text',
      head: 'Text',
      cell: (text) => <span className={styles.text}>{text.textContent}</span>,
    },
    {
      id: 'time',
      head: 'Schedule Date & Time',
      short: 'Scheduled',
      cell: (text) => formatDateTime(text.disburseDateTime, timeZone),
    },
  ]
}
