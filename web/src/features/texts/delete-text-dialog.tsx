import { deleteShortText, type ShortText } from '@almanac/contract/texts'
import { useRef, useState } from 'react'
import { type ApiError, isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/query-client.ts'
import { useTenantParams } from '../../api/session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { showToast } from '../../ui/toast-store.ts'

interface DeleteTextDialogProps {
  text: ShortText
  timeZone: string
  onDeleted: () => void
  onClose: () => void
}

const isGone = ({ code }: ApiError) => code === 'not_found'

/** Asks before a short text is deleted. One whose deletion was not answered may be gone when it is tried again. */
export function DeleteTextDialog({ text, timeZone, onDeleted, onClose }: DeleteTextDialogProps) {
  const params = { ...useTenantParams(), shortTextId: text.id }
  const [isPending, setIsPending] = useState(false)
  const wasTried = useRef(false)

  async function send() {
    setIsPending(true)
    const isTold = (error: ApiError) => wasTried.current && isGone(error)
    try {
      const { message } = await call(deleteShortText, { params, isTold })
      finish(message)
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown
      if (isTold(thrown)) return finish('Short text deleted successfully.')
      wasTried.current = true
      void refresh('texts')
    } finally {
      setIsPending(false)
    }
  }
  function finish(message: string) {
    showToast('success', message)
    void refresh('texts')
    onDeleted()
  }

  return (
    <ConfirmDialog
      opened
      title="Delete this short text?"
      kind="danger"
      confirmLabel="Delete"
      pending={isPending}
      onConfirm={() => void send()}
      onCancel={onClose}
    >
      <p>
        <strong>{text.messageName}</strong> will not be sent on{' '}
        {formatDateTime(text.disburseDateTime, timeZone)}.
      </p>
    </ConfirmDialog>
  )
}
