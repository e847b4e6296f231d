import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/**
 * Logs no request that went well, and neither does it log clients that hang up; an answer that broke off for a reason of
 * ours is an error.
 */
export class RequestLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true })
  }

  override streamError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    if ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') return
    reply.log.error({ err: error, route: request.routeOptions.url }, 'an answer broke off')
  }
}
