import { answerRaisedCost, listRaisedCosts, type RaisedCost } from '@almanac/contract/subscriptions'
import { useState } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/query-client.ts'
import { useConsumerParams } from '../../api/session.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { showToast } from '../../ui/toast-store.ts'

/** Own subscriptions whose cost rose, until each is answered. */
export function useRaisedCosts() {
  return useEndpoint(listRaisedCosts, { params: useConsumerParams() })
}

/** Keeps one at its higher cost, or ends it; `pending` is the answer on its way. */
export function useRaisedCostAnswer({ consumerCategoryId, costs }: RaisedCost) {
  const params = useConsumerParams()
  const [pending, setPending] = useState<'keep' | 'end' | null>(null)
  async function give(answer: 'keep' | 'end') {
    if (pending) return
    setPending(answer)
    try {
      const { message } = await call(answerRaisedCost, {
        params: { ...params, consumerCategoryId },
        body: {
          isKept: answer === 'keep',
          costs: costs.map(({ medium, toTokens }) => ({ medium, toTokens })),
        },
      })
      await refresh('subscriptions')
      showToast('success', message)
    } catch (thrown) {
      // What went wrong has been told, and it can be answered again.
      if (!isApiError(thrown)) throw thrown
    } finally {
      setPending(null)
    }
  }
  return { pending, give }
}
