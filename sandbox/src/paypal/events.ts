import { createSign, createVerify, randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { newPaypalId } from '../state/ids.ts'
import type { Sign } from '../webhooks/send-queue.ts'
import { link, now, type PaypalCall, type PaypalWorld } from './context.ts'
import type { PaypalEvent } from './rows.ts'

const algorithm = 'SHA256withRSA'
const certificatePath = '/v1/notifications/certs/CERT-SANDBOX'

type Kind = { type: string; resourceType: string; version?: '2.0' | '3.0'; summary: string }

/** Keeps an event and sends it to the webhook address, if there is one. `resource` is copied as it is now. */
export function emit(world: PaypalWorld, kind: Kind, resource: object): void {
  const id = `WH-${newPaypalId(17)}-${newPaypalId(17)}`
  const event: PaypalEvent = {
    id,
    create_time: now(),
    resource_type: kind.resourceType,
    event_version: '1.0',
    event_type: kind.type,
    summary: kind.summary,
    resource_version: kind.version ?? '2.0',
    resource: structuredClone(resource) as Record<string, unknown>,
    links: [
      link(world, 'self', `/v1/notifications/webhooks-events/${id}`),
      link(world, 'resend', `/v1/notifications/webhooks-events/${id}/resend`, 'POST'),
    ],
  }
  world.books.paypalEvents.put({ id, event })
  const url = world.options.paypal.webhookUrl
  if (url === '') return
  const body = JSON.stringify(event)
  world.deliveries.enqueue({ provider: 'paypal', subject: id, label: kind.type, url, body, maxAttempts: 25 })
}

function signedText(transmission: string, time: string, webhookId: string, body: string): string {
  return `${transmission}|${time}|${webhookId}|${crc32(body)}`
}

/** Signs each attempt as PayPal does: over its id, its time, the webhook's id and the checksum of the body. */
export function signPaypal(world: () => PaypalWorld): Sign {
  return async (delivery) => {
    const { privateKey } = await world().signingKey.get()
    const transmission = randomUUID()
    const time = now()
    const text = signedText(transmission, time, world().options.paypal.webhookId, delivery.body)
    return {
      'content-type': 'application/json',
      'user-agent': 'PayPal/AUHR-1.0',
      'paypal-transmission-id': transmission,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': createSign('sha256').update(text).sign(privateKey, 'base64'),
      'paypal-cert-url': world().publicUrl() + certificatePath,
      'paypal-auth-algo': algorithm,
    }
  }
}

type Verification = {
  auth_algo: string
  cert_url: string
  transmission_id: string
  transmission_sig: string
  transmission_time: string
  webhook_id: string
  webhook_event: unknown
}

/** `POST /v1/notifications/verify-webhook-signature`. The event must come as it was sent, its fields in their order. */
export function verifySignature({ world, body }: PaypalCall<Verification>) {
  return { status: 200, body: { verification_status: isGenuine(world, body) ? 'SUCCESS' : 'FAILURE' } }
}

function isGenuine(world: PaypalWorld, given: Verification): boolean {
  const key = world.signingKey.peek()
  if (!key || given.auth_algo !== algorithm) return false
  if (given.cert_url !== world.publicUrl() + certificatePath) return false
  const text = signedText(
    given.transmission_id,
    given.transmission_time,
    given.webhook_id,
    JSON.stringify(given.webhook_event),
  )
  return createVerify('sha256').update(text).verify(key.publicKey, given.transmission_sig, 'base64')
}

/** The one webhook of the account. */
export function showWebhook(world: PaypalWorld) {
  const { webhookId: id, webhookUrl: url } = world.options.paypal
  return {
    id,
    url,
    event_types: [{ name: '*', description: 'ALL' }],
    links: [link(world, 'self', `/v1/notifications/webhooks/${id}`)],
  }
}
