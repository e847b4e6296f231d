import { useRef } from 'react'
import { isApiError } from './api-error.ts'
import { newIdempotencyKey } from './call.ts'

/** The key under which what is entered goes, try after try. */
export interface AttemptKey {
  /** The one of the next try. */
  read: () => string
  /** Takes up the one of something that was put aside. */
  put: (key: string) => void
  /** For something new. */
  renew: () => void
  /**
   * After a failure: the key stays, so that what was saved unknown to this page is not saved again (decision W9). Once the
   * server has said that it was saved, as it was before a change, the next try is meant as another one.
   */
  fail: (thrown: unknown) => void
}

/** An idempotency key for a form that may be sent several times. */
export function useAttemptKey(): AttemptKey {
  const key = useRef<string | null>(null)
  const renew = () => {
    key.current = newIdempotencyKey()
  }
  return {
    read() {
      key.current ??= newIdempotencyKey()
      return key.current
    },
    put(next) {
      key.current = next
    },
    renew,
    fail(thrown) {
      if (isApiError(thrown) && thrown.code === 'idempotency_mismatch') renew()
    },
  }
}
