import { type CustomerDetails, getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { useEffect, useState } from 'react'
import { type ApiError, isApiError, networkError } from './api-error.ts'
import { call } from './call.ts'
import { showFailure } from './failure-text.ts'

const FRESH_MS = 5 * 60_000
/** A failure is shared by those who ask for one screen, not by the next screen. */
const FAILURE_FRESH_MS = 2_000

const known = new Map<
  string,
  { freshUntilMs: number; answer: Promise<CustomerDetails>; details?: CustomerDetails }
>()

/** A tenant's details by the url's slug, asked once in five minutes. Rejects with ApiError. */
export function readTenantDetails(customerUrl: string): Promise<CustomerDetails> {
  const url = customerUrl.toLowerCase()
  const kept = known.get(url)
  if (kept && performance.now() < kept.freshUntilMs) return kept.answer
  const answer = call(getCustomerDetailsByUrl, { params: { url } })
  const freshUntilMs = performance.now() + FRESH_MS
  const entry: NonNullable<typeof kept> = { freshUntilMs, answer, details: kept?.details }
  known.set(url, entry)
  answer.then(
    (details) => {
      entry.details = details
    },
    (error) => {
      // An address of nobody has its own page.
      if (!isApiError(error) || error.status !== 404) showFailure(error)
      entry.freshUntilMs = performance.now() + FAILURE_FRESH_MS
    },
  )
  return answer
}

interface TenantDetails {
  data: CustomerDetails | undefined
  error: ApiError | undefined
  isPending: boolean
  retry: () => void
}

/** A tenant's details for a screen; what is already known is there at once. */
export function useTenantDetails(customerUrl: string): TenantDetails {
  const [attempt, setAttempt] = useState(0)
  const [outcome, setOutcome] = useState<{ url: string; data?: CustomerDetails; error?: ApiError }>()
  const current = outcome?.url === customerUrl ? outcome : undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let isWanted = true
    readTenantDetails(customerUrl).then(
      (data) => isWanted && setOutcome({ url: customerUrl, data }),
      (thrown) => {
        const error = isApiError(thrown) ? thrown : networkError(true)
        if (isWanted) setOutcome({ url: customerUrl, error })
      },
    )
    return () => {
      isWanted = false
    }
  }, [customerUrl, attempt])

  const data = current?.data ?? known.get(customerUrl.toLowerCase())?.details
  return {
    data,
    error: data ? undefined : current?.error,
    isPending: !data && !current?.error,
    retry: () => {
      known.delete(customerUrl.toLowerCase())
      setOutcome(undefined)
      setAttempt(attempt + 1)
    },
  }
}
