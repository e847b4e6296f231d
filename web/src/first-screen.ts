/**
 * The frame of a screen that came with its document gives way to the first screen that is drawn, whichever that is, before
 * the browser paints.
 */
export function replaceFrame(root: HTMLElement): void {
  const frame = document.getElementById('frame')
  if (!frame) return
  const drawn = new MutationObserver(() => {
    if (!root.querySelector('main')) return
    drawn.disconnect()
    frame.remove()
  })
  drawn.observe(root, { childList: true, subtree: true })
}
