import { type CustomerAudio, listAudio } from '@almanac/contract/audio'
import { IconUpload } from '@tabler/icons-react'
import { useTenantParams } from '../../../api/session.ts'
import { usePagedList } from '../../../api/use-paged-list.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable, type RowAction } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LongName } from '../../../ui/long-name.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { audioColumns } from './audio-columns.tsx'
import { isActive } from './audio-rules.ts'
import type { AudioFilter } from './upload-state.ts'
import styles from './uploads.module.css'

type ListFilter = Exclude<AudioFilter, 'uploaded'>

const QUERIES = {
  expired: { isExpired: true },
  active: { isActive: true },
  unexpired: { isUnexpired: true },
} satisfies Record<ListFilter, object>

const NOTHING: Record<ListFilter, string> = {
  expired: 'No audio in this category has ended yet.',
  active: 'Consumers see no audio in this category right now.',
  unexpired: 'No audio in this category is active or scheduled.',
}

/** Under which filter the rows stand that are shown. */
function shownFilter(query: Partial<Record<'isExpired' | 'isActive' | 'isUnexpired', unknown>> | undefined) {
  const filters = Object.keys(QUERIES) as ListFilter[]
  return filters.find((one) => Object.keys(QUERIES[one]).every((flag) => query && flag in query))
}

/** Audio lists show their pages from ten entries on. */
const PAGER_FROM_ITEMS = 10
const CLOCK_MS = 30_000

interface AudioListProps {
  categoryId: number
  filter: ListFilter
  timeZone: string
  actions: readonly RowAction<CustomerAudio>[]
  onUpload: () => void
}

/** The readings that the server has, under one filter. */
export function AudioList({ categoryId, filter, timeZone, actions, onUpload }: AudioListProps) {
  const now = useNow(CLOCK_MS)
  const list = usePagedList(
    listAudio,
    { params: useTenantParams(), query: { consumerCategoryId: categoryId, ...QUERIES[filter] } },
    { reloadsAtEnd: true },
  )
  const shown = shownFilter(list.query) ?? filter
  const name = (audio: CustomerAudio) =>
    shown === 'unexpired' ? (
      <span className={styles.named}>
        <LongName>{audio.audioName}</LongName>
        {isActive(audio, now) && <Tag kind="good">Active</Tag>}
        {new Date(audio.startDateTime) > now && <Tag>Scheduled</Tag>}
      </span>
    ) : (
      <LongName>{audio.audioName}</LongName>
    )
  return (
    <DataTable
      label="Audio Files"
      columns={audioColumns<CustomerAudio>({ name, read: (audio) => audio, timeZone })}
      {...list.table}
      waiting="Loading audio files"
      rowKey={(audio) => audio.id}
      rowName={(audio) => audio.audioName}
      actions={actions}
      actionsAs="buttons"
      empty={
        <EmptyState
          action={
            shown === 'expired' ? null : (
              <Button icon={IconUpload} onClick={onUpload}>
                Upload Audio
              </Button>
            )
          }
        >
          {NOTHING[shown]}
        </EmptyState>
      }
      footer={<Pager {...list.pager} fromItems={PAGER_FROM_ITEMS} />}
    />
  )
}
