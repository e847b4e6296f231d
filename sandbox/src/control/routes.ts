import type { FastifyInstance } from 'fastify'
import type { World } from '../context.ts'
import { receiveFromPhone } from '../twilio/inbound.ts'
import { showMessage } from '../twilio/messages.ts'
import { type Call, refusalOf } from './call.ts'
import { configure } from './config.ts'
import { readBody } from './input.ts'
import { moneyCalls } from './money-calls.ts'
import { seed } from './seed.ts'
import { readState } from './state.ts'
import { addFault, setWebhookMode } from './switches.ts'

/** Mounts `/sandbox/control/…`: what a test or the switches page orders of the sandbox. Answers `{ data }`. */
export function controlRoutes(app: FastifyInstance, world: World): void {
  const call: Call = (method, path, work) =>
    app.route({
      method,
      url: `/sandbox/control${path}`,
      handler: async (request, reply) => {
        try {
          return await reply.code(200).send({ data: work(request) })
        } catch (error) {
          const message = refusalOf(error)
          return await reply.code(400).send({ message, code: 'bad_control_call' })
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
