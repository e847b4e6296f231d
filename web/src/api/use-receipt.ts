import { getReceipt } from '@almanac/contract/payments'
import { useParams } from 'react-router'
import { useConsumerParams } from './session.ts'
import { useEndpoint } from './use-endpoint.ts'

/**
 * The purchase that the address names by its number; `isUnknown` where there is none that was paid by this consumer, `hasFailed`
 * where it was to be. That is toasted unless the screen `mayBeUnknown`: it asks whether there is one.
 */
export function useReceipt({ mayBeUnknown = false } = {}) {
  const { customerUrl, consumerId } = useConsumerParams()
  const { purchaseId = '' } = useParams()
  const isNumber = /^[1-9]\d{0,8}$/.test(purchaseId)
  const { data, error, isFetching, refetch } = useEndpoint(
    getReceipt,
    { params: { customerUrl, consumerId, purchaseId: Number(purchaseId) } },
    { enabled: isNumber, mayBeUnknown },
  )
  const isUnknown = !isNumber || error?.status === 404
  return {
    data,
    isUnknown,
    hasFailed: error?.code === 'purchase_failed',
    isWaiting: !data && !error && isNumber,
    /** Why there is nothing to show yet. */
    failure: error && !data && !isUnknown ? error : null,
    retry: () => void refetch(),
    isRetrying: isFetching,
  }
}
