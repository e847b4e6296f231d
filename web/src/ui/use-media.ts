import { useCallback, useSyncExternalStore } from 'react'

/**
 * The widths in px at which screens change, each the first of its kind: the specification's four, then our own for the
 * player's column, the wider page edge and the signs in one row. Style sheets write the same widths in em of 16 px
 * (`min-width: 48em`, `max-width: 47.99em`), so that they follow the reader's letters; no other width is used.
 */
export const BREAKPOINTS_PX = {
  mobile: 576,
  tablet: 768,
  laptop: 992,
  desktop: 1200,
  wide: 1280,
  roomy: 1440,
  vast: 1600,
} as const

/** Whether a media query holds, live. */
function useMedia(query: string): boolean {
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

/** Whether the window is at least as wide as a breakpoint. */
export function useIsFrom(breakpoint: keyof typeof BREAKPOINTS_PX): boolean {
  return useMedia(`(min-width: ${BREAKPOINTS_PX[breakpoint] / 16}em)`)
}

/** Under 576 px: lists grow by Load More. Tables are cards up to 768 px, by their style sheet alone. */
export function useIsPhone(): boolean {
  return useMedia(`(max-width: ${BREAKPOINTS_PX.mobile / 16 - 0.01}em)`)
}
