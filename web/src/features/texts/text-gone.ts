import type { ApiError } from '../../api/api-error.ts'
import { refresh } from '../../api/query-client.ts'
import { showToast } from '../../ui/toast-store.ts'

/** Whether an act failed because the short text is there no more. */
export function isGone({ code }: Pick<ApiError, 'code'>): boolean {
  return code === 'not_found'
}

/** Says which short text somebody else has deleted while it was being worked on, and has the lists leave it out. */
export function tellGone(messageName: string): void {
  showToast('error', `“${messageName}” was deleted meanwhile.`)
  void refresh('texts')
}
