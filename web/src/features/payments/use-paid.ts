import { paths } from '@almanac/contract/pages'
import { useNavigate } from 'react-router'
import { refresh } from '../../api/query-client.ts'
import { updateUser, useConsumerParams } from '../../api/session.ts'
import { showToast } from '../../ui/toast-store.ts'
import { type Paid, paidState } from './purchase-rules.ts'
import { useIsShown } from './use-is-shown.ts'

/** Shows the new balance and the word of success, and leads to the packages unless the person has gone elsewhere. */
export function usePaid({ isFromWallet = false } = {}) {
  const isShown = useIsShown()
  const showPaid = useShowPaid({ isFromWallet })
  return ({ purchaseId, tokenBalance, message }: Paid) => {
    updateUser({ tokenBalance })
    void refresh('balance', 'profile')
    showToast('success', message)
    if (isShown.current) showPaid(purchaseId)
  }
}

/**
 * Leads to the packages with the confirmation of a purchase, in place of the form. After a wallet, Back leads to the
 * packages too: the entry before this one is the wallet's page, which is used up.
 */
export function useShowPaid({ isFromWallet }: { isFromWallet: boolean }) {
  const navigate = useNavigate()
  const { customerUrl } = useConsumerParams()
  const packages = paths.packages(customerUrl)
  return (purchaseId: number) => {
    if (isFromWallet) void navigate(packages, { replace: true })
    void navigate(packages, { replace: !isFromWallet, state: paidState(purchaseId) })
  }
}
