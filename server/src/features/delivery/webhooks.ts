import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { readPresent } from '../../platform/present.ts'
import { recordSmsOptOut } from '../identity/index.ts'
import type { SignedForm, SmsCallbacks } from './ports.ts'
import { recordStatus } from './record-outcome.ts'
import { followLink, readLink, type UnsubscribeDeps } from './unsubscribe.ts'
import { askPage, donePage, unknownPage, unsubscribePolicy } from './unsubscribe-page.ts'

export interface WebhookDeps extends UnsubscribeDeps {
  smsCallbacks: SmsCallbacks
  log: Log
}

const formType = 'application/x-www-form-urlencoded'

/**
 * What others call: the SMS provider's callbacks, verified by their signature, and the unsubscribe links of letters,
 * verified by their token. All are exempt from CSRF and read forms, which the product's own calls never send.
 */
export function registerDeliveryWebhooks(app: FastifyInstance, deps: WebhookDeps): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(formType, { parseAs: 'string' }, (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))))
    })
    // Mail programs may put their one click into any body (RFC 8058); what it says is already in the address.
    scope.addContentTypeParser('*', (_request, body, done) => {
      body.resume()
      done(null)
    })
    scope.post('/v1/webhooks/twilio/status', (request, reply) => receiveStatus(deps, request, reply))
    scope.post('/v1/webhooks/twilio/inbound', (request, reply) => receiveInbound(deps, request, reply))
    scope.get('/v1/unsubscribe/:token', async (request, reply) => {
      const linked = await readLink(deps, tokenOf(request))
      return sendPage(reply, linked ? 200 : 404, linked ? askPage(linked) : unknownPage())
    })
    scope.post('/v1/unsubscribe/:token', async (request, reply) => {
      const linked = await readLink(deps, tokenOf(request))
      if (!linked) return sendPage(reply, 404, unknownPage())
      await followLink(deps, linked)
      return sendPage(reply, 200, donePage(linked))
    })
  })
}

function signedForm(request: FastifyRequest): SignedForm {
  const signature = request.headers['x-twilio-signature']
  return {
    pathAndQuery: request.url,
    signature: typeof signature === 'string' ? signature : undefined,
    fields: (request.body ?? {}) as Record<string, string>,
  }
}

async function receiveStatus(
  deps: WebhookDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const status = deps.smsCallbacks.readStatus(signedForm(request))
  if (!status) throw new DomainError('forbidden')
  const { delivery } = request.query as { delivery?: unknown }
  const deliveryId = typeof delivery === 'string' && /^\d{1,15}$/.test(delivery) ? Number(delivery) : null
  const isOurs = deliveryId !== null && (await recordStatus(deps, deliveryId, status))
  if (!isOurs)
    deps.log.warn({ delivery: deliveryId }, 'a status names a message that is not of this delivery')
  return reply.code(204).send()
}

/** STOP and START hold from this moment; the provider has answered the phone, so that we don't. */
async function receiveInbound(
  { db, smsCallbacks }: WebhookDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const inbound = smsCallbacks.readInbound(signedForm(request))
  if (!inbound) throw new DomainError('forbidden')
  const { from, keyword } = inbound
  if (keyword === 'stop' || keyword === 'start') {
    await db.transact(async (tx) =>
      recordSmsOptOut(tx, from, keyword === 'stop' ? await readPresent(tx) : null),
    )
  }
  return reply.type('text/xml').send('<?xml version="1.0" encoding="UTF-8"?><Response/>')
}

function tokenOf(request: FastifyRequest): string {
  return (request.params as { token: string }).token
}

function sendPage(reply: FastifyReply, status: 200 | 404, html: string): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('content-security-policy', unsubscribePolicy)
    .type('text/html; charset=utf-8')
    .send(html)
}
