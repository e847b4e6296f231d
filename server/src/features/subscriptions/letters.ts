import type { CategoryName, SentMedium } from '../categories/index.ts'
import type { OutgoingMessage } from '../messages/index.ts'

/** What letters to subscribers need to link to their screens. */
export interface Letters {
  publicUrl: string
}

/** Whom a letter goes to, and the mediums that it is about: `sms` before `email`. */
export interface Subscriber {
  email: string
  companyName: string
  /** The tenant's slug. */
  url: string
  mediums: SentMedium[]
}

/** What a letter says. */
type Letter = Pick<OutgoingMessage, 'subject' | 'paragraphs'>

/** Mediums as sentences name them. */
export const spoken: Record<SentMedium, string> = { sms: 'SMS', email: 'email' }

/** 'by SMS and email'. */
export function byMediums(mediums: readonly SentMedium[]): string {
  return `by ${mediums.map((medium) => spoken[medium]).join(' and ')}`
}

/** A letter about a category, for the outbox: it costs the consumer nothing. */
export function letterTo(
  to: Subscriber,
  category: CategoryName,
  write: (category: CategoryName, to: Subscriber) => Letter,
): OutgoingMessage {
  return {
    tenantId: category.tenantId,
    channel: 'email',
    recipient: to.email,
    companyName: to.companyName,
    ...write(category, to),
  }
}
