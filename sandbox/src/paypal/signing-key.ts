import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { Books } from '../state/books.ts'
import type { PaypalKeyRow } from './rows.ts'

export type SigningKey = ReturnType<typeof makeSigningKey>

/**
 * The key that events are signed with: made when the first is sent, kept in the books, and not forgotten with them,
 * so that an event on its way through a reset or a restart can still be verified.
 */
export function makeSigningKey(books: Books) {
  let known: PaypalKeyRow | undefined
  let making: Promise<PaypalKeyRow> | undefined
  const peek = () => {
    known ??= books.paypalKeys.get('webhooks')
    return known
  }
  const make = async (): Promise<PaypalKeyRow> => {
    const pair = await promisify(generateKeyPair)('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    known = books.paypalKeys.put({ id: 'webhooks', ...pair })
    return known
  }
  return {
    /** The key, or undefined when nothing has been signed yet. */
    peek,
    get: async (): Promise<PaypalKeyRow> => {
      making ??= Promise.resolve(peek() ?? make())
      return making
    },
    /** Writes the key into books that were just emptied. */
    keep: (): void => {
      if (known) books.paypalKeys.put(known)
    },
  }
}
