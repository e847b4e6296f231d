import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable, Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import type { MadeTenant, MadeUser } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { buildApp } from '../../app.ts'

interface Line {
  level: number
  msg: string
  err?: { message: string }
}

const warn = 40
let app: TestApp
let server: FastifyInstance
let port: number
let lines: Line[]
let client: TestClient
let tenant: MadeTenant
let consumer: MadeUser
/** How many requests have begun, and come to their end, whatever it was. */
let begun: number
let ended: number

beforeAll(async () => {
  app = await startTestApp()
  tenant = await app.make.tenant()
  consumer = await app.make.consumer(tenant)
  client = await app.signIn(consumer.username, tenant)
})
afterAll(() => app.close())

beforeEach(async () => {
  lines = []
  begun = 0
  ended = 0
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)))
      done()
    },
  })
  server = await buildApp({ ...app.deps, log: pino({ level: 'trace' }, stream) })
  server.addHook('onRequest', async (_request, reply) => {
    begun += 1
    reply.raw.once('close', () => {
      ended += 1
    })
  })
  // Routes of a server that is there for these tests alone: an answer without end, one that fails, one that is slow.
  server.get('/endless', async (_request, reply) => reply.send(endless()))
  server.get('/failing', async () => {
    throw new Error('a bug of ours')
  })
  server.get('/failing-midway', async (_request, reply) => reply.send(Readable.from(failsMidway())))
  port = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterEach(() => server.close())

function endless(): Readable {
  return new Readable({
    read() {
      this.push(Buffer.alloc(64_000))
    },
  })
}

async function* failsMidway() {
  yield Buffer.alloc(64_000)
  throw new Error('the disk is gone')
}

const cookies = () => [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** Sends the head of a request and what is given of its body. */
async function begin(method: string, path: string, headers: string[] = [], body = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  await once(socket, 'connect')
  const head = [`${method} ${path} HTTP/1.1`, 'Host: localhost', `Cookie: ${cookies()}`, ...headers]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  return socket
}

const profile = () => `/v1/customers/${tenant.url}/consumers/${consumer.id}/profile`
const token = () => `X-XSRF-TOKEN: ${client.cookies.get('XSRF-TOKEN')}`

const hangUps: [string, () => Promise<Socket>, boolean][] = [
  ['in the middle of an answer', () => begin('GET', '/endless'), true],
  ['of an event stream', () => begin('GET', '/v1/events'), true],
  [
    'in the middle of JSON',
    () =>
      begin(
        'POST',
        `/v1/customers/${tenant.url}/login`,
        [token(), 'Content-Type: application/json', 'Content-Length: 900'],
        '{"a":',
      ),
    false,
  ],
  [
    'in the middle of an upload',
    () =>
      begin(
        'PUT',
        profile(),
        [token(), 'Content-Type: multipart/form-data; boundary=x', 'Content-Length: 900000'],
        '--x\r\nContent-Disposition: form-data; name="profilePic"; filename="a.png"\r\n\r\nhalf a picture',
      ),
    false,
  ],
  [
    'in the middle of a form in pieces',
    () =>
      begin(
        'PUT',
        profile(),
        [token(), 'Content-Type: multipart/form-data; boundary=x', 'Transfer-Encoding: chunked'],
        `3\r\n--x\r\n`,
      ),
    false,
  ],
  [
    'in the middle of a provider’s event',
    () =>
      begin('POST', '/v1/webhooks/stripe', ['Content-Type: application/json', 'Content-Length: 900'], '{'),
    false,
  ],
  ['before the answer', () => begin('GET', '/v1/token-validity'), false],
]

const waysToGo: [string, (socket: Socket) => unknown][] = [
  ['by resetting the connection', (socket) => socket.resetAndDestroy()],
  ['by ending it', (socket) => socket.destroy()],
]

describe.each(waysToGo)('a client that hangs up %s leaves no error in the log', (_how, hangUp) => {
  test.each(hangUps)('%s', async (_when, start, hasAnswer) => {
    const socket = await start()
    if (hasAnswer) await once(socket, 'data')
    else await expect.poll(() => begun).toBe(1)
    hangUp(socket)
    await expect.poll(() => ended).toBe(1)
    await expect.poll(() => connections()).toBe(0)
    // What is logged late comes with the next answer at the latest.
    await server.inject({ method: 'GET', url: '/healthz' })
    expect(lines.filter(({ level }) => level >= warn)).toEqual([])
  })
})

const connections = () =>
  new Promise<number>((resolve) => server.server.getConnections((_error, count) => resolve(count)))

test.each([
  ['that fails', '/failing', 'a bug of ours'],
  ['that fails midway', '/failing-midway', 'the disk is gone'],
])('an answer %s is logged all the same', async (_how, path, message) => {
  const socket = await begin('GET', path)
  socket.resume()
  await expect
    .poll(() => lines.filter(({ level }) => level >= warn).map(({ err }) => err?.message))
    .toEqual([message])
  socket.destroy()
})
