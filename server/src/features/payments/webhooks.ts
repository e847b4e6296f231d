import { limits } from '@almanac/contract/limits'
import type { FastifyInstance } from 'fastify'
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
      scope.post(`/v1/webhooks/${provider.name}`, { bodyLimit: limits.webhookMaxBytes }, async (request) => {
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        await receiveEvent(deps, provider, rawBody, request.headers)
        return { received: true }
      })
    }
  })
}
