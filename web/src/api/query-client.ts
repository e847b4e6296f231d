import type { Answer, Endpoint } from '@almanac/contract/endpoint'
import type { ChangeTopic } from '@almanac/contract/events'
import { isCancelledError, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { isApiError, isWorthRetrying } from './api-error.ts'
import { call } from './call.ts'
import type { CallArguments, CallInput } from './call-types.ts'
import { showFailure } from './failure-text.ts'
import { readSession, renewUser, subscribeSession } from './session.ts'
import { isAbout } from './topics.ts'

const FRESH_MS = 30_000

/** What the signed-in user's own fields show something of. */
const USER_TOPICS: readonly ChangeTopic[] = ['balance', 'profile', 'subscriptions', 'packages']

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Toasted when something fails that is no call of the API. */
      failureToast?: string | undefined
      /** Whether it is asked for what may not be there: that it is not is an answer, and no failure to be toasted. */
      mayBeUnknown?: boolean | undefined
      /** A failure of this read is not toasted. */
      isSilent?: boolean | undefined
    }
  }
}

/** The one cache of what was read. Offline a read fails at once with a sentence, and runs again when the network is back. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // Once a read, after its last try, however many parts of the screen wait for it.
    onError(error, { meta }) {
      const isAnswer = meta?.mayBeUnknown && isApiError(error) && error.status === 404
      if (!isCancelledError(error) && !isAnswer && !meta?.isSilent) showFailure(error, meta?.failureToast)
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: isWorthRetrying,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
})

type Arguments = readonly [input?: { params?: unknown; query?: unknown }]

/** The key of a read: its path first, so that all pages and searches of one list share a beginning. */
export function queryKey<E extends Endpoint>(endpoint: E, ...[input]: Arguments): QueryKey {
  return [endpoint.path, input?.params ?? {}, input?.query ?? {}]
}

/** A read as TanStack Query takes it: for `useQuery`, `useInfiniteQuery`'s pages, `prefetchQuery`. */
export function readOf<E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>) {
  return {
    queryKey: queryKey(endpoint, input as Arguments[0]),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Answer<E>> =>
      call<Endpoint>(endpoint, { ...(input as CallInput<Endpoint>), signal }) as Promise<Answer<E>>,
  }
}

/**
 * Asks again for what shows something of these topics, the signed-in user included, and for all reads of these endpoints:
 * after every act, and when something happened in the background. Resolves once what is on screen is new.
 */
export async function refresh(...changed: (ChangeTopic | Endpoint)[]): Promise<void> {
  const topics = changed.filter((one) => typeof one === 'string')
  const paths = new Set(changed.flatMap((one) => (typeof one === 'string' ? [] : [one.path as string])))
  if (topics.some((topic) => USER_TOPICS.includes(topic))) void renewUser()
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      typeof path === 'string' && (paths.has(path) || topics.some((topic) => isAbout(topic, path))),
  })
}

const signedInId = () => {
  const session = readSession()
  return session.status === 'signed-in' ? session.user.id : null
}
let ownerId = signedInId()

// What was read for one user is not for another.
subscribeSession(() => {
  if (readSession().status === 'verifying') return
  const userId = signedInId()
  if (ownerId !== null && ownerId !== userId) queryClient.clear()
  ownerId = userId
})
