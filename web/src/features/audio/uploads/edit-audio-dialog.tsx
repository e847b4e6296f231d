import { type CustomerAudio, updateAudio } from '@almanac/contract/audio'
import { formatDuration } from '@almanac/contract/duration'
import { useEffect, useRef, useState } from 'react'
import { type ApiError, isApiError } from '../../../api/api-error.ts'
import { call, newIdempotencyKey } from '../../../api/call.ts'
import { refresh } from '../../../api/query-client.ts'
import { useTenantParams } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CancelButton } from '../../../ui/dialog-frame.tsx'
import { ProgressRule } from '../../../ui/graduated-rule.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { AudioFields, RecordingField } from './audio-fields.tsx'
import { keptTimes, shownPercent, timesOf } from './audio-rules.ts'
import styles from './uploads.module.css'
import { useAudioFile } from './use-audio-file.ts'
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
  const { save, percent } = useSave(audio, chosen)
  const form = useAudioForm({
    initial,
    timeZone,
    async onSubmit(fields) {
      if (chosen.error) return
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
            disabled={!form.pending && (!form.canSubmit || chosen.error !== null)}
          >
            Save
          </Button>
        </>
      }
    >
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

const isAboutFile = ({ code }: ApiError) => code === 'not_an_mp3' || code === 'audio_too_large'

/** Sends the change, and stops where the dialog is closed meanwhile. Answers null where it was refused or stopped. */
function useSave(audio: CustomerAudio, { file, durationSeconds, refuse }: ReturnType<typeof useAudioFile>) {
  const params = useTenantParams()
  const [percent, setPercent] = useState(0)
  const running = useRef<AbortController>(null)
  const keyOf = useKeyByContent()
  useEffect(() => () => running.current?.abort(), [])

  async function save(fields: Fields): Promise<CustomerAudio | null> {
    const stop = new AbortController()
    running.current = stop
    setPercent(0)
    const { consumerCategoryId } = audio
    const duration = file ? formatDuration(durationSeconds ?? 0) : undefined
    try {
      const { message, ...saved } = await call(updateAudio, {
        params: { ...params, audioId: audio.id },
        body: { ...fields, consumerCategoryId, duration },
        ...(file && {
          files: { audio: file },
          onProgress: (sent: number) => setPercent((before) => shownPercent(before, sent)),
        }),
        signal: stop.signal,
        idempotencyKey: keyOf([fields, file?.name, file?.size, file?.lastModified]),
      })
      showToast('success', message)
      void refresh('audio')
      return saved
    } catch (thrown) {
      if (stop.signal.aborted) return null
      if (!isApiError(thrown)) throw thrown
      if (isAboutFile(thrown)) refuse(thrown.message)
      return null
    }
  }
  return { save, percent }
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
