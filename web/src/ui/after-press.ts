/** Runs an act now, or once the press that is under way has ended and its click has gone out. */
type Defer = (act: () => void) => void

/** What shows that no button is down any more; a device's own menu or a drag may swallow the release itself. */
const ENDS = ['mouseup', 'mousemove', 'dragend', 'keydown']

/** Follows the presses on a page. A finger's tap comes as one of the mouse too, before the focus moves. */
export function followPresses(page: EventTarget): Defer {
  let isDown = false
  const waiting: (() => void)[] = []

  function begin() {
    if (isDown) return
    isDown = true
    const press = new AbortController()
    const end = (event: Event) => {
      if ('buttons' in event && event.buttons !== 0) return
      press.abort()
      isDown = false
      // The click follows the release at once, before any timer.
      setTimeout(() => {
        for (const act of waiting.splice(0)) act()
      })
    }
    for (const type of ENDS) page.addEventListener(type, end, { capture: true, signal: press.signal })
  }
  page.addEventListener('mousedown', begin, { capture: true })
  return (act) => void (isDown ? waiting.push(act) : act())
}

/** Where a screen is drawn into a document by the build, nothing is pressed. */
const defer = typeof document === 'undefined' ? (act: () => void) => act() : followPresses(document)

/**
 * A handler of `blur` that waits for the click that took the focus away: what it shows may move that click's target from
 * under the pointer, or disable it, and the click would be lost.
 */
export function afterPress<Event>(act: ((event: Event) => void) | undefined): (event: Event) => void {
  return (event) => defer(() => act?.(event))
}
