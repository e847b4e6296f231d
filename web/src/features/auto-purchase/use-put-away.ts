import { useState } from 'react'

const keyOf = (consumerId: number) => `auto-purchase-away:${consumerId}`

function read(consumerId: number): string | null {
  try {
    return localStorage.getItem(keyOf(consumerId))
  } catch {
    return null
  }
}

/** Whether a consumer has put away what is told here, remembered in the browser until something else is. */
export function usePutAway(
  consumerId: number,
  told: string | null | undefined,
): [isAway: boolean, putAway: () => void] {
  const [away, setAway] = useState(() => read(consumerId))
  function putAway() {
    if (!told) return
    setAway(told)
    try {
      localStorage.setItem(keyOf(consumerId), told)
    } catch {
      // Storage is closed: it holds for this page.
    }
  }
  return [away === told, putAway]
}
