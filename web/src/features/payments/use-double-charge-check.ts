import { listOpenPurchases, type OpenPurchase } from '@almanac/contract/payments'
import { isCancelledError } from '@tanstack/react-query'
import { useRef } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { queryClient, readOf } from '../../api/query-client.ts'
import { useConsumerParams } from '../../api/session.ts'
import { OPEN, type PayMethod, type PurchaseState } from './purchase-rules.ts'

/** Before anything is sent: what nobody knows the fate of may be charged beside the new purchase, so the person decides. */
export function useDoubleChargeCheck(setState: (state: PurchaseState) => void) {
  const params = useConsumerParams()
  const answer = useRef<((isAgreed: boolean) => void) | null>(null)

  async function findPending(): Promise<OpenPurchase[]> {
    const { purchases } = await queryClient.fetchQuery({
      ...readOf(listOpenPurchases, { params }),
      staleTime: 0,
    })
    return purchases.filter((open) => open.state === 'started')
  }

  return {
    decide(isAgreed: boolean) {
      answer.current?.(isAgreed)
      answer.current = null
    },
    /** Whether to go on; where not, the form is open again. */
    async mayBegin(method: PayMethod): Promise<boolean> {
      setState({ step: 'checking', method })
      try {
        const pending = await findPending()
        if (pending.length === 0) return true
        setState({ step: 'asking', method, pending })
        const isAgreed = await new Promise<boolean>((resolve) => {
          answer.current = resolve
        })
        if (!isAgreed) setState(OPEN)
        return isAgreed
      } catch (thrown) {
        // The session has ended meanwhile, which takes back all that was read for it.
        if (isCancelledError(thrown)) {
          setState(OPEN)
          return false
        }
        if (!isApiError(thrown)) throw thrown
        setState({ step: 'entering', outcome: { kind: 'refused', text: thrown.message, method } })
        return false
      }
    },
  }
}
