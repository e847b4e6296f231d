import type { Role } from '@almanac/contract/endpoint'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { followEvents } from '../api/event-stream.ts'
import { queryClient } from '../api/query-client.ts'
import { Protected } from './guard.tsx'

followEvents()

/** What only signed-in people need: the guard, the cache of what they read, and word of what happens in the background. */
export function Area({ userType, children }: { userType: Role; children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Protected userType={userType}>{children}</Protected>
    </QueryClientProvider>
  )
}
