import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '../errors.ts'
import { lazily } from '../lazily.ts'
import { namesThisServer } from './forwarding.ts'

/** Shows the sandbox's pages under `/sandbox` of the product's own address; only in sandbox mode. */
export async function registerSandboxProxy(
  app: FastifyInstance,
  sandboxUrl: string,
  publicUrl: string,
): Promise<void> {
  // As a module it loads all that Node knows of HTTP, its browser's half as well.
  const proxy = lazily(async () => (await import('httpxy')).createProxyServer({ target: sandboxUrl }))

  async function pass(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!namesThisServer(request, publicUrl)) throw new DomainError('not_found')
    const { raw, log } = request
    try {
      await (await proxy()).web(raw, reply.raw)
    } catch (error) {
      log.warn({ err: error }, 'the sandbox did not answer')
      if (!reply.raw.headersSent) throw new DomainError('unavailable')
      reply.raw.destroy()
    }
    reply.hijack()
  }

  await app.register(async (scope) => {
    // Bodies are passed on unread.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    // The pages bring a policy of their own; ours knows nothing of their scripts.
    for (const url of ['/sandbox', '/sandbox/*']) scope.all(url, pass)
  })
}
