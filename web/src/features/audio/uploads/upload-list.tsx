import type { CustomerAudio } from '@almanac/contract/audio'
import { IconCheck, IconPlayerPlay, IconRefresh, IconTrash } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { ProgressRule } from '../../../ui/graduated-rule.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { instantOf } from '../../../ui/wall-time.ts'
import { audioColumns } from './audio-columns.tsx'
import type { AudioDraft, UploadEntry } from './upload-state.ts'
import styles from './uploads.module.css'

interface UploadListProps {
  entries: readonly UploadEntry[]
  timeZone: string
  onPlay: (audio: CustomerAudio) => void
  onRetry: (localId: string, draft: AudioDraft) => void
  onRemove: (localId: string) => void
}

/** What this page uploads and has uploaded. */
export function UploadList({ entries, timeZone, onPlay, onRetry, onRemove }: UploadListProps) {
  const instant = (wall: string) => instantOf(wall, timeZone)?.toISOString() ?? ''
  const columns = audioColumns<UploadEntry>({
    timeZone,
    name: (entry) => (
      <>
        {nameOf(entry)}
        <UploadWay entry={entry} onRetry={onRetry} onRemove={onRemove} />
      </>
    ),
    read: ({ audio, draft }) =>
      audio ?? {
        duration: draft.duration,
        startDateTime: instant(draft.startDateTime),
        endDateTime: instant(draft.endDateTime),
      },
  })
  return (
    <DataTable
      label="Uploaded Files"
      columns={columns}
      rows={entries}
      rowKey={(entry) => entry.localId}
      rowName={nameOf}
      actions={[
        {
          label: 'Play',
          icon: IconPlayerPlay,
          disabled: (entry) => entry.audio === null,
          onClick: ({ audio }) => audio && onPlay(audio),
        },
      ]}
    />
  )
}

const nameOf = ({ audio, draft }: UploadEntry) => audio?.audioName ?? draft.audioName

type UploadWayProps = Pick<UploadListProps, 'onRetry' | 'onRemove'> & { entry: UploadEntry }

/** How far an upload is, or what became of it. */
function UploadWay({ entry, onRetry, onRemove }: UploadWayProps) {
  const { localId, draft, uploadPercentage, error } = entry
  const name = nameOf(entry)
  if (entry.audio) {
    return (
      <span className={styles.progress}>
        <Tag kind="good" icon={IconCheck}>
          Uploaded
        </Tag>
      </span>
    )
  }
  if (error !== null) {
    return (
      <span className={styles.failed} role="alert">
        {error}
        <span className={styles.again}>
          <Button
            icon={IconRefresh}
            aria-label={`Try again to upload ${name}`}
            onClick={() => onRetry(localId, draft)}
          >
            Try again
          </Button>
          <Button icon={IconTrash} aria-label={`Remove ${name}`} onClick={() => onRemove(localId)}>
            Remove
          </Button>
        </span>
      </span>
    )
  }
  const sent = `${formatBytes((draft.file.size * uploadPercentage) / 100)} of ${formatBytes(draft.file.size)}`
  return (
    <span className={styles.progress}>
      <ProgressRule percent={uploadPercentage} label={`Upload of ${name}`} />
      <span className="num">{uploadPercentage}%</span>
      <span className="num">{uploadPercentage < 99 ? sent : 'Processing'}</span>
    </span>
  )
}
