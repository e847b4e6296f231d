import { type ConsumerDetails, type ConsumerRow, getConsumerDetails } from '@almanac/contract/consumers'
import { useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'

interface ShownDetails {
  /** As the server has had them since the dialog opened; undefined until then. */
  details: ConsumerDetails | undefined
  /** Why there are none. */
  failure: ApiError | null
  isFetching: boolean
  retry: () => void
}

/** A consumer with all details, asked for anew each time that a dialog opens. */
export function useDetails({ id, url }: Pick<ConsumerRow, 'id' | 'url'>): ShownDetails {
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useEndpoint(
    getConsumerDetails,
    { params: { customerUrl: url, consumerId: id } },
    { staleTimeMs: 0 },
  )
  const fresh = isFetchedAfterMount && !error ? data?.consumerDetails : undefined
  const [last, setLast] = useState(fresh)
  if (fresh && fresh !== last) setLast(fresh)
  const details = fresh ?? last
  return { details, failure: details ? null : error, isFetching, retry: () => void refetch() }
}
