import { useEffect } from 'react'

/** Has the browser ask, in words of its own, before the tab is closed or reloaded while `isHolding`. */
export function useUnloadWarning(isHolding: boolean): void {
  useEffect(() => {
    if (!isHolding) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isHolding])
}
