import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The width in px of what the ref is given to, live; `before` until it is on screen. */
export function useWidth<Shown extends HTMLElement>(before: number): [RefObject<Shown | null>, number] {
  const ref = useRef<Shown>(null)
  const [widthPx, setWidthPx] = useState(before)
  useLayoutEffect(() => {
    const shown = ref.current
    if (!shown) return
    setWidthPx(shown.clientWidth)
    const observer = new ResizeObserver(() => setWidthPx(shown.clientWidth))
    observer.observe(shown)
    return () => observer.disconnect()
  }, [])
  return [ref, widthPx]
}
