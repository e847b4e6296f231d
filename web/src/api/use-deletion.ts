import type { Endpoint } from '@almanac/contract/endpoint'
import { useEffect, useRef, useState } from 'react'
import { showToast } from '../ui/toast-store.ts'
import { type ApiError, isApiError, isGone } from './api-error.ts'
import { refresh } from './query-client.ts'

interface Deletion {
  /** What shows the thing, and what ends with it. */
  list: Endpoint
  /** `isGone` tells of failures that are none: they need no toast. */
  send: (isGone: (failure: ApiError) => boolean) => Promise<unknown>
  /** The toast. */
  done: string
  onDeleted: () => void
}

/**
 * Deletes what a question asks about. What that says may have changed since the list was read, so that it can't be
 * confirmed before it was read anew.
 */
export function useDeletion({ list, send, done, onDeleted }: Deletion) {
  const [isHeld, setIsHeld] = useState(true)
  const [pending, setPending] = useState(false)
  /** A second press comes before the first one shows. */
  const isBusy = useRef(false)

  useEffect(() => {
    let isShown = true
    void refresh(list).finally(() => isShown && setIsHeld(false))
    return () => {
      isShown = false
    }
  }, [list])

  async function remove() {
    if (isBusy.current) return
    isBusy.current = true
    setPending(true)
    try {
      await send(isGone)
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown
      // One that is gone already is as it was wanted.
      if (!isGone(thrown)) {
        void refresh(list)
        return
      }
    } finally {
      isBusy.current = false
      setPending(false)
    }
    void refresh(list)
    showToast('success', done)
    onDeleted()
  }
  return { isHeld, pending, remove: () => void remove() }
}
