import type { Endpoint } from '@almanac/contract/endpoint'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { DomainError } from '../errors.ts'

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Answers 405 with `Allow` where an address exists and the method does not (RFC 9110, section 15.5.6). */
export function refuseOtherMethods(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  for (const [path, declared] of Map.groupBy(endpoints, (endpoint) => shapeOf(endpoint.path))) {
    const allowed = methods.filter((method) => declared.some((endpoint) => takes(endpoint, method)))
    app.route({
      method: methods.filter((method) => !allowed.includes(method)),
      url: declared[0]?.path ?? path,
      handler: async (_request, reply) => {
        reply.header('allow', allowed.join(', '))
        throw new DomainError('method_not_allowed')
      },
    })
  }
}

/** What is bytes can be asked for its size alone. */
function takes(endpoint: Endpoint, method: HTTPMethods): boolean {
  const isHead = method === 'HEAD' && endpoint.method === 'GET' && endpoint.response === 'bytes'
  return endpoint.method === method || isHead
}

/** Two addresses that differ in the names of their parameters are one. */
function shapeOf(path: string): string {
  return path.replace(/:\w+/g, ':')
}
