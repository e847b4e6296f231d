import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { buildApp } from '../../app.ts'

let app: TestApp
let server: FastifyInstance
let port: number

beforeAll(async () => {
  app = await startTestApp()
  server = await buildApp(app.deps)
  port = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(async () => {
  await server.close()
  await app.close()
})

const body = JSON.stringify({ usernameOrEmail: 'stella', password: 'almanac-demo' })

/** Sends the head of a call that is refused whatever its body says, and what is given of that. */
async function begin(connection: 'close' | 'keep-alive', part: string) {
  const socket: Socket = connect(port, '127.0.0.1').on('error', () => undefined)
  const heard: string[] = []
  socket.on('data', (chunk) => heard.push(String(chunk)))
  await once(socket, 'connect')
  const head = [
    ...['PUT /v1/customers/aurora/audio/1 HTTP/1.1', 'Host: localhost', `Connection: ${connection}`],
    ...['Content-Type: application/json', `Content-Length: ${body.length}`],
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${part}`)
  return { socket, heard: () => heard.join('') }
}

test('a refusal that closes the connection waits for the rest of what is being sent', async () => {
  const { socket, heard } = await begin('close', body.slice(0, 5))
  await wait(100)
  expect(heard()).toBe('')
  socket.write(body.slice(5))
  await once(socket, 'end')
  expect(heard()).toMatch(/^HTTP\/1\.1 40[13] /)
  expect(heard()).toMatch(/"requestId":"[^"]+"\}$/)
})

test('but no longer than a moment', async () => {
  const { socket, heard } = await begin('close', body.slice(0, 5))
  await once(socket, 'end')
  expect(heard()).toMatch(/^HTTP\/1\.1 40[13] /)
})

test('one on a connection that stays open comes at once', async () => {
  const { socket, heard } = await begin('keep-alive', body.slice(0, 5))
  await once(socket, 'data')
  expect(heard()).toMatch(/^HTTP\/1\.1 40[13] /)
  socket.destroy()
})
