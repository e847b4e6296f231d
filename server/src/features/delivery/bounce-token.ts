import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'

/** Of the signature: mail hosts may write a local part in lower case, so that it is hexadecimal. */
const signatureCharacters = 24

function signatureOf(secrets: Secrets, claim: string): string {
  return secrets.hmac('bounce', claim).toString('hex').slice(0, signatureCharacters)
}

/** Names a delivery in the return path of its letter, so that nobody who has not seen the letter can return it. */
export function signBounce(secrets: Secrets, deliveryId: number): string {
  const claim = `d${deliveryId}`
  return `${claim}-${signatureOf(secrets, claim)}`
}

/** The delivery whose return path is one of these addresses; null where none was made here. */
export function readBounce(secrets: Secrets, addresses: readonly string[]): number | null {
  for (const address of addresses) {
    const [, claim, id, signature] = /\+(d(\d{1,15}))-([0-9a-f]{24})@/i.exec(address) ?? []
    if (!claim || !signature) continue
    const expected = Buffer.from(signatureOf(secrets, claim.toLowerCase()))
    if (timingSafeEqual(expected, Buffer.from(signature.toLowerCase()))) return Number(id)
  }
  return null
}
