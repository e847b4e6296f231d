import type { Answer, Endpoint } from '@almanac/contract/endpoint'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ApiError } from './api-error.ts'
import type { CallArguments, CallInput } from './call-types.ts'
import { readOf } from './query-client.ts'

interface ReadOptions {
  /** False waits, as for an id that isn't known yet. */
  enabled?: boolean
  /** Shows the last page while the next one is on its way. */
  keepPrevious?: boolean
  staleTimeMs?: number
  /** Asks for what may not be there: that it is not, 404, is not toasted. */
  mayBeUnknown?: boolean
}

/** Reads an endpoint: `useEndpoint(listAudios, { params, query })`, with TanStack Query's whole answer. */
export function useEndpoint<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { enabled, keepPrevious, staleTimeMs, mayBeUnknown }: ReadOptions = {},
): UseQueryResult<Answer<E>, ApiError> {
  return useQuery<Answer<E>, ApiError>({
    ...readOf<E>(endpoint, ...([input] as unknown as CallArguments<E>)),
    ...(enabled === undefined ? {} : { enabled }),
    ...(staleTimeMs === undefined ? {} : { staleTime: staleTimeMs }),
    ...(mayBeUnknown ? { meta: { mayBeUnknown } } : {}),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  })
}
