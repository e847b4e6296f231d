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
import { showAccount, showService } from './account.ts'
import type { TwilioWorld } from './context.ts'
import { TwilioFailure } from './errors.ts'
import { createMessage, listMessages, showMessage } from './messages.ts'

type Work = (accountSid: string, request: FastifyRequest) => Answer

const accounts = '/api.twilio.com/2010-04-01/Accounts'

/** Mounts Twilio's API. The host stands as the first part of the path, since the SDK can't be pointed elsewhere. */
export function twilioRoutes(app: FastifyInstance, world: TwilioWorld): void {
  const route = (method: 'GET' | 'POST', url: string, work: Work) =>
    app.route({ method, url, handler: (request, reply) => handle(world, work, request, reply) })
  const messages = `${accounts}/:account/Messages`

  route('POST', `${messages}.json`, (account, request) => {
    const record = createMessage(world, account, (request.body ?? {}) as Record<string, unknown>)
    return { status: 201, body: showMessage(record) }
  })
  route('GET', `${messages}.json`, (account, request) => {
    return { status: 200, body: listMessages(world, account, request.query as Record<string, unknown>) }
  })
  route('GET', `${messages}/:file`, (account, request) => {
    const { file } = request.params as { file: string }
    const record = world.books.sms.get(file.replace(/\.json$/, ''))
    if (!record || record.accountSid !== account) throw notFound(request)
    return { status: 200, body: showMessage(record) }
  })
  route('GET', `${accounts}/:file`, (account, request) => {
    return { status: 200, body: showAccount(account, credentialsOf(request).user) }
  })
  route('GET', '/messaging.twilio.com/v1/Services/:service', (account, request) => {
    const { service } = request.params as { service: string }
    return { status: 200, body: showService(world, account, service) }
  })
  for (const host of ['api', 'messaging']) {
    app.all(`/${host}.twilio.com/*`, async (request, reply) =>
      reply.code(404).send(notFound(request).envelope),
    )
  }
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
    const account = accountOf(world, request)
    authenticate(world, account, request)
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

/** Whose account is spoken of; only the older API has it in its paths. */
function accountOf(world: TwilioWorld, request: FastifyRequest): string {
  const { account, file } = request.params as { account?: string; file?: string }
  const inPath = account ?? file?.replace(/\.json$/, '')
  if (inPath !== undefined) return inPath
  const { user } = credentialsOf(request)
  return user.startsWith('AC') ? user : world.options.twilio.accountSid || `AC${'0'.repeat(32)}`
}

function credentialsOf({ headers }: FastifyRequest): { user: string; secret: string } {
  const [user = '', ...rest] = Buffer.from(headers.authorization?.replace(/^Basic /, '') ?? '', 'base64')
    .toString()
    .split(':')
  return { user, secret: rest.join(':') }
}

/** Basic authentication by account and token, or by an API key and its secret. */
function authenticate(world: TwilioWorld, account: string, request: FastifyRequest): void {
  const { user, secret } = credentialsOf(request)
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
  const path = request.url.replace(/^\/\w+\.twilio\.com/, '').split('?')[0]
  return new TwilioFailure(20404, `The requested resource ${path} was not found`, 404)
}
