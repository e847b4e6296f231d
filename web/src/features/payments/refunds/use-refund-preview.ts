import { limits } from '@almanac/contract/limits'
import { previewRefund, type RefundPreview } from '@almanac/contract/refunds'
import { useEffect, useState } from 'react'
import type { ApiError } from '../../../api/api-error.ts'
import { useEndpoint } from '../../../api/use-endpoint.ts'

/** `all` is a full refund; null asks nothing, since nothing is entered that could be refunded. */
export type AskedAmount = number | 'all' | null

interface ShownPreview {
  /** Of the amount that is asked for, and of no other; null until it is there. */
  preview: RefundPreview | null
  failure: ApiError | null
  retry: () => void
}

/**
 * What a refund of this amount would do, asked for once typing has rested. While `isHeld`, it stays what it was: it has been
 * agreed to, and is asked for anew after that.
 */
export function useRefundPreview(
  paymentHistoryId: number,
  asked: AskedAmount,
  isHeld: boolean,
): ShownPreview {
  const rested = useRested(asked)
  const query = typeof rested === 'number' ? { amountCents: rested } : {}
  const { data, error, isFetching, refetch } = useEndpoint(
    previewRefund,
    { params: { paymentHistoryId }, query },
    { enabled: rested !== null && !isHeld, staleTimeMs: 0 },
  )
  const isOfThis = rested === asked && rested !== null && !isFetching
  return {
    preview: isOfThis && !error ? (data ?? null) : null,
    failure: isOfThis ? error : null,
    retry: () => void refetch(),
  }
}

/** An amount once it has not changed for a moment; a full refund is none that is typed. */
function useRested(asked: AskedAmount): AskedAmount {
  const [rested, setRested] = useState(asked)
  useEffect(() => {
    const timer = setTimeout(() => setRested(asked), typeof asked === 'number' ? limits.searchDebounceMs : 0)
    return () => clearTimeout(timer)
  }, [asked])
  return rested
}
