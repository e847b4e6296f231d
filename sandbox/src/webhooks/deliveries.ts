import { randomUUID } from 'node:crypto'
import type { Books } from '../state/books.ts'
import type { Delivery } from '../state/records.ts'
import { allCalm, shuffleWindowMs, type WebhookMode } from './mode.ts'
import { makeSendQueue, post, type SendQueue, type Sign } from './send-queue.ts'

export type Deliveries = ReturnType<typeof makeDeliveries>
type NewDelivery = Pick<
  Delivery,
  'provider' | 'subject' | 'label' | 'url' | 'body' | 'maxAttempts' | 'endsWithAnyAnswer'
>
/** Hears what a callback was answered, of the provider whose it was. */
export type Hear = (delivery: Delivery, answer: string) => void

const longestWaitMs = 60_000
const keptDeliveries = 5000

/**
 * Sends callbacks with retries, by the mode of their provider. What is still waiting when the process ends goes
 * out after its next start. `retryMs` is the first wait before a retry; it doubles up to a minute.
 */
export function makeDeliveries(
  books: Books,
  signers: Record<Delivery['provider'], Sign>,
  retryMs: number,
  hear: Hear = () => undefined,
) {
  const modes = allCalm()
  const queue = makeSendQueue(async (id, closing) => {
    const delivery = books.deliveries.get(id)
    if (delivery?.state !== 'waiting') return
    const outcome = await post(delivery, await signers[delivery.provider](delivery), closing)
    if (closing.aborted || !books.deliveries.get(id)) return
    const attempts = delivery.attempts + 1
    const tried = { ...delivery, attempts, lastStatus: outcome.status }
    const isOver = attempts >= delivery.maxAttempts || (outcome.answered && delivery.endsWithAnyAnswer)
    if (outcome.delivered || isOver) {
      if (outcome.delivered) hear(delivery, outcome.answer)
      books.deliveries.put({ ...tried, state: outcome.delivered ? 'delivered' : 'failed' })
      return
    }
    const waitMs = Math.min(retryMs * 2 ** Math.min(attempts - 1, 20), longestWaitMs)
    books.deliveries.put({ ...tried, dueAt: new Date(Date.now() + waitMs).toISOString() })
    queue.schedule(id, waitMs)
  })
  return {
    modes,
    setMode: (provider: Delivery['provider'], mode: Partial<WebhookMode>) => {
      Object.assign(modes[provider], mode)
    },
    enqueue: (input: NewDelivery): void => {
      const mode = modes[input.provider]
      const lost = mode.lose !== 0
      if (mode.lose > 0) mode.lose -= 1
      for (let copy = 0; copy < (lost ? 1 : mode.repeat); copy += 1) {
        const waitMs = mode.delayMs + (mode.shuffle ? Math.random() * shuffleWindowMs : 0)
        const { id } = addDelivery(books, input, { lost, waitMs })
        if (!lost) queue.schedule(id, waitMs)
      }
      prune(books)
    },
    ...makeRepeats(books, queue),
    forget: () => {
      queue.stop()
      Object.assign(modes, allCalm())
    },
    close: queue.close,
  }
}

function makeRepeats(books: Books, queue: SendQueue) {
  return {
    /** Takes up what an earlier process left waiting. */
    resume: () => {
      for (const delivery of books.deliveries.all()) {
        if (delivery.state !== 'waiting') continue
        queue.schedule(delivery.id, Math.max(0, Date.parse(delivery.dueAt) - Date.now()))
      }
    },
    /** Sends all that wait now, in random order. */
    flush: (): number => {
      const waiting = books.deliveries.all().filter((delivery) => queue.isWaiting(delivery.id))
      for (const delivery of waiting.sort(() => Math.random() - 0.5)) queue.schedule(delivery.id, 0)
      return waiting.length
    },
    /** Sends one callback again (by its id or that of its event), or every lost and failed one. */
    resend: (id?: string): number => {
      const again = books.deliveries
        .all()
        .filter((one) =>
          id === undefined ? ['lost', 'failed'].includes(one.state) : one.id === id || one.subject === id,
        )
      for (const delivery of again) {
        books.deliveries.put({ ...delivery, state: 'waiting', attempts: 0 })
        queue.schedule(delivery.id, 0)
      }
      return again.length
    },
  }
}

function addDelivery(books: Books, input: NewDelivery, more: { lost: boolean; waitMs: number }): Delivery {
  return books.deliveries.put({
    ...input,
    id: randomUUID(),
    attempts: 0,
    state: more.lost ? 'lost' : 'waiting',
    lastStatus: null,
    createdAt: new Date().toISOString(),
    dueAt: new Date(Date.now() + more.waitMs).toISOString(),
  })
}

function prune(books: Books): void {
  if (books.deliveries.count() <= keptDeliveries * 1.2) return
  const done = books.deliveries.all().filter((delivery) => delivery.state === 'delivered')
  for (const delivery of done.slice(0, done.length - keptDeliveries / 2)) books.deliveries.remove(delivery.id)
}
