import { type AudioContent, type CustomerAudio, updateAudio } from '@almanac/contract/audio'
import { formatDuration } from '@almanac/contract/duration'
import { useEffect, useRef, useState } from 'react'
import { isApiError, isGone } from '../../../api/api-error.ts'
import { call, newIdempotencyKey } from '../../../api/call.ts'
import { refresh } from '../../../api/query-client.ts'
import { useTenantParams } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { ChangedNote } from '../../../ui/changed-note.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CancelButton } from '../../../ui/dialog-frame.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { ProgressRule } from '../../../ui/graduated-rule.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { AudioFields, RecordingField } from './audio-fields.tsx'
import {
  contentOf,
  goneWords,
  isAboutFile,
  keptTimes,
  readPresentAudio,
  shownPercent,
  timesOf,
} from './audio-rules.ts'
import styles from './uploads.module.css'
import { isValidFile, useAudioFile } from './use-audio-file.ts'
import { type AudioFields as Fields, useAudioForm } from './use-audio-form.ts'

interface EditAudioDialogProps {
  audio: CustomerAudio
  timeZone: string
  onClose: () => void
  onSaved: (audio: CustomerAudio) => void
}

/** Changes a reading: its name, its times, and its recording where another one is chosen. */
export function EditAudioDialog({ audio, timeZone, onClose, onSaved }: EditAudioDialogProps) {
  const chosen = useAudioFile()
  const [initial] = useState(() => ({ audioName: audio.audioName, ...timesOf(audio, timeZone) }))
  const isFileWrong = chosen.file !== null && !isValidFile(chosen)
  const { save, percent, theirs } = useSave(audio, chosen, onClose)
  const form = useAudioForm({
    initial,
    timeZone,
    async onSubmit(fields) {
      if (isFileWrong) return
      const saved = await save({ ...fields, ...keptTimes(fields, initial, audio) })
      if (!saved) return
      onSaved(saved)
      onClose()
    },
  })
  const isSendingFile = form.pending && chosen.file !== null

  return (
    <Dialog
      opened
      title="Edit Audio"
      size="middle"
      dirty={form.changed || chosen.file !== null}
      // What takes long can be stopped.
      pending={form.pending && !isSendingFile}
      onClose={onClose}
      onSubmit={form.submit}
      actions={
        <>
          <CancelButton />
          <Button
            kind="prime"
            type="submit"
            pending={form.pending}
            disabled={!form.pending && (!form.canSubmit || isFileWrong)}
          >
            Save
          </Button>
        </>
      }
    >
      {theirs && (
        <Theirs
          audio={theirs}
          isReplaced={theirs.audioFileName !== audio.audioFileName}
          timeZone={timeZone}
        />
      )}
      <RecordingField chosen={chosen} hint={`Optional: replaces the ${audio.duration} it has.`} />
      {isSendingFile && (
        <p className={styles.progress}>
          <ProgressRule percent={percent} label={`Upload of ${audio.audioName}`} />
          <span className="num">{percent}%</span>
        </p>
      )}
      <AudioFields form={form} timeZone={timeZone} />
    </Dialog>
  )
}

interface TheirsProps {
  audio: AudioContent
  /** Whether it has another recording now. */
  isReplaced: boolean
  timeZone: string
}

/** What somebody else has written meanwhile. */
function Theirs({ audio, isReplaced, timeZone }: TheirsProps) {
  const [start, end] = [audio.startDateTime, audio.endDateTime].map((at) => formatDateTime(at, timeZone))
  return (
    <ChangedNote thing="audio">
      <p>{`${audio.audioName}, ${start} to ${end}${isReplaced ? ', with another recording' : ''}`}</p>
    </ChangedNote>
  )
}

/**
 * Sends the change, and stops where the dialog is closed meanwhile. Answers null where it was refused or stopped: `theirs`
 * is what somebody else has written since, which the next save replaces; of an audio that was deleted, `onGone` is told.
 */
function useSave(
  audio: CustomerAudio,
  { file, durationSeconds, refuse }: ReturnType<typeof useAudioFile>,
  onGone: () => void,
) {
  const params = useTenantParams()
  const [percent, setPercent] = useState(0)
  const [theirs, setTheirs] = useState<AudioContent | null>(null)
  const [seen] = useState(() => contentOf(audio))
  const running = useRef<AbortController>(null)
  const keyOf = useKeyByContent()
  useEffect(() => () => running.current?.abort(), [])

  async function save(fields: Fields): Promise<CustomerAudio | null> {
    const stop = new AbortController()
    running.current = stop
    setPercent(0)
    const { consumerCategoryId } = audio
    const expected = theirs ?? seen
    const duration = file ? formatDuration(durationSeconds ?? 0) : undefined
    try {
      const { message, ...saved } = await call(updateAudio, {
        params: { ...params, audioId: audio.id },
        body: { ...fields, consumerCategoryId, duration, expected },
        ...(file && {
          files: { audio: file },
          onProgress: (sent: number) => setPercent((before) => shownPercent(before, sent)),
        }),
        signal: stop.signal,
        idempotencyKey: keyOf([fields, expected, file?.name, file?.size, file?.lastModified]),
        isTold: isGone,
      })
      showToast('success', message)
      void refresh('audio')
      return saved
    } catch (thrown) {
      if (stop.signal.aborted) return null
      if (!isApiError(thrown)) throw thrown
      if (isAboutFile(thrown)) refuse(thrown.message)
      const present = readPresentAudio(thrown)
      if (present) {
        setTheirs(present)
        void refresh('audio')
      }
      if (isGone(thrown)) {
        showToast('error', goneWords(audio.audioName))
        // The row goes before the dialog, so that the focus finds what is left.
        await refresh('audio')
        onGone()
      }
      return null
    }
  }
  return { save, percent, theirs }
}

/** The same change goes again under the same key; another one is a request of its own. */
function useKeyByContent(): (content: unknown) => string {
  const last = useRef({ content: '', key: '' })
  return (content) => {
    const text = JSON.stringify(content)
    if (last.current.content !== text) last.current = { content: text, key: newIdempotencyKey() }
    return last.current.key
  }
}
