import { type MouseEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { dropModal, pushModal } from './modal-stack.ts'

interface ModalOptions {
  onClose: () => void
  /** While true neither Escape nor a click beside it closes. */
  locked?: boolean
}

/**
 * The behaviour of a `<dialog>` that is modal for as long as it is mounted: the browser traps the focus and
 * makes the rest inert, focus starts on `[data-autofocus]` or the first field and returns to where it came from.
 */
export function useModal({ onClose, locked = false }: ModalOptions) {
  const ref = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    dialog.showModal()
    pushModal(dialog)
    const first = dialog.querySelector<HTMLElement>(
      '[data-autofocus], input:not(:disabled):not([type=hidden]), select:not(:disabled), textarea:not(:disabled)',
    )
    ;(first ?? dialog.querySelector<HTMLElement>('[data-panel]'))?.focus({ preventScroll: true })
    return () => {
      dropModal(dialog)
      dialog.close()
    }
  }, [])

  return {
    ref,
    onCancel: (event: SyntheticEvent) => {
      // A file picker's cancel event bubbles up to here too.
      if (event.target !== ref.current) return
      event.preventDefault()
      if (!locked) onClose()
    },
    onClose: (event: SyntheticEvent) => {
      // The browser closes by itself on a second Escape: stay open while locked, else let the owner know.
      if (event.target !== ref.current) return
      if (locked) ref.current?.showModal()
      else onClose()
    },
    onMouseDown: (event: MouseEvent) => {
      if (event.target === ref.current && !locked) onClose()
    },
  }
}
