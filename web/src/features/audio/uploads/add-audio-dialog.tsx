import { formatDuration } from '@almanac/contract/duration'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CancelButton } from '../../../ui/dialog-frame.tsx'
import { AudioFields, RecordingField } from './audio-fields.tsx'
import { proposeTimes, proposeTimesOn } from './audio-rules.ts'
import type { AudioDraft } from './upload-state.ts'
import { isValidFile, useAudioFile } from './use-audio-file.ts'
import { useAudioForm } from './use-audio-form.ts'

interface AddAudioDialogProps {
  timeZone: string
  /** On which it is to start; empty for the next release. */
  day?: string
  onClose: () => void
  onAdd: (draft: AudioDraft) => void
}

/** Asks for a reading's file, name and times. It closes at once; the upload goes on in the list. */
export function AddAudioDialog({ timeZone, day = '', onClose, onAdd }: AddAudioDialogProps) {
  const chosen = useAudioFile()
  const [initial] = useState(() => ({
    audioName: '',
    ...(day ? proposeTimesOn(day, timeZone) : proposeTimes(new Date(), timeZone)),
  }))
  const form = useAudioForm({
    initial,
    timeZone,
    onSubmit(fields) {
      if (!chosen.file || !isValidFile(chosen)) return
      onAdd({ ...fields, file: chosen.file, duration: formatDuration(chosen.durationSeconds ?? 0) })
      onClose()
    },
  })

  return (
    <Dialog
      opened
      title="Add Audio"
      size="middle"
      dirty={form.changed || chosen.file !== null}
      onClose={onClose}
      onSubmit={form.submit}
      actions={
        <>
          <CancelButton />
          <Button kind="prime" type="submit" disabled={!isValidFile(chosen) || !form.canSubmit}>
            Upload
          </Button>
        </>
      }
    >
      <RecordingField chosen={chosen} />
      <AudioFields form={form} timeZone={timeZone} />
    </Dialog>
  )
}
