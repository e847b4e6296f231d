import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { World } from '../context.ts'
import { closeDispute, openDispute } from '../stripe/disputes.ts'
import { StripeFailure } from '../stripe/errors.ts'
import { idOf } from '../stripe/references.ts'
import { finishRefund } from '../stripe/refunds.ts'
import { receiveFromPhone } from '../twilio/inbound.ts'
import { showMessage } from '../twilio/messages.ts'
import { configure } from './config.ts'
import { BadControl, readBody } from './input.ts'
import { seed } from './seed.ts'
import { readState } from './state.ts'
import { addFault, setWebhookMode } from './switches.ts'

type Work = (request: FastifyRequest) => unknown

/** Mounts `/sandbox/control/…`: what a test or the switches page orders of the sandbox. Answers `{ data }`. */
export function controlRoutes(app: FastifyInstance, world: World): void {
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, work: Work) =>
    app.route({
      method,
      url: `/sandbox/control${path}`,
      handler: async (request, reply) => {
        try {
          return await reply.code(200).send({ data: work(request) })
        } catch (error) {
          if (!(error instanceof BadControl) && !(error instanceof StripeFailure)) throw error
          return await reply.code(400).send({ message: error.message, code: 'bad_control_call' })
        }
      },
    })

  call('GET', '/state', () => readState(world))
  call('POST', '/reset', () => {
    world.reset()
    return { reset: true }
  })
  call('POST', '/seed', (request) => seed(world, request.body))
  call('POST', '/config', (request) => configure(world, request.body))
  call('POST', '/sms/inbound', (request) => {
    const input = readBody(request.body)
    input.only('from', 'body', 'to')
    const to = input.text('to')
    const reply = { from: input.needText('from'), body: input.needText('body'), ...(to && { to }) }
    return showMessage(receiveFromPhone(world.twilio, reply))
  })
  faultCalls(call, world)
  webhookCalls(call, world)
  moneyCalls(call, world)
}

type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, work: Work) => void

function faultCalls(call: Call, world: World): void {
  call('GET', '/faults', () => world.faults.list())
  call('POST', '/faults', (request) => addFault(world, request.body))
  call('DELETE', '/faults', () => {
    world.faults.clear()
    return []
  })
  call('DELETE', '/faults/:id', (request) => {
    world.faults.remove(Number((request.params as { id: string }).id))
    return world.faults.list()
  })
}

function webhookCalls(call: Call, world: World): void {
  call('POST', '/webhooks', (request) => setWebhookMode(world, request.body))
  call('POST', '/webhooks/flush', () => ({ sent: world.deliveries.flush() }))
  call('POST', '/webhooks/resend', (request) => {
    const input = readBody(request.body)
    input.only('id')
    return { sent: world.deliveries.resend(input.text('id')) }
  })
}

function moneyCalls(call: Call, world: World): void {
  call('POST', '/disputes', (request) => {
    const input = readBody(request.body)
    input.only('charge', 'paymentIntent', 'reason', 'amountCents')
    const intent = world.books.paymentIntents.get(input.text('paymentIntent') ?? '')
    const charge = input.text('charge') ?? idOf(intent?.latest_charge)
    if (!charge) throw new BadControl("'charge' or the 'paymentIntent' of a payment is needed.")
    const amountCents = input.whole('amountCents', 1)
    const reason = input.text('reason')
    return openDispute(world.stripe, charge, {
      ...(reason && { reason }),
      ...(amountCents && { amountCents }),
    })
  })
  call('POST', '/disputes/:id/close', (request) => {
    const input = readBody(request.body)
    input.only('status')
    const status = input.oneOf('status', ['won', 'lost'])
    if (!status) throw new BadControl("'status' must be won or lost.")
    return closeDispute(world.stripe, (request.params as { id: string }).id, status)
  })
  call('POST', '/refunds/:id/finish', (request) => {
    const input = readBody(request.body)
    input.only('outcome')
    const outcome = input.oneOf('outcome', ['succeeded', 'failed'])
    if (!outcome) throw new BadControl("'outcome' must be succeeded or failed.")
    const how = outcome === 'failed' ? 'refund_fails' : 'refund_pending'
    const refund = finishRefund(world.stripe, (request.params as { id: string }).id, how)
    if (!refund) throw new BadControl('There is no such refund.')
    return refund
  })
}
