import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { leave, listen } from './leaving.ts'

let folder: string
let app: TestApp
let settings: { SOCKET: string; HOST: string; DRAIN_SECONDS: number }
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-leaving-'))
  settings = { SOCKET: join(folder, 'web.sock'), HOST: '127.0.0.1', DRAIN_SECONDS: 1 }
  // What a process that was killed leaves behind.
  await writeFile(settings.SOCKET, '')
  app = await startTestApp({
    environment: { SOCKET: settings.SOCKET, DRAIN_SECONDS: '1', RATE_LIMIT_LOGIN_ADDRESS: '2' },
  })
  await listen(app.server, settings, 0)
})
afterAll(async () => {
  agent.destroy()
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

async function ask(path: string, headers: Record<string, string> = {}, body?: string) {
  const sent = request({ socketPath: settings.SOCKET, path, agent, method: body ? 'POST' : 'GET', headers })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  await text(answer)
  return {
    status: answer.statusCode,
    connection: answer.headers.connection,
    cookies: answer.headers['set-cookie'],
  }
}

test('on a socket the proxy says who a visitor is, and nobody before it', async () => {
  const { cookies = [] } = await ask('/v1/customer-details-by-url/none')
  const [cookie = ''] = cookies
    .map((one: string) => one.split(';')[0])
    .filter((one: string) => one.startsWith('XSRF'))
  const xsrf = { cookie, 'x-xsrf-token': decodeURIComponent(cookie.split('=')[1] ?? '') }
  const fail = (address: string) =>
    ask(
      '/v1/admin/login',
      { ...xsrf, 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.99, ${address}` },
      JSON.stringify({ usernameOrEmail: 'nobody', password: 'a wrong password' }),
    )
  const statuses: number[] = []
  for (let attempt = 0; attempt < 3; attempt++) statuses.push((await fail('203.0.113.7')).status)
  expect(statuses.at(-1)).toBe(429)
  expect((await fail('203.0.113.8')).status).toBe(400)
})

test('a server that leaves says so, and answers who is connected; nobody else finds it', async () => {
  expect(await ask('/readyz')).toMatchObject({ status: 200, connection: 'keep-alive' })
  const left = leave(app.server, settings)
  // The connection is the one from before.
  await expect
    .poll(() => ask('/readyz').catch(() => null))
    .toMatchObject({ status: 503, connection: 'close' })
  await expect.poll(() => readdir(folder)).toEqual([])
  const stranger = connect(settings.SOCKET)
  const [error] = await once(stranger, 'error')
  expect(error).toMatchObject({ code: 'ENOENT' })
  expect(app.server.server.listening).toBe(true)
  await left
  expect(app.server.server.listening).toBe(false)
})
