import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds, live. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Under 768 px: tables are cards and lists grow by Load More. */
export function useIsPhone(): boolean {
  return useMedia('(max-width: 47.99em)')
}
