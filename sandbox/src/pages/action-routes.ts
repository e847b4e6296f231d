import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../context.ts'
import { refusalOf } from '../control/call.ts'
import { configure } from '../control/config.ts'
import { readBody } from '../control/input.ts'
import { decide, dispute, finish, refund } from '../control/money-calls.ts'
import { addFault, setWebhookMode } from '../control/switches.ts'
import { finishCapture } from '../paypal/captures.ts'
import { endToken, findPaymentToken, finishVault } from '../paypal/payment-tokens.ts'
import { detachAtDashboard } from '../stripe/payment-methods.ts'

type Form = Record<string, string | undefined>

/** Mounts what the forms on the pages do: the same as the control calls, answered by the page again. */
export function actionRoutes(app: FastifyInstance, world: World): void {
  const action = (path: string, home: string, work: (form: Form, request: FastifyRequest) => string) =>
    app.post(path, (request, reply) => {
      try {
        return back(reply, home, work((request.body ?? {}) as Form, request))
      } catch (error) {
        return back(reply, home, refusalOf(error))
      }
    })
  action('/sandbox/switches/faults', '/sandbox/switches', (form) => {
    addFault(world, numbersOf(form, 'times', 'latencyMs'))
    return 'Switched on.'
  })
  action('/sandbox/switches/faults/:id/remove', '/sandbox/switches', (_form, request) => {
    world.faults.remove(Number(idOfPath(request)))
    return 'Switched off.'
  })
  action('/sandbox/switches/webhooks', '/sandbox/switches', (form) => {
    setWebhookMode(world, {
      ...numbersOf(form, 'delayMs', 'repeat', 'lose'),
      shuffle: form.shuffle === 'true',
    })
    return 'Set.'
  })
  action('/sandbox/switches/config', '/sandbox/switches', (form) => {
    configure(world, numbersOf(form, 'searchLagMs', 'stripePerSecond'))
    return 'Set.'
  })
  action('/sandbox/switches/flush', '/sandbox/switches', () => `Sent ${world.deliveries.flush()}.`)
  action(
    '/sandbox/switches/resend',
    '/sandbox/switches',
    (form) => `Sent ${world.deliveries.resend(form.id)} again.`,
  )
  action('/sandbox/switches/reset', '/sandbox/switches', () => {
    world.reset()
    return 'Everything is forgotten.'
  })
  moneyActions(action, world)
}

type Action = (path: string, home: string, work: (form: Form, request: FastifyRequest) => string) => void

/** What a payer, a bank or a person at a provider's dashboard does to money. */
function moneyActions(action: Action, world: World): void {
  const page = '/sandbox/money'
  action('/sandbox/money/faults', page, (form) => {
    addFault(world, numbersOf(form, 'latencyMs'))
    return 'The next payment there meets it.'
  })
  action('/sandbox/money/faults/:id/remove', page, (_form, request) => {
    world.faults.remove(Number(idOfPath(request)))
    return 'Switched off.'
  })
  action('/sandbox/money/disputes', page, (form) => {
    dispute(world, readBody(form))
    return 'The payment is disputed.'
  })
  action('/sandbox/money/disputes/:id', page, (form, request) => {
    const status = form.status === 'won' ? 'won' : 'lost'
    decide(world, idOfPath(request), status)
    return `The dispute is ${status}.`
  })
  action('/sandbox/money/refunds', page, (form) => {
    refund(world, readBody(form))
    return 'The payment was refunded at the provider.'
  })
  action('/sandbox/money/refunds/:id', page, (form, request) => {
    const outcome = form.outcome === 'failed' ? 'failed' : 'succeeded'
    finish(world, idOfPath(request), outcome)
    return `The refund has ${outcome}.`
  })
  action('/sandbox/money/captures/:id', page, (form, request) => {
    if (form.outcome === 'kept') {
      finishVault(world.paypal, idOfPath(request))
      return 'The wallet is kept.'
    }
    const outcome = form.outcome === 'denied' ? 'denied' : 'completed'
    finishCapture(world.paypal, idOfPath(request), outcome)
    return `The payment is ${outcome}.`
  })
  action('/sandbox/money/wallets/:id/revoke', page, (_form, request) => {
    endToken(world.paypal, findPaymentToken(world.paypal, idOfPath(request)), 'revoked')
    return 'The payer has ended the agreement.'
  })
  action('/sandbox/money/cards/:id/detach', page, (_form, request) => {
    detachAtDashboard(world.stripe, idOfPath(request))
    return 'The card was detached at Stripe.'
  })
}

const idOfPath = (request: FastifyRequest) => (request.params as { id: string }).id

/** Back to a page, with a sentence about what was done. */
export function back(reply: FastifyReply, home: string, notice: string): FastifyReply {
  return reply.redirect(`${home}?notice=${encodeURIComponent(notice)}`, 303)
}

/** A form's fields as a control call's: numbers as numbers, empty ones left out. */
function numbersOf(form: Form, ...names: string[]): Record<string, unknown> {
  const given = Object.entries(form).filter(([, value]) => value !== '' && value !== undefined)
  return Object.fromEntries(
    given.map(([name, value]) => [name, names.includes(name) ? Number(value) : value]),
  )
}
