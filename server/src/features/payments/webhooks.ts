import { limits } from '@almanac/contract/limits'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '../../platform/errors.ts'
import { isBoundedJson } from '../../platform/http/json-bounds.ts'
import type { PaymentDeps } from './deps.ts'
import { listProviders } from './providers.ts'
import { receiveEvent } from './receive-event.ts'

/**
 * Where the providers call back: outside of the contract, without session and CSRF, verified by the signature
 * over the raw body. Everything it needs stays inside its own plugin scope.
 */
export async function registerPaymentWebhooks(
  app: FastifyInstance,
  deps: Pick<PaymentDeps, 'db' | 'providers'>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const provider of listProviders(deps)) {
      scope.post(`/v1/webhooks/${provider.name}`, { bodyLimit: limits.eventMaxBytes }, async (request) => {
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        if (!isBoundedJson(rawBody.toString('latin1'))) throw new DomainError('invalid_input')
        await receiveEvent(deps, provider, rawBody, request.headers)
        return { received: true }
      })
    }
  })
}
