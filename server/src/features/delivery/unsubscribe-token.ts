import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'

/** Whose e-mail of which category an unsubscribe link ends, and which delivery's email it stands in. */
export interface UnsubscribeClaim {
  consumerId: number
  categoryId: number
  /** Null in emails that were sent before links named it. */
  deliveryId: number | null
}

const textOf = ({ consumerId, categoryId, deliveryId }: UnsubscribeClaim) =>
  deliveryId === null ? `${consumerId}-${categoryId}` : `${consumerId}-${categoryId}-${deliveryId}`

/** The token of an unsubscribe link: it ends one thing and nothing else, and works as long as the letter is kept. */
export function signUnsubscribe(secrets: Secrets, claim: UnsubscribeClaim): string {
  return `${textOf(claim)}-${secrets.hmac('unsubscribe', textOf(claim)).toString('base64url')}`
}

/** Reads the token of a link; null where it was not made here. */
export function readUnsubscribe(secrets: Secrets, token: string): UnsubscribeClaim | null {
  const [, consumer, category, delivery, signature] =
    /^(\d{1,10})-(\d{1,10})(?:-(\d{1,15}))?-([\w-]{43})$/.exec(token) ?? []
  if (!consumer || !category || !signature) return null
  const claim: UnsubscribeClaim = {
    consumerId: Number(consumer),
    categoryId: Number(category),
    deliveryId: delivery === undefined ? null : Number(delivery),
  }
  const expected = secrets.hmac('unsubscribe', textOf(claim))
  const actual = Buffer.from(signature, 'base64url')
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? claim : null
}
