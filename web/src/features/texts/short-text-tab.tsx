import { paths } from '@almanac/contract/pages'
import { type ListedShortText, listShortTexts } from '@almanac/contract/texts'
import { IconEye, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTenantParams } from '../../api/session.ts'
import { useTenantZone } from '../../api/tenant-zone.ts'
import { useAddressState, wordField } from '../../api/use-address-state.ts'
import { usePagedList } from '../../api/use-paged-list.ts'
import { Button, type ButtonKind } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Pager } from '../../ui/pager.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { ShortTextDialog } from './short-text-dialog.tsx'
import { StatusTag, UnknownTag } from './status-tag.tsx'
import styles from './texts.module.css'

type TextFilter = 'unsent' | 'sent'

const FILTERS: readonly { value: TextFilter; label: string }[] = [
  { value: 'unsent', label: 'Unsent' },
  { value: 'sent', label: 'Sent' },
]

/** The audio files have the address's `page`. */
const LIST_NAME = 'texts'
const ADDRESS = { filter: wordField<TextFilter>('texts', ['unsent', 'sent']) }
const PAGE = { page: `${LIST_NAME}-page` }

/** A category's short texts for its operator. */
export function ShortTextTab({ categoryId }: { categoryId: number }) {
  const [{ filter }, choose] = useAddressState(ADDRESS, PAGE)
  return (
    <>
      <div className="tools">
        <SegmentedFilter
          label="Short text filter"
          options={FILTERS}
          value={filter}
          onChange={(value) => choose({ filter: value })}
        />
        <NewShortText categoryId={categoryId} kind="prime" />
      </div>
      <TextList categoryId={categoryId} filter={filter} />
    </>
  )
}

function NewShortText({ categoryId, kind }: { categoryId: number; kind?: ButtonKind }) {
  const { customerUrl } = useTenantParams()
  return (
    <Button
      component={Link}
      to={paths.operator.shortTextUpload(customerUrl, categoryId)}
      kind={kind}
      icon={IconPlus}
    >
      New Short Text
    </Button>
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
    { reloadsAtEnd: true, name: LIST_NAME },
  )
  // As the list has it by now; a text that has left this list stays as it was.
  const shown = list.rows?.find(({ id }) => id === opened?.id) ?? opened
  const areSent = list.query?.isSent
  return (
    <>
      <DataTable
        label={areSent ? 'Sent short texts' : 'Unsent short texts'}
        columns={columnsIn(timeZone)}
        {...list.table}
        waiting="Loading short texts"
        rowKey={(text) => text.id}
        rowName={(text) => text.messageName}
        actions={[{ label: 'View', icon: IconEye, onClick: setOpened }]}
        onOpen={setOpened}
        empty={
          areSent ? (
            <EmptyState>No short texts have been sent yet.</EmptyState>
          ) : (
            <EmptyState action={<NewShortText categoryId={categoryId} />}>
              No short texts are waiting to be sent.
            </EmptyState>
          )
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
      short: '',
      cell: (text) => <span className={styles.text}>{text.textContent}</span>,
    },
    {
      id: 'time',
      head: 'Schedule Date & Time',
      short: '',
      cell: (text) => formatDateTime(text.disburseDateTime, timeZone),
    },
  ]
}
