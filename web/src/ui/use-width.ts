import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The root's font size where nobody has chosen another one. */
const USUAL_PX = 16

/**
 * The width in px of what the ref is given to, live, `before` until it is on screen; and how many times larger than usual text
 * is: what is drawn beside text grows with it.
 */
export function useWidth<Shown extends HTMLElement>(
  before: number,
): [ref: RefObject<Shown | null>, widthPx: number, textScale: number] {
  const ref = useRef<Shown>(null)
  const [widthPx, setWidthPx] = useState(before)
  const [textScale, setTextScale] = useState(1)
  useLayoutEffect(() => {
    const shown = ref.current
    if (!shown) return
    setWidthPx(shown.clientWidth)
    const { fontSize } = getComputedStyle(document.documentElement)
    setTextScale(Number.parseFloat(fontSize) / USUAL_PX || 1)
    const observer = new ResizeObserver(() => setWidthPx(shown.clientWidth))
    observer.observe(shown)
    return () => observer.disconnect()
  }, [])
  return [ref, widthPx, textScale]
}
