const GAP_PX = 16

/** Where one is in a dialog or a form, its buttons; else what has the focus. */
function whatItIsAbout(): Element | null {
  const { activeElement } = document
  if (!activeElement || activeElement === document.body) return null
  const frame = activeElement.closest('form') ?? activeElement.closest('dialog')
  return frame?.querySelector('[data-actions], [type=submit]') ?? activeElement
}

function isCovered(element: Element, by: Element): boolean {
  const one = element.getBoundingClientRect()
  const other = by.getBoundingClientRect()
  const isBeside = one.right <= other.left || one.left >= other.right
  return !isBeside && one.bottom > other.top && one.top < other.bottom
}

/**
 * Keeps what toasts are about from lying under them. Focus that moves on scrolls clear of their height
 * (`--toast-height`); where they cover what one has just used, page or dialog get that much room at their end
 * (`--toast-room`) and scroll by it, until all toasts are gone.
 */
export function keepClear(region: HTMLElement): void {
  const { style } = document.documentElement
  const lines = [...region.querySelectorAll('li')]
  if (lines.length === 0) {
    style.removeProperty('--toast-height')
    style.removeProperty('--toast-room')
    return
  }
  const height = `${region.offsetHeight + GAP_PX}px`
  style.setProperty('--toast-height', height)
  const about = region.contains(document.activeElement) ? null : whatItIsAbout()
  if (!about || !lines.some((line) => isCovered(about, line))) return
  style.setProperty('--toast-room', height)
  about.scrollIntoView({ block: 'nearest' })
}
