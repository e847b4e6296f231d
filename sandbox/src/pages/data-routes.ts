import type { FastifyInstance } from 'fastify'
import type { World } from '../context.ts'
import { bookedMoney } from '../control/booked-money.ts'

const mostMessages = 100_000

/** Mounts what programs read: messages and money as JSON, and a stream that tells of new messages. */
export function dataRoutes(app: FastifyInstance, world: World): void {
  app.get('/sandbox/messages', (request, reply) => {
    const query = request.query as Record<string, string | undefined>
    const limit = Math.min(Math.max(Number(query.limit ?? 1000) || 1000, 1), mostMessages)
    const data = world.inbox
      .find({ ...(query.to && { to: query.to }), ...(query.channel && { channel: query.channel }), limit })
      .filter(({ direction }) => direction === 'out' || query.direction === 'all')
      .map(({ id, channel, direction, to, from, subject, text, html, createdAt, headers }) => {
        return { id, channel, to, subject, text, html, createdAt, from, direction, headers }
      })
    return reply.header('cache-control', 'no-store').send({ data })
  })

  app.get('/sandbox/payments', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ data: bookedMoney(world) }),
  )

  app.get('/sandbox/stream', (request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    reply.raw.write('retry: 2000\n\n')
    const tell = (message: { id: string }) => reply.raw.write(`event: message\ndata: ${message.id}\n\n`)
    const keepOpen = setInterval(() => reply.raw.write(':\n\n'), 20_000)
    world.inbox.news.on('message', tell)
    request.raw.on('close', () => {
      clearInterval(keepOpen)
      world.inbox.news.off('message', tell)
    })
  })
}
