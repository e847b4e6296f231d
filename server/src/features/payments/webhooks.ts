import { limits } from '@almanac/contract/limits'
import type { FastifyInstance } from 'fastify'
import type { PaymentDeps } from './deps.ts'
import { receiveCardEvent } from './receive-event.ts'

/**
 * Where the card provider calls back: outside of the contract, without session and CSRF, verified by its signature
 * over the raw body. Everything it needs stays inside its own plugin scope.
 */
export async function registerPaymentWebhooks(
  app: FastifyInstance,
  deps: Pick<PaymentDeps, 'db' | 'cards'>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post('/v1/webhooks/stripe', { bodyLimit: limits.webhookMaxBytes }, async (request) => {
      const signature = request.headers['stripe-signature']
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      await receiveCardEvent(deps, rawBody, typeof signature === 'string' ? signature : undefined)
      return { received: true }
    })
  })
}
