import { decideHeld, readPlatformHealth, retryJob } from '@almanac/contract/operations'
import type { ProviderName } from '@almanac/contract/payments'
import { replayPaymentEvent } from '@almanac/contract/refunds'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { readOf, refresh } from '../../api/query-client.ts'
import { showToast } from '../../ui/toast-store.ts'

const EVERY_MS = 15_000

/** How the platform stands, asked for again as long as somebody looks. */
export function useHealth() {
  return useQuery({ ...readOf(readPlatformHealth), refetchInterval: EVERY_MS, staleTime: EVERY_MS })
}

type Decision = { restore: number; kind: 'text' | 'letter'; id: number; decision: 'send' | 'drop' }

/** Acts on rows of the page: each once at a time, told of, and followed by a look at what it has changed. */
export function useHealthActs() {
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set())
  const started = useRef(new Set<string>())

  async function run(row: string, act: () => Promise<{ message: string }>) {
    if (started.current.has(row)) return
    started.current.add(row)
    setRunning(new Set(started.current))
    try {
      showToast('success', (await act()).message)
      await refresh(readPlatformHealth)
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown
    } finally {
      started.current.delete(row)
      setRunning(new Set(started.current))
    }
  }

  return {
    isRunning: (row: string) => running.has(row),
    replay: (row: string, params: { provider: ProviderName; event: string }) =>
      void run(row, () => call(replayPaymentEvent, { params })),
    decide: (row: string, { restore, ...body }: Decision) =>
      void run(row, () => call(decideHeld, { params: { restore }, body })),
    retry: (job: string) => void run(job, () => call(retryJob, { params: { job } })),
  }
}
