import { randomBytes, randomInt } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** An id in Stripe's form, e.g. `pi_3Qk…`: prefix, underscore, letters and digits. */
export function newStripeId(prefix: string, length = 24): string {
  let tail = ''
  for (let index = 0; index < length; index += 1) tail += letters[randomInt(letters.length)]
  return `${prefix}_${tail}`
}

const capitals = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'

/** An id in PayPal's form: capitals and digits, e.g. `5O190127TN364715T`. */
export function newPaypalId(length = 17): string {
  let id = ''
  for (let index = 0; index < length; index += 1) id += capitals[randomInt(capitals.length)]
  return id
}

/** An id in Twilio's form, e.g. `SM` and 32 hex digits. */
export function newTwilioSid(prefix: string): string {
  return prefix + randomBytes(16).toString('hex')
}
