import { showErrorToasts } from '../ui/toast-store.ts'
import { DEFAULT_ERROR, isApiError } from './api-error.ts'

/** What a person reads of a failure: the server's sentence, else `otherwise`. */
export function failureText(thrown: unknown, otherwise = DEFAULT_ERROR): string {
  return isApiError(thrown) && thrown.message !== DEFAULT_ERROR ? thrown.message : otherwise
}

/**
 * Toasts a failure: the lines of its list, five at most, else the server's sentence, else `otherwise`. Says nothing of a
 * call that was stopped, and nothing of a 401: the session has said it.
 */
export function showFailure(thrown: unknown, otherwise?: string): void {
  if (thrown instanceof DOMException && thrown.name === 'AbortError') return
  if (isApiError(thrown) && thrown.status === 401) return
  showErrorToasts(failureText(thrown, otherwise), isApiError(thrown) ? thrown.list : [])
}
