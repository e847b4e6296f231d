import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** How long a refused client may go on sending before it is answered all the same. */
const hearOutMs = 1_000

/**
 * Reads the rest of what a client is still sending before a refusal that closes the connection is sent: bytes that come
 * after the close have the system reset the connection, and the answer may be lost with it (RFC 9112, section 9.6). On
 * a connection that stays open Node reads the rest by itself.
 */
export function hearOut(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request
    if (reply.statusCode < 400 || raw.complete || raw.destroyed || reply.raw.shouldKeepAlive)
      return done(null, payload)
    readRest(raw, () => done(null, payload))
  })
}

function readRest(raw: IncomingMessage, done: () => void): void {
  const timer = setTimeout(end, hearOutMs)
  function end(): void {
    clearTimeout(timer)
    raw.off('end', end).off('close', end)
    done()
  }
  raw.on('end', end).on('close', end).resume()
}
