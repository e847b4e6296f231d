import { once } from 'node:events'
import { createServer, type RequestListener, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freePort } from '../../../test/free-port.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { buildApp } from '../../app.ts'

let app: TestApp
let answer: RequestListener
const sandbox = createServer((request, response) => answer(request, response))
const stops: (() => Promise<unknown>)[] = []
let origin: string
let originWithoutSandbox: string

/** The product in front of a sandbox at that address. */
async function openBefore(url: string): Promise<string> {
  const server = await buildApp({ ...app.deps, sandbox: { url, smtpPort: 1 } })
  stops.push(() => server.close())
  return server.listen({ host: '127.0.0.1', port: 0 })
}

beforeAll(async () => {
  app = await startTestApp()
  await once(sandbox.listen(0, '127.0.0.1'), 'listening')
  origin = await openBefore(`http://127.0.0.1:${(sandbox.address() as AddressInfo).port}`)
  originWithoutSandbox = await openBefore(`http://127.0.0.1:${await freePort()}`)
})
afterAll(async () => {
  for (const stop of stops) await stop()
  sandbox.close()
  await app.close()
})
beforeEach(() => {
  answer = (_request, response) => response.end()
})

test('a page comes with the policy of its own', async () => {
  answer = ({ url }, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': "default-src 'self'" })
      .end(`page ${url}`)
  for (const path of ['/sandbox', '/sandbox/inbox?to=%2B1617']) {
    const page = await fetch(origin + path)
    expect([page.status, await page.text()]).toEqual([200, `page ${path}`])
    expect(page.headers.get('content-security-policy')).toBe("default-src 'self'")
  }
})

test('what is sent arrives as it is', async () => {
  answer = async (sent, response) => {
    const body = await text(sent)
    response.writeHead(201, { 'x-kind': sent.headers['content-type'] }).end(`${sent.method} ${body}`)
  }
  for (const [method, type] of [
    ['POST', 'application/json'],
    ['PUT', 'application/x-www-form-urlencoded'],
    ['PATCH', 'text/plain'],
  ] as const) {
    const sent = await fetch(`${origin}/sandbox/control/faults`, {
      method,
      headers: { 'content-type': type },
      body: '{ not json',
    })
    expect([sent.status, sent.headers.get('x-kind'), await sent.text()]).toEqual([
      201,
      type,
      `${method} { not json`,
    ])
  }
})

test('is not shown to a page of another site whose name leads to this machine', async () => {
  const askAs = async (host: string) => {
    const [response] = await once(request(`${origin}/sandbox/inbox`, { headers: { host } }).end(), 'response')
    response.resume()
    return response.statusCode
  }
  expect([await askAs('localhost'), await askAs('rebound.example')]).toEqual([200, 404])
})

test('a sandbox that is not there is said to be away', async () => {
  const response = await fetch(`${originWithoutSandbox}/sandbox/inbox`)
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ code: 'unavailable' })
})

test('an answer that breaks off is not taken for a whole one', async () => {
  answer = (_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half')
    setTimeout(() => response.destroy(), 50)
  }
  const response = await fetch(`${origin}/sandbox/inbox`)
  await expect(response.text()).rejects.toThrow()
})
