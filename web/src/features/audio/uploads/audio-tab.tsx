import type { CustomerAudio } from '@almanac/contract/audio'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTenantZone } from '../../../api/tenant-zone.ts'
import { useLeaveQuestion } from '../../../leave-question.tsx'
import { Button } from '../../../ui/button.tsx'
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx'
import { AddAudioDialog } from './add-audio-dialog.tsx'
import { AudioList } from './audio-list.tsx'
import { AudioPlayerDialog } from './player-dialog.tsx'
import { UploadList } from './upload-list.tsx'
import { type AudioFilter, isUploading } from './upload-state.ts'
import { useUploads } from './use-uploads.ts'

const FILTERS: readonly { value: AudioFilter; label: string }[] = [
  { value: 'expired', label: 'Expired Files' },
  { value: 'active', label: 'Active Files' },
  { value: 'unexpired', label: 'Unexpired Files' },
]

/** A category's readings for its operator: lists, upload and playing. */
export function OperatorAudioTab({ categoryId }: { categoryId: number }) {
  const timeZone = useTenantZone()
  const uploads = useUploads(categoryId)
  const { filter, entries } = uploads.state
  const [isAdding, setIsAdding] = useState(false)
  const [played, setPlayed] = useState<CustomerAudio | null>(null)
  const leaving = useLeaveQuestion(isUploading(uploads.state), {
    title: 'Uploads are running',
    text: 'Audio is still being uploaded. If you leave this page now, unfinished uploads are stopped and not added.',
    leaveLabel: 'Leave',
    stayLabel: 'Stay',
  })
  const local = { value: 'uploaded', label: 'Uploaded Files', count: entries.length } as const

  return (
    <>
      <div className="tools">
        <SegmentedFilter
          label="Audio filter"
          options={entries.length > 0 ? [...FILTERS, local] : FILTERS}
          value={filter}
          onChange={uploads.choose}
        />
        <Button kind="prime" icon={IconUpload} onClick={() => setIsAdding(true)}>
          Upload Audio
        </Button>
      </div>
      {filter === 'uploaded' ? (
        <UploadList
          entries={entries}
          timeZone={timeZone}
          onPlay={setPlayed}
          onRetry={uploads.retry}
          onRemove={uploads.remove}
        />
      ) : (
        <AudioList
          key={filter}
          categoryId={categoryId}
          filter={filter}
          timeZone={timeZone}
          onPlay={setPlayed}
          onUpload={() => setIsAdding(true)}
        />
      )}
      {isAdding && (
        <AddAudioDialog timeZone={timeZone} onClose={() => setIsAdding(false)} onAdd={uploads.add} />
      )}
      {played && <AudioPlayerDialog audio={played} onClose={() => setPlayed(null)} />}
      {leaving.dialog}
    </>
  )
}
