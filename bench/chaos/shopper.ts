import { randomUUID } from 'node:crypto'
import { startSession } from '../../server/src/features/identity/index.ts'
import type { MadeTenant, MadeUser } from '../../server/test/factories.ts'
import { decideAt } from '../../server/test/wallet.ts'
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
  return { consumer, tenant, headers: await signIn(world, consumer.id) }
}

/** What a browser sends in which that user is signed in. */
export async function signIn(world: World, userId: number): Promise<Record<string, string>> {
  const { reader } = world.deps.db
  const user = await reader
    .selectFrom('users')
    .select(['id', 'passwordHash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const sid = `sid=${await startSession(reader, user, false)}`
  const first = await world.app.inject({ url: '/v1/token-validity', headers: { cookie: sid } })
  const xsrf = first.cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value
  if (first.statusCode !== 200 || !xsrf) throw new Error(`The session is not taken: ${first.statusCode}`)
  return { cookie: `${sid}; XSRF-TOKEN=${xsrf}`, 'x-xsrf-token': xsrf }
}

/** Saves what a payment of that kind is made with by one click. */
export async function saveDefault(world: World, shopper: Shopper, kind: PaymentKind): Promise<void> {
  if (kind === 'default card') await saveCard(world, shopper)
  if (kind === 'default wallet') await saveWallet(world, shopper)
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

async function saveWallet(world: World, { tenant, headers }: Shopper): Promise<void> {
  const base = `/v1/customers/${tenant.url}/default-payment/paypal`
  const begun = await world.app.inject({ url: base, headers })
  const to = await decideAt(String(begun.json().redrictUrl))
  const payload = { approvalToken: to.searchParams.get('approval_token_id') }
  const saved = await world.app.inject({ method: 'POST', url: `${base}/confirm`, headers, payload })
  if (saved.statusCode >= 300) throw new Error(`The wallet was not saved: ${saved.body}`)
}

export const paymentKinds = ['card', 'default card', 'wallet', 'default wallet'] as const
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
  /** The wallet's order, once it is known. */
  order: { id: string; approveUrl: string } | null
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
    order: null,
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

/** Sends a click once, and notes a definite answer or the bank's question in it. A wallet's owner approves meanwhile. */
export async function press(origin: string, one: Click): Promise<Reply> {
  if (one.kind === 'wallet' && !one.order) {
    const ordered = await orderFirst(origin, one)
    if (!one.order) return noteReply(one, ordered)
  }
  return noteReply(one, await sendPayment(origin, one))
}

const baseOf = (origin: string, { shopper }: Click) => `${origin}/v1/customers/${shopper.tenant.url}`
const headersOf = ({ shopper, key }: Click) => ({ ...shopper.headers, 'idempotency-key': key })

/** Orders with a wallet, whose owner agrees at once. */
export async function orderFirst(origin: string, one: Click): Promise<Reply> {
  const { packageId } = one
  const url = `${baseOf(origin, one)}/package/paypal/order`
  const reply = await send(url, 'POST', headersOf(one), { packageId })
  const { id, approveUrl } = reply.body
  if (reply.status >= 300 || typeof id !== 'string' || typeof approveUrl !== 'string') return reply
  one.order = { id, approveUrl }
  // Of two windows one has agreed before.
  await decideAt(approveUrl).catch(() => null)
  return reply
}

function sendPayment(origin: string, one: Click): Promise<Reply> {
  const { shopper, packageId, kind, paymentId, challenge, order } = one
  const base = baseOf(origin, one)
  const resumed = challenge ? { purchaseId: challenge.purchaseId } : {}
  const [path, body] = {
    card: [
      `consumers/${shopper.consumer.id}/package/purchase/stripe`,
      { paymentId, packageId, ...resumed },
    ] as const,
    'default card': ['package/purchase/default-payment/stripe', { packageId, ...resumed }] as const,
    wallet: ['package/paypal/checkout', { packageId, orderId: order?.id }] as const,
    'default wallet': ['package/purchase/default-payment/paypal', { packageId }] as const,
  }[kind]
  return send(`${base}/${path}`, 'POST', headersOf(one), body)
}

function noteReply(one: Click, reply: Reply): Reply {
  const { purchaseId, clientSecret } = reply.body
  if (reply.status === 201 && clientSecret) {
    one.challenge = { purchaseId: Number(purchaseId), clientSecret: String(clientSecret) }
    return reply
  }
  const isTaken = reply.status === 200 || reply.status === 201
  if (isTaken && purchaseId) one.isAcknowledged = true
  const isOpen = reply.status === 0 || reply.status >= 500 || openCodes.has(reply.code)
  if (!isTaken && !isOpen) one.refusal = `${reply.status} ${reply.code}`
  // The order of a repeated click that is paid by now.
  if (one.kind === 'wallet' && reply.code === 'earlier_purchase_paid') one.isAcknowledged = true
  return reply
}

/** Answers that leave open whether anything was charged, or wait for the wallet's owner. */
const openCodes = new Set(['payment_pending', 'approval_missing', 'earlier_purchase_paid'])
