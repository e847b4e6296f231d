import { useEffect, useState } from 'react'

/** Seconds that are left of a pause, 0 when there is none, and the way to start one. */
export function useCountdown(): [secondsLeft: number, start: (seconds: number) => void] {
  const [endsAtMs, setEndsAtMs] = useState(0)
  const [secondsLeft, setSecondsLeft] = useState(0)

  useEffect(() => {
    if (endsAtMs === 0) return
    const tick = () => {
      const left = Math.max(0, Math.ceil((endsAtMs - performance.now()) / 1000))
      setSecondsLeft(left)
      if (left === 0) clearInterval(timer)
    }
    const timer = setInterval(tick, 500)
    tick()
    return () => clearInterval(timer)
  }, [endsAtMs])

  return [secondsLeft, (seconds) => setEndsAtMs(performance.now() + seconds * 1000)]
}
