import { limits } from '@almanac/contract/limits'

export type ToastKind = 'info' | 'success' | 'warn' | 'error'

export interface Toast {
  id: number
  kind: ToastKind
  text: string
  /** How often it was shown while it was there. */
  times: number
}

const MOST_ERRORS = limits.errorToastsMax
const MOST_SHOWN = 8
export const MORE_ERRORS = 'More error message exists.'

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a line at the bottom left; one with the same words and kind that is still there stays, and is told anew. */
export function showToast(kind: ToastKind, text: string): void {
  const isSame = (toast: Toast) => toast.kind === kind && toast.text === text
  const again = toasts.map((toast) => (isSame(toast) ? { ...toast, times: toast.times + 1 } : toast))
  if (!toasts.some(isSame)) lastId += 1
  change(toasts.some(isSame) ? again : [...toasts, { id: lastId, kind, text, times: 1 }].slice(-MOST_SHOWN))
}

/** An error's own list, each line for itself: the first five, then a word that there are more. */
export function errorLines(message: string, errorMessageList: readonly string[] = []): string[] {
  if (errorMessageList.length === 0) return [message]
  const lines = errorMessageList.slice(0, MOST_ERRORS)
  return errorMessageList.length > MOST_ERRORS ? [...lines, MORE_ERRORS] : lines
}

/** Shows a failure: its list where it has one, capped at five, else its message. */
export function showErrorToasts(message: string, errorMessageList?: readonly string[]): void {
  for (const line of errorLines(message, errorMessageList)) showToast('error', line)
}

export function hideToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}

export function readToasts(): readonly Toast[] {
  return toasts
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
