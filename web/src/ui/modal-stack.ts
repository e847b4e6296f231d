import { useSyncExternalStore } from 'react'

/** The open modal parts, outermost first; the last one is what a person can reach. */
let stack: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()
/** What had the focus before each was opened. */
const openers = new WeakMap<HTMLDialogElement, Element | null>()

function change(next: readonly HTMLDialogElement[]) {
  stack = next
  for (const listener of listeners) listener()
}

export function pushModal(dialog: HTMLDialogElement, opener: Element | null): void {
  // One that is only drawn again may have the focus inside already.
  if (!dialog.contains(opener)) openers.set(dialog, opener)
  change([...stack, dialog])
}

export function dropModal(dialog: HTMLDialogElement): void {
  change(stack.filter((open) => open !== dialog))
}

/** The topmost open modal, or null. */
export function topModal(): HTMLDialogElement | null {
  return stack.at(-1) ?? null
}

/** Tells at once when another modal is on top, or none; answers the way to stop. */
export function followModals(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * The topmost open modal, or null. Whatever must stay reachable above it (toasts, a calendar) is rendered
 * into it, because everything outside of a modal is inert.
 */
export function useTopModal(): HTMLDialogElement | null {
  return useSyncExternalStore(followModals, topModal)
}

/**
 * After a modal is gone: the browser gives the focus back to its opener, except where that was inert still, as when a question
 * closes together with the dialog below it; and where the opener is gone, the focus goes to the part that is left.
 */
export function giveFocusBack(dialog: HTMLDialogElement): void {
  queueMicrotask(() => {
    if (document.activeElement && document.activeElement !== document.body) return
    const opener = openers.get(dialog)
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    else focusWhatIsLeft()
  })
}

/** Puts the focus on the part that one can reach, where what had it is gone. */
export function focusWhatIsLeft(): void {
  const left = topModal()?.querySelector<HTMLElement>('[data-panel]') ?? document.querySelector('main')
  left?.focus({ preventScroll: true })
}
