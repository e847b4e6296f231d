import { randomUUID } from 'node:crypto'
import type { Books } from '../state/books.ts'
import type { Delivery } from '../state/records.ts'
import { calm, shuffleWindowMs, type WebhookMode, type WebhookModes } from './mode.ts'

/** Makes the headers of one attempt; signatures carry the time of the attempt. */
export type Sign = (delivery: Delivery) => Record<string, string>

export type Deliveries = ReturnType<typeof makeDeliveries>
type NewDelivery = Pick<Delivery, 'provider' | 'subject' | 'label' | 'url' | 'body' | 'maxAttempts'>

const longestWaitMs = 60_000
const atOnce = 16
const keptDeliveries = 5000

/**
 * Sends callbacks with retries. What is still waiting when the process ends goes out after its next start.
 * An answer other than 2xx, and no answer in 10 s, is a failure.
 */
export function makeDeliveries(books: Books, signers: Record<Delivery['provider'], Sign>, retryMs: number) {
  const modes: WebhookModes = { stripe: { ...calm }, twilio: { ...calm } }
  const timers = new Map<string, NodeJS.Timeout>()
  const ready: string[] = []
  const closing = new AbortController()
  let running = 0

  const save = (delivery: Delivery, change: Partial<Delivery>) =>
    books.deliveries.put({ ...delivery, ...change })

  async function attempt(id: string): Promise<void> {
    const delivery = books.deliveries.get(id)
    if (!delivery || delivery.state === 'delivered') return
    const outcome = await post(delivery, signers[delivery.provider](delivery), closing.signal)
    if (closing.signal.aborted || !books.deliveries.get(id)) return
    const attempts = delivery.attempts + 1
    if (outcome.delivered) {
      save(delivery, { attempts, state: 'delivered', lastStatus: outcome.status })
      return
    }
    if (attempts >= delivery.maxAttempts) {
      save(delivery, { attempts, state: 'failed', lastStatus: outcome.status })
      return
    }
    const waitMs = Math.min(retryMs * 2 ** (attempts - 1), longestWaitMs)
    const dueAt = new Date(Date.now() + waitMs).toISOString()
    schedule(save(delivery, { attempts, lastStatus: outcome.status, dueAt }), waitMs)
  }

  function pump(): void {
    while (running < atOnce) {
      const id = ready.shift()
      if (id === undefined) return
      running += 1
      void attempt(id).finally(() => {
        running -= 1
        if (!closing.signal.aborted) pump()
      })
    }
  }

  function schedule(delivery: Delivery, waitMs: number): void {
    clearTimeout(timers.get(delivery.id))
    timers.set(
      delivery.id,
      setTimeout(() => {
        timers.delete(delivery.id)
        ready.push(delivery.id)
        pump()
      }, waitMs),
    )
  }

  function enqueue(input: NewDelivery): void {
    const mode = modes[input.provider]
    const lost = mode.lose !== 0
    if (mode.lose > 0) mode.lose -= 1
    for (let copy = 0; copy < (lost ? 1 : mode.repeat); copy += 1) {
      const waitMs = mode.delayMs + (mode.shuffle ? Math.random() * shuffleWindowMs : 0)
      const delivery = books.deliveries.put({
        ...input,
        id: randomUUID(),
        attempts: 0,
        state: lost ? 'lost' : 'waiting',
        lastStatus: null,
        createdAt: new Date().toISOString(),
        dueAt: new Date(Date.now() + waitMs).toISOString(),
      })
      if (!lost) schedule(delivery, waitMs)
    }
    prune()
  }

  function prune(): void {
    if (books.deliveries.count() <= keptDeliveries * 1.2) return
    const done = books.deliveries.all().filter((delivery) => delivery.state === 'delivered')
    for (const delivery of done.slice(0, done.length - keptDeliveries / 2))
      books.deliveries.remove(delivery.id)
  }

  return {
    modes,
    enqueue,
    setMode: (provider: Delivery['provider'], mode: Partial<WebhookMode>) => {
      Object.assign(modes[provider], mode)
    },
    /** Takes up what an earlier process left waiting. */
    resume: () => {
      for (const delivery of books.deliveries.all()) {
        if (delivery.state !== 'waiting') continue
        schedule(delivery, Math.max(0, Date.parse(delivery.dueAt) - Date.now()))
      }
    },
    /** Sends all that wait now, in random order. */
    flush: (): number => {
      const waiting = books.deliveries.all().filter((delivery) => timers.has(delivery.id))
      for (const delivery of waiting.sort(() => Math.random() - 0.5)) schedule(delivery, 0)
      return waiting.length
    },
    /** Sends one callback again (by its id or that of its event), or every lost and failed one. */
    resend: (id?: string): number => {
      const again = books.deliveries
        .all()
        .filter((one) =>
          id === undefined ? ['lost', 'failed'].includes(one.state) : one.id === id || one.subject === id,
        )
      for (const delivery of again) schedule(save(delivery, { state: 'waiting', attempts: 0 }), 0)
      return again.length
    },
    forget: () => {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
      ready.length = 0
      Object.assign(modes, { stripe: { ...calm }, twilio: { ...calm } })
    },
    close: () => {
      closing.abort()
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}

async function post(
  delivery: Delivery,
  headers: Record<string, string>,
  closing: AbortSignal,
): Promise<{ delivered: boolean; status: string }> {
  try {
    const response = await fetch(delivery.url, {
      method: 'POST',
      headers,
      body: delivery.body,
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(10_000)]),
    })
    await response.body?.cancel()
    return { delivered: response.ok, status: String(response.status) }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { delivered: false, status: cause instanceof Error ? cause.message || cause.name : 'no answer' }
  }
}
