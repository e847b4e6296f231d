import { act, screen, waitFor } from '@testing-library/react'
import type { DetachedWindowAPI } from 'happy-dom'

/** The origin of the sandbox's frames. */
export const FRAME_ORIGIN = 'http://cards.example'

type Message = Record<string, unknown>

/** The provider's frame with the card fields, as the page hears of it. */
class CardFrame {
  /** How many cards were read. */
  cards = 0

  postMessage({ type, requestId }: Message, origin: string): void {
    if (type !== 'create' || origin !== FRAME_ORIGIN) return
    this.cards += 1
    this.tell({ type: 'created', requestId, paymentMethodId: `pm_card${this.cards}` })
  }

  tell(message: Message): void {
    const data = { source: 'sandbox-card', ...message }
    window.dispatchEvent(
      new MessageEvent('message', { origin: FRAME_ORIGIN, source: this as unknown as Window, data }),
    )
  }
}

// Its page is empty, wherever it is: nothing is fetched.
const { settings } = (window as unknown as { happyDOM: DetachedWindowAPI }).happyDOM
settings.enableIframePageLoading = true
settings.fetch.interceptor = { beforeAsyncRequest: async ({ window: page }) => new page.Response('') }

const frames = new WeakMap<HTMLIFrameElement, CardFrame>()
Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
  get(this: HTMLIFrameElement) {
    const frame = frames.get(this) ?? new CardFrame()
    frames.set(this, frame)
    return frame
  },
})

/** The card fields once they are there, and filled in. */
export async function fillCard(): Promise<CardFrame> {
  const element = await screen.findByTitle<HTMLIFrameElement>('Card details')
  const frame = element.contentWindow as unknown as CardFrame
  await waitFor(() => act(() => frame.tell({ type: 'ready' })))
  act(() => frame.tell({ type: 'change', complete: true, error: null }))
  return frame
}
