import { paths } from '@almanac/contract/pages'
import { type ListedShortText, listShortTexts } from '@almanac/contract/texts'
import { IconCopy, IconEye, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { type Ref, useState } from 'react'
import { Link } from 'react-router'
import { useTenantParams } from '../../api/session.ts'
import { useTenantZone } from '../../api/tenant-zone.ts'
import { useAddressState, wordField } from '../../api/use-address-state.ts'
import { usePagedList } from '../../api/use-paged-list.ts'
import { Button, type ButtonKind } from '../../ui/button.tsx'
import { type Column, DataTable, type RowAction } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { LongName } from '../../ui/long-name.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { useFocusNextRow } from '../../ui/use-focus-next-row.ts'
import { isOpenText } from './schedule-rules.ts'
import { ShortTextDialog, type TextAct } from './short-text-dialog.tsx'
import { DeliveryTags, StatusTag } from './status-tag.tsx'
import { type Asked, TextActDialog } from './text-act-dialog.tsx'
import styles from './texts.module.css'
import { useSchedule } from './use-schedule.ts'

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
  const { frame, otherwise, leaveRow } = useFocusNextRow<HTMLDivElement, HTMLAnchorElement>()
  return (
    <div ref={frame}>
      <div className="tools">
        <SegmentedFilter
          label="Short text filter"
          options={FILTERS}
          value={filter}
          onChange={(value) => choose({ filter: value })}
        />
        <NewShortText ref={otherwise} categoryId={categoryId} kind="prime" />
      </div>
      <TextList categoryId={categoryId} filter={filter} onGone={leaveRow} />
    </div>
  )
}

interface NewShortTextProps {
  categoryId: number
  kind?: ButtonKind
  ref?: Ref<HTMLAnchorElement>
}

function NewShortText({ categoryId, kind, ref }: NewShortTextProps) {
  const { customerUrl } = useTenantParams()
  return (
    <Button
      component={Link}
      ref={ref}
      to={paths.operator.shortTextUpload(customerUrl, categoryId)}
      kind={kind}
      icon={IconPlus}
    >
      New Short Text
    </Button>
  )
}

interface TextListProps {
  categoryId: number
  filter: TextFilter
  /** A text goes from the list. */
  onGone: (textId: number) => void
}

function TextList({ categoryId, filter, onGone }: TextListProps) {
  const timeZone = useTenantZone()
  const [opened, setOpened] = useState<ListedShortText | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  // Read before it is needed.
  const scheduling = useSchedule()
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
  function closeAll() {
    setAsked(null)
    setOpened(null)
  }
  return (
    <>
      <DataTable
        label={areSent ? 'Sent short texts' : 'Unsent short texts'}
        columns={columnsIn(timeZone)}
        {...list.table}
        waiting="Loading short texts"
        rowKey={(text) => text.id}
        rowName={(text) => text.messageName}
        actions={actionsOf(Boolean(areSent), setOpened, (act, text) => setAsked({ act, text }))}
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
      {shown && (
        <ShortTextDialog
          text={shown}
          timeZone={timeZone}
          onAct={(act) => setAsked({ act, text: shown })}
          onClose={() => setOpened(null)}
        />
      )}
      {asked && (
        <TextActDialog
          asked={asked}
          scheduling={scheduling}
          timeZone={timeZone}
          onClose={() => setAsked(null)}
          onCopied={closeAll}
          onGone={() => {
            onGone(asked.text.id)
            closeAll()
          }}
        />
      )}
    </>
  )
}

/** What was sent can only be looked at and copied. */
function actionsOf(
  areSent: boolean,
  view: (text: ListedShortText) => void,
  ask: (act: TextAct, text: ListedShortText) => void,
): RowAction<ListedShortText>[] {
  const viewed: RowAction<ListedShortText> = { label: 'View', icon: IconEye, onClick: view }
  const act = (name: TextAct) => (text: ListedShortText) => ask(name, text)
  const copied: RowAction<ListedShortText> = { label: 'Copy', icon: IconCopy, onClick: act('copy') }
  if (areSent) return [viewed, copied]
  const hidden = (text: ListedShortText) => !isOpenText(text)
  return [
    viewed,
    { label: 'Edit', icon: IconPencil, onClick: act('edit'), hidden },
    copied,
    { label: 'Delete', icon: IconTrash, onClick: act('delete'), hidden },
  ]
}

function columnsIn(timeZone: string): Column<ListedShortText>[] {
  return [
    {
      id: 'name',
      head: 'Message Name',
      lead: true,
      cell: (text) => (
        <span className={styles.named}>
          <LongName>{text.messageName}</LongName>
          <StatusTag text={text} timeZone={timeZone} />
          <DeliveryTags deliveries={text.deliveries} />
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
      unbroken: true,
      cell: (text) => formatDateTime(text.disburseDateTime, timeZone),
    },
  ]
}
