import type { Delivery } from '../state/records.ts'

/** Makes the headers of one attempt; signatures carry the time of the attempt. */
export type Sign = (delivery: Delivery) => Promise<Record<string, string>>

export type SendQueue = ReturnType<typeof makeSendQueue>

const atOnce = 16
const answerWithinMs = 10_000
const answerMaxCharacters = 10_000

/** Runs `attempt` for each id when its wait is over, a few at once. */
export function makeSendQueue(attempt: (id: string, closing: AbortSignal) => Promise<void>) {
  const timers = new Map<string, NodeJS.Timeout>()
  const ready: string[] = []
  const closing = new AbortController()
  let running = 0

  function pump(): void {
    while (running < atOnce && !closing.signal.aborted) {
      const id = ready.shift()
      if (id === undefined) return
      running += 1
      void attempt(id, closing.signal).finally(() => {
        running -= 1
        pump()
      })
    }
  }

  const stop = () => {
    for (const timer of timers.values()) clearTimeout(timer)
    timers.clear()
    ready.length = 0
  }
  return {
    /** Puts an id in line after `waitMs`; an earlier wait of the same id is given up. */
    schedule: (id: string, waitMs: number): void => {
      clearTimeout(timers.get(id))
      const due = () => {
        timers.delete(id)
        ready.push(id)
        pump()
      }
      timers.set(id, setTimeout(due, waitMs))
    },
    isWaiting: (id: string): boolean => timers.has(id),
    stop,
    close: () => {
      closing.abort()
      stop()
    },
  }
}

/** Posts one callback. An answer other than 2xx, and none in 10 s, counts as not delivered. */
export async function post(
  delivery: Delivery,
  headers: Record<string, string>,
  closing: AbortSignal,
): Promise<{ delivered: boolean; answered: boolean; status: string; answer: string }> {
  try {
    const response = await fetch(delivery.url, {
      method: 'POST',
      headers,
      body: delivery.body,
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(answerWithinMs)]),
    })
    const answer = (await response.text()).slice(0, answerMaxCharacters)
    return { delivered: response.ok, answered: true, status: String(response.status), answer }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const status = cause instanceof Error ? cause.message || cause.name : 'no answer'
    return { delivered: false, answered: false, status, answer: '' }
  }
}
