import { IconUpload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTenantZone } from '../../../api/tenant-zone.ts'
import { dayField, numberField, useAddressState, wordField } from '../../../api/use-address-state.ts'
import { useLeaveQuestion } from '../../../leave-question.tsx'
import { Button } from '../../../ui/button.tsx'
import { leaveUnasked } from '../../../ui/leave-check.ts'
import { DEFAULT_ITEMS_PER_PAGE } from '../../../ui/paging.ts'
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx'
import { AddAudioDialog } from './add-audio-dialog.tsx'
import { AudioList } from './audio-list.tsx'
import { UploadList } from './upload-list.tsx'
import {
  type AudioDraft,
  type AudioFilter,
  isUploading,
  shownFilter,
  type UploadEntry,
} from './upload-state.ts'
import { useAudioActs } from './use-audio-acts.tsx'
import { useUploads } from './use-uploads.ts'

const FILTERS: readonly { value: AudioFilter; label: string }[] = [
  { value: 'expired', label: 'Expired Files' },
  { value: 'active', label: 'Active Files' },
  { value: 'unexpired', label: 'Unexpired Files' },
]

const ADDRESS = {
  chosen: wordField<AudioFilter>('audio', ['active', 'expired', 'unexpired', 'uploaded']),
  itemPerPage: numberField('size', DEFAULT_ITEMS_PER_PAGE),
  /** A day without a reading, for which Add Audio is open. */
  lackingDay: dayField('add'),
}
/** Each filter begins at its first page, with as many entries as at first. */
const show = (chosen: AudioFilter) => ({ chosen, itemPerPage: DEFAULT_ITEMS_PER_PAGE })

/** A category's readings for its operator: lists, upload and playing. */
export function OperatorAudioTab({ categoryId }: { categoryId: number }) {
  const timeZone = useTenantZone()
  const uploads = useUploads(categoryId)
  const { entries } = uploads.state
  const [{ chosen, lackingDay }, choose] = useAddressState(ADDRESS)
  const filter = shownFilter(chosen, uploads.state)
  const [isAdding, setIsAdding] = useState(false)
  const acts = useAudioActs({
    timeZone,
    onChanged: uploads.change,
    onDeleted: uploads.forget,
    onCopied(copy) {
      // Elsewhere the list is read anew.
      if (filter === 'uploaded') uploads.addCopy(copy)
    },
  })
  const leaving = useLeaveQuestion(isUploading(uploads.state), {
    title: 'Uploads are running',
    text: 'Audio is still being uploaded. If you leave this page now, unfinished uploads are stopped and not added.',
    leaveLabel: 'Leave',
    stayLabel: 'Stay',
  })
  const { leave } = uploads
  useEffect(() => {
    if (filter !== 'uploaded') leave()
  }, [filter, leave])
  function add(draft: AudioDraft) {
    uploads.add(draft)
    // What the dialog held is kept now.
    leaveUnasked(() => choose({ ...show('uploaded'), lackingDay: '' }))
  }
  function stopAdding() {
    setIsAdding(false)
    if (lackingDay) leaveUnasked(() => choose({ lackingDay: '' }, { replace: true }))
  }
  const local = { value: 'uploaded', label: 'Uploaded Files', count: entries.length } as const

  return (
    <>
      <div className="tools">
        <SegmentedFilter
          label="Audio filter"
          options={entries.length > 0 ? [...FILTERS, local] : FILTERS}
          value={filter}
          onChange={(value) => choose(show(value))}
        />
        <Button kind="prime" icon={IconUpload} onClick={() => setIsAdding(true)}>
          Upload Audio
        </Button>
      </div>
      {filter === 'uploaded' ? (
        <UploadList
          entries={entries}
          timeZone={timeZone}
          actions={acts.actionsOf<UploadEntry>(({ audio }) => audio)}
          onRetry={uploads.retry}
          onReplace={uploads.replace}
          onRemove={uploads.remove}
        />
      ) : (
        <AudioList
          categoryId={categoryId}
          filter={filter}
          timeZone={timeZone}
          actions={acts.actionsOf((audio) => audio)}
          onUpload={() => setIsAdding(true)}
        />
      )}
      {(isAdding || lackingDay) && (
        <AddAudioDialog timeZone={timeZone} day={lackingDay} onClose={stopAdding} onAdd={add} />
      )}
      {acts.dialog}
      {leaving.dialog}
    </>
  )
}
