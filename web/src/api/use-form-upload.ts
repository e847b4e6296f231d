import { limits } from '@almanac/contract/limits'
import { useRef, useState } from 'react'
import { type ApiError, isApiError, isDecided } from './api-error.ts'
import { newIdempotencyKey } from './call.ts'

/** How a form with a file is sent: what goes to `call` with it. */
export interface UploadManners {
  idempotencyKey: string
  onProgress: (percent: number) => void
}

/**
 * Sends a form with a file. Its idempotency key is made when the form opens and kept until the server has decided, so that
 * what had no answer may be sent again.
 */
export function useFormUpload() {
  const [percent, setPercent] = useState<number | null>(null)
  const idempotencyKey = useRef('')
  idempotencyKey.current ||= newIdempotencyKey()

  return {
    /** How much is sent, at most 99 until all is saved; null while nothing is. */
    percent,
    /** Answers why it failed; null once it is done. */
    async send(act: (manners: UploadManners) => Promise<unknown>): Promise<ApiError | null> {
      setPercent(0)
      try {
        await act({
          idempotencyKey: idempotencyKey.current,
          onProgress: (sent) => setPercent(Math.min(sent, limits.progressCapPercent)),
        })
        return null
      } catch (thrown) {
        if (!isApiError(thrown)) throw thrown
        if (isDecided(thrown)) idempotencyKey.current = newIdempotencyKey()
        return thrown
      } finally {
        setPercent(null)
      }
    },
  }
}
