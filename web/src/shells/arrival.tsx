import { useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'

/** Around every screen: who comes to one begins at its heading. The frames scroll it to its top, or to where one was. */
export function Arrival() {
  useArrivalFocus()
  return <Outlet />
}

/**
 * Puts the focus on the heading of a screen that was navigated to, so that it is read out and Tab goes on from there. Not
 * on the page that was opened first, which is read out by itself; not where the screen has put it elsewhere; and not where
 * only the search or the fragment of the address changes.
 */
function useArrivalFocus() {
  const { pathname } = useLocation()
  const arrivedAt = useRef<string | null>(null)
  const shown = useRef(pathname)
  const focusBefore = useRef<Element | null>(null)
  if (shown.current !== pathname) {
    // The screen that is left is still there.
    focusBefore.current = document.activeElement
    shown.current = pathname
  }

  useEffect(() => {
    if (arrivedAt.current === pathname) return
    return onceThere(findHeading, (heading) => {
      const isFirst = arrivedAt.current === null
      arrivedAt.current = pathname
      const focused = document.activeElement
      const isMoved = focused && focused !== document.body && focused !== focusBefore.current
      if (isFirst || isMoved) return
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    })
  }, [pathname])
}

/** The heading of the screen, once it has words; one that came with the document is about to go. */
function findHeading(): HTMLElement | undefined {
  const headings = [...document.querySelectorAll<HTMLElement>('main h1')]
  return headings.find((heading) => heading.textContent.trim() !== '' && !heading.closest('#frame'))
}

/** Acts once it is found: some screens have a script, or an answer, to wait for. Answers the way not to wait any more. */
function onceThere<Found>(find: () => Found | undefined, act: (found: Found) => void): () => void {
  const look = () => {
    const found = find()
    if (found === undefined) return
    change.disconnect()
    act(found)
  }
  const change = new MutationObserver(look)
  change.observe(document.body, { childList: true, characterData: true, subtree: true })
  look()
  return () => change.disconnect()
}
