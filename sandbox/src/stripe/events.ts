import type Stripe from 'stripe'
import { newStripeId } from '../state/ids.ts'
import type { Sign } from '../webhooks/send-queue.ts'
import { nowSeconds, type StripeCall, type StripeWorld } from './context.ts'

/** The one API version that stripe@23.1.0 speaks. */
export const apiVersion = '2026-10-28.endive'

type Cause = Pick<StripeCall, 'requestId' | 'idempotencyKey'>

/** Keeps an event and sends it to the webhook address, if there is one. `object` is copied as it is now. */
export function emit(
  world: StripeWorld,
  type: string,
  object: { id: string },
  more: { cause?: Cause; previous?: Record<string, unknown> } = {},
): void {
  const id = newStripeId('evt')
  const url = world.options.stripe.webhookUrl
  const event = {
    id,
    object: 'event',
    api_version: apiVersion,
    created: nowSeconds(),
    data: { object: structuredClone(object), ...(more.previous && { previous_attributes: more.previous }) },
    livemode: false,
    pending_webhooks: url === '' ? 0 : 1,
    request: { id: more.cause?.requestId ?? null, idempotency_key: more.cause?.idempotencyKey ?? null },
    type,
  } as unknown as Stripe.Event
  world.books.events.put({ id, event })
  if (url === '') return
  world.deliveries.enqueue({
    provider: 'stripe',
    subject: id,
    label: type,
    url,
    body: JSON.stringify(event, null, 2),
    maxAttempts: 200,
  })
}

/** Signs with the SDK's own function, so that `constructEvent` takes it. */
export function signStripe(secret: () => string): Sign {
  return async (delivery) => ({
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    'stripe-signature': (await import('stripe')).default.webhooks.generateTestHeaderString({
      payload: delivery.body,
      secret: secret(),
    }),
  })
}
