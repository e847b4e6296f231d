import { useSyncExternalStore } from 'react'

/** The open modal parts, outermost first; the last one is what a person can reach. */
let stack: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function change(next: readonly HTMLDialogElement[]) {
  stack = next
  for (const listener of listeners) listener()
}

export function pushModal(dialog: HTMLDialogElement): void {
  change([...stack, dialog])
}

export function dropModal(dialog: HTMLDialogElement): void {
  change(stack.filter((open) => open !== dialog))
}

/**
 * The topmost open modal, or null. Whatever must stay reachable above it (toasts, a calendar) is rendered
 * into it, because everything outside of a modal is inert.
 */
export function useTopModal(): HTMLDialogElement | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => stack.at(-1) ?? null,
  )
}
