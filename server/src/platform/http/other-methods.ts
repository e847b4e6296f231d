import type { Endpoint } from '@almanac/contract/endpoint'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { DomainError } from '../errors.ts'

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Answers 405 with `Allow` where an address exists and the method does not (RFC 9110, section 15.5.6), and 404 to every
 * other call that no endpoint takes. One route does so for all of them: to register each address with each method took a
 * tenth of the start.
 */
export function refuseOtherMethods(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const addresses = [...Map.groupBy(endpoints, ({ path }) => patternOf(path))].map(([pattern, declared]) => ({
    pattern: new RegExp(pattern),
    allowed: methods.filter((method) => declared.some((endpoint) => takes(endpoint, method))),
  }))
  app.route({
    method: methods,
    url: '/v1/*',
    handler: async (request, reply) => {
      const path = request.url.split('?')[0] ?? ''
      const allowed = addresses.find(({ pattern }) => pattern.test(path))?.allowed
      // One that is allowed has come here because of its parameters.
      if (!allowed || (allowed as string[]).includes(request.method)) throw new DomainError('not_found')
      reply.header('allow', allowed.join(', '))
      throw new DomainError('method_not_allowed')
    },
  })
}

/** What is bytes can be asked for its size alone. */
function takes(endpoint: Endpoint, method: HTTPMethods): boolean {
  const isHead = method === 'HEAD' && endpoint.method === 'GET' && endpoint.response === 'bytes'
  return endpoint.method === method || isHead
}

/** Two addresses that differ in the names of their parameters are one. A slash at the end changes nothing. */
function patternOf(path: string): string {
  return `^${path.replace(/:\w+/g, '[^/]+')}/?$`
}
