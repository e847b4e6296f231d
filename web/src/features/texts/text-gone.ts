import { refresh } from '../../api/query-client.ts'
import { showToast } from '../../ui/toast-store.ts'

/** Says which short text somebody else has deleted while it was being worked on, and has the lists leave it out. */
export function tellGone(messageName: string): void {
  showToast('error', `“${messageName}” was deleted meanwhile.`)
  void refresh('texts')
}
