import { type CustomerAudio, copyAudio } from '@almanac/contract/audio'
import { useState } from 'react'
import { isApiError, isGone } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { refresh } from '../../../api/query-client.ts'
import { useTenantParams } from '../../../api/session.ts'
import { useAttemptKey } from '../../../api/use-attempt-key.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CancelButton } from '../../../ui/dialog-frame.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { AudioFields } from './audio-fields.tsx'
import { goneWords, proposeTimes } from './audio-rules.ts'
import { useAudioForm } from './use-audio-form.ts'

interface CopyAudioDialogProps {
  audio: CustomerAudio
  timeZone: string
  onClose: () => void
  onCopied: (copy: CustomerAudio) => void
}

/** Offers a reading's recording once more, under another name and at another time. */
export function CopyAudioDialog({ audio, timeZone, onClose, onCopied }: CopyAudioDialogProps) {
  const params = useTenantParams()
  const [initial] = useState(() => ({
    audioName: audio.audioName,
    ...proposeTimes(new Date(), timeZone),
  }))
  const attempt = useAttemptKey()
  const form = useAudioForm({
    initial,
    timeZone,
    async onSubmit(fields) {
      try {
        const body = { ...fields, audioId: audio.id }
        const idempotencyKey = attempt.read()
        const { message, ...copy } = await call(copyAudio, { params, body, idempotencyKey, isTold: isGone })
        showToast('success', message)
        void refresh('audio')
        onCopied(copy)
        onClose()
      } catch (thrown) {
        if (!isApiError(thrown)) throw thrown
        attempt.fail(thrown)
        if (!isGone(thrown)) return
        showToast('error', goneWords(audio.audioName))
        // The row goes before the dialog, so that the focus finds what is left.
        await refresh('audio')
        onClose()
      }
    },
  })

  return (
    <Dialog
      opened
      title="Copy Audio"
      subtitle={`The recording of “${audio.audioName}”, ${audio.duration}.`}
      size="middle"
      dirty={form.changed}
      pending={form.pending}
      onClose={onClose}
      onSubmit={form.submit}
      actions={
        <>
          <CancelButton />
          <Button kind="prime" {...form.submitButton}>
            Copy
          </Button>
        </>
      }
    >
      <AudioFields form={form} timeZone={timeZone} />
    </Dialog>
  )
}
