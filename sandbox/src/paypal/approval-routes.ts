import type { FastifyInstance, FastifyReply } from 'fastify'
import { assetRoutes } from '../http/assets.ts'
import type { Markup } from '../http/html.ts'
import { type Approval, approvalPage, closedPage } from './approval-page.ts'
import type { PaypalWorld } from './context.ts'
import { approveOrder, usualPayer } from './orders.ts'
import { payerOf } from './payers.ts'
import { type Funding, fundings, type OrderRow, type SetupTokenRow } from './rows.ts'
import { approveSetup, findSetupToken } from './setup-tokens.ts'

type Form = Record<string, string | undefined>

/** Mounts the pages that `payer-action` and `approve` links lead to, at the addresses they have at PayPal. */
export function approvalRoutes(app: FastifyInstance, world: PaypalWorld): void {
  assetRoutes(app, '/sandbox-wallet/assets', import.meta.url, ['wallet.css'])

  app.get('/checkoutnow', (request, reply) => {
    const order = waitingOrder(world, (request.query as Form).token)
    return order ? sendPage(reply, approvalPage(ofOrder(order)), ofOrder(order)) : closed(reply)
  })
  app.post('/checkoutnow', (request, reply) => {
    const form = (request.body ?? {}) as Form
    const order = waitingOrder(world, form.token ?? (request.query as Form).token)
    if (!order) return closed(reply)
    const back = { token: order.id }
    return decide(reply, form, ofOrder(order), back, (input) => {
      const approved = approveOrder(world, order, input)
      return { PayerID: approved.payer?.accountId ?? '' }
    })
  })

  app.get('/agreements/approve', (request, reply) => {
    const token = waitingSetup(world, (request.query as Form).approval_session_id)
    return token ? sendPage(reply, approvalPage(ofSetup(token)), ofSetup(token)) : closed(reply)
  })
  app.post('/agreements/approve', (request, reply) => {
    const form = (request.body ?? {}) as Form
    const token = waitingSetup(world, form.approval_session_id ?? (request.query as Form).approval_session_id)
    if (!token) return closed(reply)
    const back = { approval_token_id: token.id, approval_session_id: token.id }
    return decide(reply, form, ofSetup(token), back, (input) => {
      approveSetup(world, token, input)
      return {}
    })
  })
}

function waitingOrder(world: PaypalWorld, id: string | undefined): OrderRow | undefined {
  const order = world.books.paypalOrders.get(id ?? '')
  const waits = order && ['CREATED', 'PAYER_ACTION_REQUIRED'].includes(order.status)
  return waits && order.expiresAtMs > Date.now() ? order : undefined
}

function waitingSetup(world: PaypalWorld, id: string | undefined): SetupTokenRow | undefined {
  const token = findSetupToken(world, id ?? '')
  return token?.status === 'PAYER_ACTION_REQUIRED' ? token : undefined
}

function ofOrder(order: OrderRow): Approval {
  return {
    wallet: order.wallet ?? 'paypal',
    action: '/checkoutnow',
    idName: 'token',
    id: order.id,
    brandName: order.brandName,
    amountCents: order.amountCents,
    description: order.description,
    keeps: order.vault !== null,
    email: usualPayer(order.id, order.email).email,
    returnUrl: order.returnUrl,
    cancelUrl: order.cancelUrl,
  }
}

function ofSetup(token: SetupTokenRow): Approval {
  return {
    wallet: token.wallet,
    action: '/agreements/approve',
    idName: 'approval_session_id',
    id: token.id,
    brandName: token.brandName,
    amountCents: null,
    description: token.description,
    keeps: true,
    email: usualPayer(token.id, null).email,
    returnUrl: token.returnUrl,
    cancelUrl: token.cancelUrl,
  }
}

type Approve = (input: { payer: ReturnType<typeof payerOf>; funding: Funding }) => Record<string, string>

/** Does what the payer decided and leads them back to the shop. */
function decide(
  reply: FastifyReply,
  form: Form,
  approval: Approval,
  back: Record<string, string>,
  approve: Approve,
): FastifyReply {
  if (form.decision === 'cancel') return leave(reply, approval.cancelUrl, back, false)
  if (form.decision !== 'approve') {
    return reply.code(400).send({ message: "'decision' must be approve or cancel.", code: 'bad_decision' })
  }
  const funding = fundings.find((one) => one === form.funding) ?? 'balance'
  const email = form.email?.includes('@') ? form.email : approval.email
  const more = approve({ payer: payerOf(email), funding })
  return leave(reply, approval.returnUrl, { ...back, ...more }, true)
}

function leave(
  reply: FastifyReply,
  target: string | null,
  query: Record<string, string>,
  approved: boolean,
): FastifyReply {
  if (target === null) {
    const sentence = approved ? 'You have approved it.' : 'You have not approved it.'
    return sendPage(reply, closedPage(`${sentence} You can return to the shop.`))
  }
  const url = new URL(target)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return reply.redirect(url.href, 303)
}

function closed(reply: FastifyReply): FastifyReply {
  return sendPage(
    reply.code(404),
    closedPage('This link was answered before, is too old, or belongs to nothing.'),
  )
}

/** Chromium holds a form's redirect to `form-action` too, so the shop's addresses stand in it. */
function sendPage(reply: FastifyReply, page: Markup, approval?: Approval): FastifyReply {
  const targets = [approval?.returnUrl, approval?.cancelUrl].flatMap((url) =>
    url ? [new URL(url).origin] : [],
  )
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': [
        "default-src 'none'",
        "style-src 'self'",
        "font-src 'self'",
        'img-src data:',
        "base-uri 'none'",
        `form-action ${["'self'", ...new Set(targets)].join(' ')}`,
        "frame-ancestors 'none'",
      ].join('; '),
    })
    .send(page.text)
}
