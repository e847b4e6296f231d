import { formatDuration } from '@almanac/contract/duration'
import { limits } from '@almanac/contract/limits'
import { IconCheck, IconCopy, IconRefresh, IconTrash, IconUpload, IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { DataTable, type RowAction } from '../../../ui/data-table.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { ProgressRule } from '../../../ui/graduated-rule.tsx'
import { LongName } from '../../../ui/long-name.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { useFocusGoesOn } from '../../../ui/use-focus-goes-on.ts'
import { instantOf } from '../../../ui/wall-time.ts'
import { audioColumns } from './audio-columns.tsx'
import type { AudioDraft, UploadEntry } from './upload-state.ts'
import styles from './uploads.module.css'
import { AUDIO_FILES, isValidFile, useAudioFile } from './use-audio-file.ts'

interface UploadListProps {
  entries: readonly UploadEntry[]
  timeZone: string
  actions: readonly RowAction<UploadEntry>[]
  onRetry: (localId: string, draft: AudioDraft) => void
  /** With another file, name and times as they were. */
  onReplace: (localId: string, draft: AudioDraft) => void
  onRemove: (localId: string) => void
}

/** What this page uploads and has uploaded. */
export function UploadList({ entries, timeZone, actions, ...acts }: UploadListProps) {
  const instant = (wall: string) => instantOf(wall, timeZone)?.toISOString() ?? ''
  const columns = audioColumns<UploadEntry>({
    timeZone,
    name: (entry) => (
      <>
        <LongName>{nameOf(entry)}</LongName>
        <UploadWay entry={entry} {...acts} />
      </>
    ),
    read: ({ audio, draft }) =>
      audio ?? {
        duration: draft?.duration ?? '',
        startDateTime: instant(draft?.startDateTime ?? ''),
        endDateTime: instant(draft?.endDateTime ?? ''),
      },
  })
  return (
    <DataTable
      label="Uploaded Files"
      columns={columns}
      rows={entries}
      rowKey={(entry) => entry.localId}
      rowName={nameOf}
      actions={actions}
      actionsAs="buttons"
    />
  )
}

const nameOf = ({ audio, draft }: UploadEntry) => audio?.audioName ?? draft?.audioName ?? ''

type UploadWayProps = Pick<UploadListProps, 'onRetry' | 'onReplace' | 'onRemove'> & { entry: UploadEntry }

/** How far an upload is, or what became of it. */
function UploadWay({ entry, ...acts }: UploadWayProps) {
  if (entry.isSettled) {
    return (
      <span className={styles.progress}>
        <Tag kind="good" icon={entry.copyAudio ? IconCopy : IconCheck}>
          {entry.copyAudio ? 'Copied' : 'Uploaded'}
        </Tag>
      </span>
    )
  }
  return entry.error === null ? (
    <Sending entry={entry} onRemove={acts.onRemove} />
  ) : (
    <Failed entry={entry} {...acts} />
  )
}

function Failed({ entry, onRetry, onReplace, onRemove }: UploadWayProps) {
  const { localId, draft, error, isFileRefused } = entry
  const name = nameOf(entry)
  const focusGoesOn = useFocusGoesOn<HTMLSpanElement>()
  return (
    <span ref={focusGoesOn} className={styles.failed} role="alert">
      {error}
      <span className={styles.again}>
        {draft && isFileRefused && (
          <AnotherFile name={name} onChosen={(other) => onReplace(localId, { ...draft, ...other })} />
        )}
        {draft && !isFileRefused && (
          <Button
            icon={IconRefresh}
            aria-label={`Try again to upload ${name}`}
            onClick={() => onRetry(localId, draft)}
          >
            Try again
          </Button>
        )}
        <Button icon={IconTrash} aria-label={`Remove ${name}`} onClick={() => onRemove(localId)}>
          Remove
        </Button>
      </span>
    </span>
  )
}

interface AnotherFileProps {
  name: string
  /** Of a file that may be sent. */
  onChosen: (chosen: Pick<AudioDraft, 'file' | 'duration'>) => void
}

/** Opens the device's picker for a file in the place of the one that was refused. */
function AnotherFile({ name, onChosen }: AnotherFileProps) {
  const picker = useRef<HTMLInputElement>(null)
  const { choose, ...chosen } = useAudioFile()
  const tell = useEffectEvent(onChosen)
  const { file, error, durationSeconds } = chosen
  const isValid = isValidFile(chosen)
  useEffect(() => {
    if (isValid && file) tell({ file, duration: formatDuration(durationSeconds ?? 0) })
  }, [isValid, file, durationSeconds])
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        accept={AUDIO_FILES}
        aria-label={`Another file for ${name}`}
        onChange={(event) => {
          const [other] = event.target.files ?? []
          if (other) choose(other)
          event.target.value = ''
        }}
      />
      <Button
        icon={IconUpload}
        aria-label={`Choose another file for ${name}`}
        pending={chosen.isMeasuring}
        onClick={() => picker.current?.click()}
      >
        Choose another file
      </Button>
      {error && <span>{`${file?.name}: ${error}`}</span>}
    </>
  )
}

function Sending({ entry, onRemove }: Pick<UploadWayProps, 'entry' | 'onRemove'>) {
  const { localId, draft, uploadPercentage } = entry
  const name = nameOf(entry)
  const focusGoesOn = useFocusGoesOn<HTMLSpanElement>()
  const sizeBytes = draft?.file.size ?? 0
  const sent = `${formatBytes((sizeBytes * uploadPercentage) / 100)} of ${formatBytes(sizeBytes)}`
  return (
    <span ref={focusGoesOn} className={styles.progress}>
      <ProgressRule percent={uploadPercentage} label={`Upload of ${name}`} />
      <span className="num">{uploadPercentage}%</span>
      <span className="num">{uploadPercentage === limits.progressCapPercent ? 'Processing' : sent}</span>
      {entry.audioUploadProcessing && (
        <Button
          kind="bare"
          icon={IconX}
          aria-label={`Cancel the upload of ${name}`}
          onClick={() => onRemove(localId)}
        >
          Cancel
        </Button>
      )}
    </span>
  )
}
