import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { leaveBehind } from './leave-behind.ts'
import { dropModal, giveFocusBack, pushModal } from './modal-stack.ts'

interface ModalOptions {
  onClose: () => void
  /** While true neither Escape nor a click beside it closes. */
  locked?: boolean
}

/** Also a part of a date; not what a date field keeps out of sight for the browser's own filling in. */
const FIRST_FIELD = [
  '[data-autofocus]',
  'input:not(:disabled, [type=hidden], [tabindex="-1"])',
  'select:not(:disabled)',
  'textarea:not(:disabled)',
  '[role=spinbutton]:not([aria-disabled=true])',
].join()

/** Tells the style sheet how wide the page's scroll bar is. */
function measureScrollbar() {
  const { documentElement } = document
  documentElement.style.setProperty('--scrollbar', `${innerWidth - documentElement.clientWidth}px`)
}

/** Whether a pointer is on the veil itself: neither on what it lies around, nor on its scroll bar. */
function isOnVeil({ target, currentTarget, clientX }: MouseEvent<HTMLDialogElement>): boolean {
  const scrollbarPx = currentTarget.offsetWidth - currentTarget.clientWidth
  return target === currentTarget && clientX < innerWidth - scrollbarPx
}

/**
 * The behaviour of a `<dialog>` that is modal for as long as it is mounted: the browser traps the focus and
 * makes the rest inert, focus starts on `[data-autofocus]` or the first field and returns to where it came from.
 * `onClose` is asked by Escape, a device's own way back and a click on the veil; the owner stops rendering it, or not.
 */
export function useModal({ onClose, locked = false }: ModalOptions) {
  const ref = useRef<HTMLDialogElement>(null)
  const isPressed = useRef(false)
  const ask = () => {
    if (!locked) onClose()
  }

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (!document.querySelector('dialog[open]')) measureScrollbar()
    const opener = document.activeElement
    dialog.showModal()
    // The browser has scrolled to what it gave the focus to, which stood lower still: one reads from the top.
    dialog.scrollTop = 0
    pushModal(dialog, opener)
    const first = dialog.querySelector<HTMLElement>(FIRST_FIELD)
    ;(first ?? dialog.querySelector<HTMLElement>('[data-panel]'))?.focus({ preventScroll: true })
    return () => {
      // What stands in it for being reachable moves on first.
      dropModal(dialog)
      leaveBehind(dialog)
      dialog.close()
      giveFocusBack(dialog)
    }
  }, [])

  return {
    ref,
    onKeyDownCapture: (event: KeyboardEvent) => {
      // Escape belongs to a calendar that is open inside; only without one it closes the dialog.
      if (event.key === 'Escape' && ref.current?.querySelector('[role=dialog]')) event.preventDefault()
    },
    onCancel: (event: SyntheticEvent) => {
      // A file picker's cancel event bubbles up to here too. One that can't be prevented is followed by `close`.
      if (event.target !== ref.current || !event.cancelable) return
      event.preventDefault()
      ask()
    },
    onClose: (event: SyntheticEvent) => {
      // The browser closes by itself on a second Escape: it is the owner who closes.
      // One that is open again was only closed and reopened by a remount.
      if (event.target !== ref.current || ref.current?.open) return
      ref.current?.showModal()
      ask()
    },
    // Pressed and released there: a selection of text may end on the veil, and a press that began there be taken back.
    onPointerDown: (event: PointerEvent<HTMLDialogElement>) => {
      isPressed.current = isOnVeil(event)
    },
    onPointerUp: (event: PointerEvent<HTMLDialogElement>) => {
      isPressed.current &&= isOnVeil(event)
    },
    onMouseDown: (event: MouseEvent<HTMLDialogElement>) => {
      // The focus stays where it was.
      if (isOnVeil(event)) event.preventDefault()
    },
    onClick: (event: MouseEvent<HTMLDialogElement>) => {
      if (isPressed.current && event.target === ref.current) ask()
    },
  }
}
