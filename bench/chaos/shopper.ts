import { randomUUID } from 'node:crypto'
import { startSession } from '../../server/src/features/identity/index.ts'
import type { MadeTenant, MadeUser } from '../../server/test/factories.ts'
import type { World } from './world.ts'

/** A signed-in consumer, as far as the wire goes. */
export interface Shopper {
  consumer: MadeUser
  tenant: MadeTenant
  headers: Record<string, string>
}

/** Makes a consumer and signs them in. */
export async function makeShopper(world: World, tenant: MadeTenant, tokens = 0): Promise<Shopper> {
  const consumer = await world.make.consumer(tenant, { tokens })
  const { reader } = world.deps.db
  const user = await reader
    .selectFrom('users')
    .select(['id', 'passwordHash'])
    .where('id', '=', consumer.id)
    .executeTakeFirstOrThrow()
  const sid = `sid=${await startSession(reader, user, false)}`
  const first = await world.app.inject({ url: '/v1/token-validity', headers: { cookie: sid } })
  const xsrf = first.cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value
  if (first.statusCode !== 200 || !xsrf) throw new Error(`The session is not taken: ${first.statusCode}`)
  return { consumer, tenant, headers: { cookie: `${sid}; XSRF-TOKEN=${xsrf}`, 'x-xsrf-token': xsrf } }
}

/** Saves a card to pay with by one click. */
export async function saveCard(world: World, { tenant, headers }: Shopper): Promise<void> {
  const saved = await world.app.inject({
    method: 'POST',
    url: `/v1/customers/${tenant.url}/default-payment/stripe`,
    headers,
    payload: { paymentId: 'pm_card_visa' },
  })
  if (saved.statusCode !== 201) throw new Error(`The card was not saved: ${saved.body}`)
}

export const paymentKinds = ['card', 'default card'] as const
export type PaymentKind = (typeof paymentKinds)[number]

/** One press of a button; it is repeated under its key until it is answered. */
export interface Click {
  shopper: Shopper
  packageId: number
  kind: PaymentKind
  /** The card, where it is not the default one. */
  paymentId: string
  key: string
  /** The bank's question before the payment, if it asks one. */
  challenge: { purchaseId: number; clientSecret: string } | null
  /** Whether the client saw the purchase succeed. */
  isAcknowledged: boolean
  /** A definite no, if that was the answer. */
  refusal: string | null
}

export function click(
  shopper: Shopper,
  packageId: number,
  kind: PaymentKind,
  paymentId = 'pm_card_visa',
): Click {
  return {
    shopper,
    packageId,
    kind,
    paymentId,
    key: randomUUID(),
    challenge: null,
    isAcknowledged: false,
    refusal: null,
  }
}

/** An answer to a request; status 0 means that the connection ended without one. */
export interface Reply {
  status: number
  code: string
  body: Record<string, unknown>
}

/** Longer than a charge takes when none of its attempts is answered. */
const replyWithinMs = 100_000

/** Sends one request and never throws. */
export async function send(
  url: string,
  method: 'POST' | 'PUT',
  headers: Record<string, string>,
  payload?: object,
): Promise<Reply> {
  try {
    const response = await fetch(url, {
      method,
      headers: payload ? { ...headers, 'content-type': 'application/json' } : headers,
      ...(payload ? { body: JSON.stringify(payload) } : {}),
      signal: AbortSignal.timeout(replyWithinMs),
    })
    const body = (await response.json()) as Record<string, unknown>
    return { status: response.status, code: String(body.code ?? ''), body }
  } catch {
    return { status: 0, code: 'no answer', body: {} }
  }
}

/** Sends a click once, and notes a definite answer or the bank's question in it. */
export async function press(origin: string, one: Click): Promise<Reply> {
  const { shopper, packageId, kind, key, paymentId, challenge } = one
  const base = `${origin}/v1/customers/${shopper.tenant.url}`
  const headers = { ...shopper.headers, 'idempotency-key': key }
  const resumed = challenge ? { purchaseId: challenge.purchaseId } : {}
  const reply =
    kind === 'card'
      ? await send(`${base}/consumers/${shopper.consumer.id}/package/purchase/stripe`, 'POST', headers, {
          paymentId,
          packageId,
          ...resumed,
        })
      : await send(`${base}/package/purchase/default-payment/stripe`, 'POST', headers, {
          packageId,
          ...resumed,
        })
  const { purchaseId, clientSecret } = reply.body
  if (reply.status === 201 && clientSecret) {
    one.challenge = { purchaseId: Number(purchaseId), clientSecret: String(clientSecret) }
    return reply
  }
  if (reply.status === 201 && purchaseId) one.isAcknowledged = true
  const isOpen = reply.status === 0 || reply.status >= 500 || reply.code === 'payment_pending'
  if (reply.status !== 201 && !isOpen) one.refusal = `${reply.status} ${reply.code}`
  return reply
}
