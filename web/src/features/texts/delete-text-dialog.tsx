import { deleteShortText, type ShortText } from '@almanac/contract/texts'
import { useRef, useState } from 'react'
import { isApiError, isGone } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/query-client.ts'
import { useTenantParams } from '../../api/session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { showToast } from '../../ui/toast-store.ts'
import { tellGone } from './text-gone.ts'

interface DeleteTextDialogProps {
  text: ShortText
  timeZone: string
  onDeleted: () => void
  onClose: () => void
}

/**
 * Asks before a short text is deleted. One whose deletion was not answered may be gone when it is tried again; one that
 * was deleted by somebody else is as well.
 */
export function DeleteTextDialog({ text, timeZone, onDeleted, onClose }: DeleteTextDialogProps) {
  const params = { ...useTenantParams(), shortTextId: text.id }
  const [isPending, setIsPending] = useState(false)
  const wasTried = useRef(false)

  async function send() {
    setIsPending(true)
    try {
      const { message } = await call(deleteShortText, { params, isTold: isGone })
      finish(message)
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown
      if (isGone(thrown) && wasTried.current) return finish('Short text deleted successfully.')
      if (isGone(thrown)) {
        tellGone(text.messageName)
        return onDeleted()
      }
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
