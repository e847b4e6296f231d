import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { DomainError, OutcomeUnknownError } from '../../platform/errors.ts'
import { callPayPal, issueOf, type Patiences } from './call.ts'
import type { PayPalSessions } from './session.ts'

const signed = z.object({
  'paypal-auth-algo': z.string().regex(/^[A-Za-z0-9]{1,100}$/),
  'paypal-cert-url': z.url({ protocol: /^https?$/ }).max(500),
  'paypal-transmission-id': z.string().regex(/^\S{1,50}$/),
  'paypal-transmission-sig': z.string().regex(/^\S{1,500}$/),
  'paypal-transmission-time': z.iso.datetime({ offset: true }),
})

const event = z.looseObject({ id: z.string().min(1), event_type: z.string().min(1) })

/** An event as it came, with what PayPal says to have signed it by. */
export interface Transmission {
  headers: z.output<typeof signed>
  event: z.output<typeof event>
  /** Its text, a whole JSON value. */
  text: string
}

/** Null for what can't be an event of PayPal: it is not asked about then. */
export function readTransmission(rawBody: Buffer, headers: IncomingHttpHeaders): Transmission | null {
  const read = signed.safeParse(headers)
  const text = rawBody.toString('utf8')
  const body = event.safeParse(parsed(text))
  return read.success && body.success ? { headers: read.data, event: body.data, text } : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const answer = z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) })

/**
 * Asks PayPal whether it signed an event. The event goes there as it came, letter for letter: the signature covers the
 * checksum of its text.
 * @throws DomainError `unavailable` where PayPal does not say; it sends the event again.
 */
export async function isGenuine(
  sessions: PayPalSessions,
  patience: Patiences,
  webhookId: string,
  { headers, text }: Transmission,
): Promise<boolean> {
  const facts = JSON.stringify({
    auth_algo: headers['paypal-auth-algo'],
    cert_url: headers['paypal-cert-url'],
    transmission_id: headers['paypal-transmission-id'],
    transmission_sig: headers['paypal-transmission-sig'],
    transmission_time: headers['paypal-transmission-time'],
    webhook_id: webhookId,
  })
  const asked = `${facts.slice(0, -1)},"webhook_event":${text}}`
  try {
    const said = await callPayPal(sessions, 'verify event', patience.lookUp, ({ request }, options) => {
      const verification = request('POST', '/v1/notifications/verify-webhook-signature')
      verification.header('Content-Type', 'application/json')
      verification.text(asked)
      return verification.callAsText(options)
    })
    return answer.parse(JSON.parse(said)).verification_status === 'SUCCESS'
  } catch (error) {
    if (issueOf(error) !== null) return false
    const isAway = error instanceof OutcomeUnknownError || error instanceof DomainError
    throw isAway ? new DomainError('unavailable') : error
  }
}
