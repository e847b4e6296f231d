import fastifyHttpProxy from '@fastify/http-proxy'
import type { FastifyInstance } from 'fastify'

/** Shows the sandbox's pages under `/sandbox` of the product's own address; only in sandbox mode. */
export async function registerSandboxProxy(app: FastifyInstance, sandboxUrl: string): Promise<void> {
  await app.register(async (scope) => {
    // The proxy passes bodies on unread, and refuses to start beside parsers that were added before.
    scope.removeAllContentTypeParsers()
    await scope.register(fastifyHttpProxy, {
      upstream: sandboxUrl,
      prefix: '/sandbox',
      rewritePrefix: '/sandbox',
      replyOptions: {
        // The pages bring a policy of their own; ours knows nothing of their scripts.
        rewriteHeaders: (headers) => headers,
      },
    })
  })
}
