import { useState } from 'react'
import { showRefusal } from '../../api/field-refusal.ts'

interface ConfirmedSend<Request> {
  /** Makes the call that has a code sent, and leads on. @throws what the call throws. */
  send: (request: Request) => Promise<void>
  /** Gets a refusal that concerns a field; the dialog is closed by then. */
  setErrors: (errors: Record<string, string>) => void
}

/** Has a person confirm the address before a code is sent; `dialog` belongs on the `ConfirmSendDialog`. */
export function useConfirmedSend<Request>({ send, setErrors }: ConfirmedSend<Request>) {
  const [asked, setAsked] = useState<Request | null>(null)
  const [pending, setPending] = useState(false)

  async function confirm() {
    if (asked === null) return
    setPending(true)
    try {
      await send(asked)
    } catch (thrown) {
      setAsked(null)
      setPending(false)
      showRefusal(thrown, setErrors)
    }
  }

  return {
    asked,
    ask: (request: Request) => setAsked(request),
    dialog: {
      opened: asked !== null,
      pending,
      onCancel: () => setAsked(null),
      onConfirm: () => void confirm(),
    },
  }
}
