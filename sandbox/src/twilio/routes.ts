import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type Answer,
  delayByFault,
  doesWork,
  outcomeFault,
  sendThroughFault,
} from '../faults/apply-faults.ts'
import type { FaultKind } from '../faults/faults.ts'
import type { TwilioWorld } from './context.ts'
import { TwilioFailure } from './errors.ts'
import { createMessage, listMessages, showMessage } from './messages.ts'

type Work = (accountSid: string, request: FastifyRequest) => Answer

/** Mounts Twilio's API. The host stands as the first part of the path, since the SDK can't be pointed elsewhere. */
export function twilioRoutes(app: FastifyInstance, world: TwilioWorld): void {
  const root = '/api.twilio.com/2010-04-01/Accounts/:account'
  const route = (method: 'GET' | 'POST', path: string, work: Work) =>
    app.route({ method, url: root + path, handler: (request, reply) => handle(world, work, request, reply) })

  route('POST', '/Messages.json', (account, request) => {
    const record = createMessage(world, account, (request.body ?? {}) as Record<string, unknown>)
    return { status: 201, body: showMessage(record) }
  })
  route('GET', '/Messages.json', (account, request) => {
    return { status: 200, body: listMessages(world, account, request.query as Record<string, unknown>) }
  })
  route('GET', '/Messages/:file', (account, request) => {
    const { file } = request.params as { file: string }
    const record = world.books.sms.get(file.replace(/\.json$/, ''))
    if (!record || record.accountSid !== account) throw notFound(request)
    return { status: 200, body: showMessage(record) }
  })
  app.all('/api.twilio.com/*', async (request, reply) => {
    return reply.code(404).send(notFound(request).envelope)
  })
}

async function handle(
  world: TwilioWorld,
  work: Work,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const path = request.url.split('?')[0] ?? ''
  const faults = world.faults.strike('twilio', request.method, path)
  const fault = outcomeFault(faults)
  await delayByFault(faults)
  sendThroughFault(reply, answerOf(world, work, request, fault), fault)
  return reply
}

function answerOf(
  world: TwilioWorld,
  work: Work,
  request: FastifyRequest,
  fault: FaultKind | undefined,
): Answer {
  try {
    const { account } = request.params as { account: string }
    authenticate(world, account, request.headers.authorization)
    if (!doesWork(fault)) return faultAnswer(fault)
    const answer = work(account, request)
    return fault === 'error_500_after_success' ? faultAnswer(fault) : answer
  } catch (error) {
    if (error instanceof TwilioFailure) return { status: error.status, body: error.envelope }
    console.error(error)
    return faultAnswer('error_500_before')
  }
}

function faultAnswer(fault: FaultKind | undefined): Answer {
  const failure =
    fault === 'rate_limited_429'
      ? new TwilioFailure(20429, 'Too Many Requests', 429)
      : fault === 'conflict_409'
        ? new TwilioFailure(20409, 'Conflict', 409)
        : new TwilioFailure(20500, 'Internal Server Error', 500)
  return { status: failure.status, body: failure.envelope }
}

/** Basic authentication by account and token, or by an API key and its secret. */
function authenticate(world: TwilioWorld, account: string, header: string | undefined): void {
  const [user = '', ...rest] = Buffer.from(header?.replace(/^Basic /, '') ?? '', 'base64')
    .toString()
    .split(':')
  const secret = rest.join(':')
  const { accountSid, authToken } = world.options.twilio
  const accountFits = /^AC[0-9a-fA-F]{32}$/.test(account) && (accountSid === '' || account === accountSid)
  const byAccount = user === account && secret !== '' && (accountSid === '' || equal(secret, authToken))
  const { keySid, keySecret } = world.options.twilio
  const isOwnKey = keySid === '' ? accountSid === '' : user === keySid && equal(secret, keySecret)
  const byKey = /^SK[0-9a-fA-F]{32}$/.test(user) && secret !== '' && isOwnKey
  if (!accountFits || !(byAccount || byKey)) throw new TwilioFailure(20003, 'Authenticate', 401)
}

function equal(left: string, right: string): boolean {
  const [one, two] = [Buffer.from(left), Buffer.from(right)]
  return one.length === two.length && timingSafeEqual(one, two)
}

function notFound(request: FastifyRequest): TwilioFailure {
  const path = request.url.replace(/^\/api\.twilio\.com/, '').split('?')[0]
  return new TwilioFailure(20404, `The requested resource ${path} was not found`, 404)
}
