import { topModal } from './modal-stack.ts'

export type Urgency = 'polite' | 'assertive'

/** A region is heard only where it stood before its words came, and, after a dialog has closed, was not inert any more. */
const SETTLED_MS = 100
/** Then the words go, so that they are not found twice beside the part that shows them. */
const SPOKEN_MS = 2_000

/** The live regions of a part, which stand in it from now on. */
export function standLiveRegions(part: HTMLElement): Record<Urgency, Element> {
  return { polite: regionIn(part, 'polite'), assertive: regionIn(part, 'assertive') }
}

function regionIn(part: HTMLElement, urgency: Urgency): Element {
  const own = part.querySelector(`:scope > [data-announcer][aria-live=${urgency}]`)
  if (own) return own
  const region = document.createElement('div')
  region.className = 'sr-only'
  region.dataset.announcer = ''
  region.setAttribute('aria-live', urgency)
  part.append(region)
  return region
}

/**
 * Has screen readers say a sentence that is shown elsewhere. All outside of the topmost modal is inert, and what is inert
 * is not said, in the top layer neither: so regions stand in the page and in each modal from its opening on, and the one
 * that can be reached speaks. Answers the way to take it back before.
 */
export function announce(text: string, urgency: Urgency): () => void {
  const line = document.createElement('p')
  line.textContent = text
  const timer = setTimeout(() => {
    standLiveRegions(topModal() ?? document.body)[urgency].append(line)
    setTimeout(() => line.remove(), SPOKEN_MS)
  }, SETTLED_MS)
  return () => clearTimeout(timer)
}
