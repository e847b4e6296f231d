import { useEffect, useState } from 'react'

/** Seconds that are left of a pause, of the one that it may begin with, and the way to start another. */
export function useCountdown(firstSeconds = 0): [secondsLeft: number, start: (seconds: number) => void] {
  const [endsAtMs, setEndsAtMs] = useState(() =>
    firstSeconds > 0 ? performance.now() + firstSeconds * 1000 : 0,
  )
  const [secondsLeft, setSecondsLeft] = useState(firstSeconds)

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
