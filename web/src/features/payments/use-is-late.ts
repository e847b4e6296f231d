import { useEffect, useState } from 'react'

const LIMIT_MS = 10_000

/** Whether something that is awaited takes too long; each attempt has its own time. */
export function useIsLate(isAwaited: boolean, attempt: number): boolean {
  const [lateAttempt, setLateAttempt] = useState<number | null>(null)
  useEffect(() => {
    if (!isAwaited) return
    const timer = setTimeout(() => setLateAttempt(attempt), LIMIT_MS)
    return () => clearTimeout(timer)
  }, [isAwaited, attempt])
  return isAwaited && lateAttempt === attempt
}
