import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * For a part that goes away when what is pressed in it is done: whoever had the focus there goes on at the heading before
 * it, by keys and read out, instead of at the top of the page.
 */
export function useFocusGoesOn<Part extends HTMLElement>(): RefObject<Part | null> {
  const ref = useRef<Part>(null)
  useLayoutEffect(() => {
    const part = ref.current
    // It is still on the page while its effects end.
    return () => void (part?.contains(document.activeElement) && focusHeadingBefore(part))
  }, [])
  return ref
}

function focusHeadingBefore(part: HTMLElement): void {
  const headings = [...document.querySelectorAll<HTMLElement>('h1, h2')]
  const before = headings.findLast(
    (heading) => part.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_PRECEDING,
  )
  const heading = before ?? headings[0]
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
