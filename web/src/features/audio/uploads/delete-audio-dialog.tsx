import { type CustomerAudio, deleteAudio } from '@almanac/contract/audio'
import { useState } from 'react'
import { isApiError } from '../../../api/api-error.ts'
import { call, newIdempotencyKey } from '../../../api/call.ts'
import { refresh } from '../../../api/query-client.ts'
import { useTenantParams } from '../../../api/session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { showToast } from '../../../ui/toast-store.ts'

interface DeleteAudioDialogProps {
  audio: CustomerAudio
  isActive: boolean
  onClose: () => void
  onDeleted: (audio: CustomerAudio) => void
}

/** Asks before a reading is deleted, and says who sees it at once. */
export function DeleteAudioDialog({ audio, isActive, onClose, onDeleted }: DeleteAudioDialogProps) {
  const params = useTenantParams()
  const [pending, setPending] = useState(false)
  const [idempotencyKey] = useState(newIdempotencyKey)

  async function remove() {
    setPending(true)
    try {
      const { message } = await call(deleteAudio, {
        params: { ...params, audioId: audio.id },
        idempotencyKey,
      })
      showToast('success', message)
      onDeleted(audio)
      // The row goes before the question, so that the focus finds what is left.
      await refresh('audio')
      onClose()
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown
      // Somebody else has deleted it: the list says so.
      if (thrown.status === 404) void refresh('audio')
      setPending(false)
    }
  }

  return (
    <ConfirmDialog
      opened
      title="Delete this audio?"
      kind="danger"
      confirmLabel="Delete"
      pending={pending}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <p>
        <strong>{audio.audioName}</strong> will be deleted. This cannot be undone.
      </p>
      {isActive && (
        <p>
          It is active: it leaves consumers’ dashboards at once. Who has paid for it can play it until their
          session ends.
        </p>
      )}
    </ConfirmDialog>
  )
}
