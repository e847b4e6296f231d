import { paths } from '@almanac/contract/pages'
import { useNavigate } from 'react-router'
import { refresh } from '../../api/query-client.ts'
import { updateUser, useConsumerParams } from '../../api/session.ts'
import { showToast } from '../../ui/toast-store.ts'
import type { Paid } from './purchase-rules.ts'
import { useIsShown } from './use-is-shown.ts'

/**
 * Shows the new balance and the word of success, and leads on to what was bought unless one has gone elsewhere. The form
 * that was paid is not come back to.
 */
export function usePaid() {
  const navigate = useNavigate()
  const { customerUrl } = useConsumerParams()
  const isShown = useIsShown()
  return ({ purchaseId, tokenBalance, message }: Paid) => {
    updateUser({ tokenBalance })
    void refresh('balance', 'profile')
    showToast('success', message)
    if (isShown.current) void navigate(paths.purchased(customerUrl, purchaseId), { replace: true })
  }
}
