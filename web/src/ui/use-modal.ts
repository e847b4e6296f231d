import { type KeyboardEvent, type MouseEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { dropModal, pushModal } from './modal-stack.ts'

interface ModalOptions {
  onClose: () => void
  /** While true neither Escape nor a click beside it closes. */
  locked?: boolean
}

/** Tells the style sheet how wide the page's scroll bar is. */
function measureScrollbar() {
  const { documentElement } = document
  documentElement.style.setProperty('--scrollbar', `${innerWidth - documentElement.clientWidth}px`)
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
    if (!document.querySelector('dialog[open]')) measureScrollbar()
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
    onKeyDownCapture: (event: KeyboardEvent) => {
      // Escape belongs to a calendar that is open inside; only without one it closes the dialog.
      if (event.key === 'Escape' && ref.current?.querySelector('[role=dialog]')) event.preventDefault()
    },
    onCancel: (event: SyntheticEvent) => {
      // A file picker's cancel event bubbles up to here too.
      if (event.target !== ref.current) return
      event.preventDefault()
      if (!locked) onClose()
    },
    onClose: (event: SyntheticEvent) => {
      // The browser closes by itself on a second Escape: stay open while locked, else let the owner know.
      // One that is open again was only closed and reopened by a remount.
      if (event.target !== ref.current || ref.current?.open) return
      if (locked) ref.current?.showModal()
      else onClose()
    },
    onMouseDown: (event: MouseEvent) => {
      if (event.target === ref.current && !locked) onClose()
    },
  }
}
