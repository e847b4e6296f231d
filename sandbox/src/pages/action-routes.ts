import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../context.ts'
import { configure } from '../control/config.ts'
import { BadControl } from '../control/input.ts'
import { addFault, setWebhookMode } from '../control/switches.ts'
import { closeDispute, openDispute } from '../stripe/disputes.ts'
import { StripeFailure } from '../stripe/errors.ts'

type Form = Record<string, string | undefined>

/** Mounts what the forms on the pages do: the same as the control calls, answered by the page again. */
export function actionRoutes(app: FastifyInstance, world: World): void {
  const action = (path: string, home: string, work: (form: Form, request: FastifyRequest) => string) =>
    app.post(path, (request, reply) => {
      try {
        return back(reply, home, work((request.body ?? {}) as Form, request))
      } catch (error) {
        if (!(error instanceof BadControl) && !(error instanceof StripeFailure)) throw error
        return back(reply, home, error.message)
      }
    })
  const idOfPath = (request: FastifyRequest) => (request.params as { id: string }).id

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
    configure(world, numbersOf(form, 'searchLagMs'))
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
  action('/sandbox/money/disputes', '/sandbox/money', (form) => {
    openDispute(world.stripe, form.charge ?? '')
    return 'The cardholder has disputed the payment.'
  })
  action('/sandbox/money/disputes/:id', '/sandbox/money', (form, request) => {
    const status = form.status === 'won' ? 'won' : 'lost'
    closeDispute(world.stripe, idOfPath(request), status)
    return `The dispute is ${status}.`
  })
}

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
