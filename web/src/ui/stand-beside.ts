const GAP_PX = 6
const EDGE_PX = 4

/**
 * Puts a popover that is shown under what it belongs to or, where there is no room, above it, in its middle or at its right
 * end, and never beyond the window's edge. Popovers lie over all else, cut off by nothing they stand in.
 */
export function standBeside(popover: HTMLElement, anchor: Element, at: 'middle' | 'end'): void {
  const box = anchor.getBoundingClientRect()
  const { width, height } = popover.getBoundingClientRect()
  const wanted = at === 'end' ? box.right - width : box.left + box.width / 2 - width / 2
  const left = Math.min(Math.max(EDGE_PX, wanted), innerWidth - width - EDGE_PX)
  const below = box.bottom + GAP_PX
  const above = box.top - GAP_PX - height
  const top = below + height > innerHeight && above >= EDGE_PX ? above : below
  popover.style.left = `${left}px`
  popover.style.top = `${top}px`
}
