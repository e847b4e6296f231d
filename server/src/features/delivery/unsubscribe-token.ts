import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'

/** Whose e-mail of which category an unsubscribe link ends. */
export interface UnsubscribeClaim {
  consumerId: number
  categoryId: number
}

/** The token of an unsubscribe link: it ends one thing and nothing else, and works as long as the letter is kept. */
export function signUnsubscribe(secrets: Secrets, { consumerId, categoryId }: UnsubscribeClaim): string {
  const claim = `${consumerId}-${categoryId}`
  return `${claim}-${secrets.hmac('unsubscribe', claim).toString('base64url')}`
}

/** Reads the token of a link; null where it was not made here. */
export function readUnsubscribe(secrets: Secrets, token: string): UnsubscribeClaim | null {
  const [, consumer, category, signature] = /^(\d{1,10})-(\d{1,10})-([\w-]{43})$/.exec(token) ?? []
  if (!consumer || !category || !signature) return null
  const expected = secrets.hmac('unsubscribe', `${consumer}-${category}`)
  const actual = Buffer.from(signature, 'base64url')
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null
  return { consumerId: Number(consumer), categoryId: Number(category) }
}
