import { limits } from '@almanac/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { SmsCallbacks } from './ports.ts'
import { type BounceDeps, receiveBounce } from './receive-bounce.ts'
import { receiveStatus } from './receive-status.ts'
import { receiveStop } from './receive-stop.ts'
import { followLink, readLink, type UnsubscribeDeps } from './unsubscribe.ts'
import { askPage, donePage, unknownPage, unsubscribePolicy } from './unsubscribe-page.ts'

export interface WebhookDeps extends UnsubscribeDeps, BounceDeps {
  smsCallbacks: SmsCallbacks
  log: Log
}

const formType = 'application/x-www-form-urlencoded'
/** The SMS provider sends some thirty, with media a few more. */
const formFieldsMax = 200

/**
 * What others call: the SMS provider's callbacks, verified by their signature, the unsubscribe links of letters, verified
 * by their token, and letters that come back, verified by the mail host's secret. All are exempt from CSRF and read what the
 * product's own calls never send.
 */
export function registerDeliveryWebhooks(app: FastifyInstance, deps: WebhookDeps): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(formType, { parseAs: 'string' }, (_request, body, done) => {
      const text = String(body)
      if (text.split('&', formFieldsMax + 1).length > formFieldsMax) return done(new DomainError('too_large'))
      done(null, Object.fromEntries(new URLSearchParams(text)))
    })
    // Mail programs may put their one click into any body (RFC 8058); what it says is already in the address.
    scope.addContentTypeParser('*', (_request, body, done) => {
      body.resume()
      done(null)
    })
    scope.post('/v1/webhooks/twilio/status', (request, reply) => receiveStatus(deps, request, reply))
    scope.post('/v1/webhooks/twilio/inbound', (request, reply) => receiveStop(deps, request, reply))
    scope.get('/v1/unsubscribe/:token', async (request, reply) => {
      const linked = await readLink(deps, tokenOf(request))
      return sendPage(reply, linked ? 200 : 404, linked ? askPage(linked) : unknownPage())
    })
    scope.post('/v1/unsubscribe/:token', async (request, reply) => {
      const linked = await readLink(deps, tokenOf(request))
      if (!linked) return sendPage(reply, 404, unknownPage())
      await followLink(deps, linked, request.ip)
      return sendPage(reply, 200, donePage(linked))
    })
  })
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('message/rfc822', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    const size = { bodyLimit: limits.returnedMailMaxBytes }
    scope.post('/v1/webhooks/mail/bounce', size, (request, reply) => receiveBounce(deps, request, reply))
  })
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
