/** What a copy would load anew, or could not show. */
const NOT_COPIED = 'iframe, canvas'

/**
 * Lets a part that is being removed be seen leaving as it came (`[data-leaving]` in theme/base.css): a lifeless copy stays
 * where it was until its animation is over. The part itself is gone at once, so that focus, state and words never wait
 * for a drawing, and its owner may simply stop rendering it. Where nothing is animated nothing stays.
 */
export function leaveBehind(part: HTMLElement): void {
  if (part.querySelector(NOT_COPIED)) return
  // By a document without a window: a copy of a sound would begin to play as soon as it is made.
  const copy = document.implementation.createHTMLDocument().importNode(part, true)
  for (const sound of copy.querySelectorAll('audio, video')) sound.remove()
  const { left, top, width, height } = part.getBoundingClientRect()
  const { scrollTop } = part

  // A part that is back by then was only removed and drawn again.
  queueMicrotask(() => {
    if (part.isConnected) return
    copy.removeAttribute('open')
    copy.inert = true
    copy.popover = 'manual'
    copy.dataset.leaving = ''
    copy.setAttribute('aria-hidden', 'true')
    document.body.append(copy)
    copy.showPopover()
    const px = { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` }
    Object.assign(copy.style, { inset: 'auto', margin: 0, ...px })
    copy.scrollTop = scrollTop
    const animations = copy.getAnimations()
    const remove = () => copy.remove()
    if (animations.length === 0) remove()
    else void Promise.allSettled(animations.map(({ finished }) => finished)).then(remove)
  })
}
