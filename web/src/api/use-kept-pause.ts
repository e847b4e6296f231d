import { useEffect, useState } from 'react'
import { RESEND_PAUSE_SECONDS } from './one-time-code.ts'

const keyOf = (place: string) => `code-pause:${place}`

function read(place: string): number | null {
  try {
    return Number(sessionStorage.getItem(keyOf(place))) || null
  } catch {
    return null
  }
}

function write(place: string, endsAtMs: number | null): void {
  try {
    if (endsAtMs === null) sessionStorage.removeItem(keyOf(place))
    else sessionStorage.setItem(keyOf(place), String(endsAtMs))
  } catch {
    // Storage is closed: after a reload the pause begins again.
  }
}

/**
 * The pause after a code that was just sent, until the next may be asked for. It goes on when the tab is loaded anew, which
 * runs no cleanup; who leaves the form and comes back has had another code sent.
 */
export function useKeptPause(place: string) {
  const [endsAtMs, setEndsAtMs] = useState(() => read(place) ?? Date.now() + RESEND_PAUSE_SECONDS * 1000)
  useEffect(() => {
    write(place, endsAtMs)
    return () => write(place, null)
  }, [place, endsAtMs])
  return {
    secondsLeft: () => Math.max(0, Math.ceil((endsAtMs - Date.now()) / 1000)),
    /** Keeps the pause that a resend answers. */
    async keep(resend: () => Promise<number>): Promise<number> {
      const seconds = await resend()
      setEndsAtMs(Date.now() + seconds * 1000)
      return seconds
    },
  }
}
