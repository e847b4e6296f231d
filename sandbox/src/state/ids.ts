import { randomBytes, randomInt } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** An id in Stripe's form, e.g. `pi_3Qk…`: prefix, underscore, letters and digits. */
export function newStripeId(prefix: string, length = 24): string {
  let tail = ''
  for (let index = 0; index < length; index += 1) tail += letters[randomInt(letters.length)]
  return `${prefix}_${tail}`
}

/** An id in Twilio's form, e.g. `SM` and 32 hex digits. */
export function newTwilioSid(prefix: string): string {
  return prefix + randomBytes(16).toString('hex')
}
