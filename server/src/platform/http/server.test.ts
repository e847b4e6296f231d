import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'

test('a stopping server does not wait for a connection that never asked anything', async () => {
  const app = await startTestApp()
  const address = await app.server.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  await once(socket, 'connect')
  const closed = once(socket, 'close')
  await app.close()
  await closed
  expect(app.server.server.listening).toBe(false)
}, 12_000)

describe('a client that ignores the end of its connection', () => {
  /** A connection that stays open on the client's side, whatever the server says. */
  async function connectTo(server: FastifyInstance): Promise<Socket> {
    const address = await server.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect({ port: Number(new URL(address).port), host: '127.0.0.1', allowHalfOpen: true })
    await once(socket, 'connect')
    socket.on('error', () => undefined).resume()
    return socket
  }

  const openConnections = (server: FastifyInstance) =>
    new Promise<number>((resolve) => server.server.getConnections((_error, count) => resolve(count)))

  test('holds none after it was refused', async () => {
    const app = await startTestApp()
    const socket = await connectTo(app.server)
    socket.write('HELLO\r\n\r\n')
    await expect.poll(() => openConnections(app.server)).toBe(0)
    socket.destroy()
    await app.close()
  })

  test('holds none after it has been silent', async () => {
    const app = await startTestApp()
    app.server.server.headersTimeout = 100
    const socket = await connectTo(app.server)
    await expect.poll(() => openConnections(app.server)).toBe(0)
    socket.destroy()
    await app.close()
  })

  test('holds neither connection nor file after its upload has stalled', async () => {
    const app = await startTestApp()
    const tenant = await app.make.tenant()
    const { id, username } = await app.make.consumer(tenant)
    const client = await app.signIn(username, tenant)
    app.server.server.requestTimeout = 500
    app.server.server.headersTimeout = 400
    const socket = await connectTo(app.server)
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    socket.write(
      [
        `PUT /v1/customers/${tenant.url}/consumers/${id}/profile HTTP/1.1`,
        'Host: localhost',
        `Cookie: ${cookie}`,
        `X-XSRF-TOKEN: ${client.cookies.get('XSRF-TOKEN')}`,
        'Content-Type: multipart/form-data; boundary=edge',
        'Content-Length: 1000000',
        '',
        '--edge',
        'Content-Disposition: form-data; name="image"; filename="a.png"',
        'Content-Type: image/png',
        '',
        'PNG'.repeat(10_000),
      ].join('\r\n'),
    )
    await expect.poll(() => readdir(app.deps.uploadDir)).toHaveLength(1)
    await expect.poll(() => openConnections(app.server)).toBe(0)
    await expect.poll(() => readdir(app.deps.uploadDir)).toEqual([])
    socket.destroy()
    await app.close()
  })
})
