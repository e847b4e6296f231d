import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { Books } from './books.ts'
import type { InboxMessage } from './records.ts'

export type Inbox = ReturnType<typeof makeInbox>

/** The phones and mailboxes of the sandbox's world; tells its listeners of each new message. */
export function makeInbox(books: Books) {
  const news = new EventEmitter()
  news.setMaxListeners(0)
  return {
    news,
    add: (message: Omit<InboxMessage, 'id' | 'createdAt'>): InboxMessage => {
      const stored = books.inbox.put({ ...message, id: randomUUID(), createdAt: new Date().toISOString() })
      news.emit('message', stored)
      return stored
    },
    /** Newest first; `to` (or the sender, for a reply from a phone) in any case or phone spelling. */
    find: (filter: { to?: string; channel?: string; limit?: number }): InboxMessage[] => {
      const wanted = filter.to === undefined || filter.to === '' ? null : normalise(filter.to)
      const found: InboxMessage[] = []
      for (const message of books.inbox.newestFirst()) {
        if (found.length >= (filter.limit ?? 1000)) break
        if (filter.channel && message.channel !== filter.channel) continue
        const address = message.direction === 'out' ? message.to : message.from
        if (wanted === null || normalise(address) === wanted) found.push(message)
      }
      return found
    },
  }
}

/** An address in one spelling: e-mail in lower case, a phone number as `+` and digits (ten digits are +1). */
export function normalise(address: string): string {
  const text = address.trim().toLowerCase()
  if (text.includes('@')) return text
  const digits = text.replace(/\D/g, '')
  if (digits === '') return text
  return digits.length === 10 ? `+1${digits}` : `+${digits}`
}
