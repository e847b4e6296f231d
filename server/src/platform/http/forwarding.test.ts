import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestClient } from '../../../test/client.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../config.ts'
import { warningsOfReach } from '../proxy-settings.ts'

const metricsToken = 'a-token-of-the-operator'
const strict = { RATE_LIMIT_LOGIN_ADDRESS: '2', METRICS_TOKEN: metricsToken }
let app: TestApp
let proxied: TestApp
let unbelieving: TestApp

beforeAll(async () => {
  app = await startTestApp({ environment: strict })
  const other = (TRUST_PROXY: string) =>
    startTestApp({ databaseOf: app, environment: { ...strict, TRUST_PROXY } })
  proxied = await other('10.0.0.0/8')
  unbelieving = await other('none')
})
afterAll(async () => {
  await proxied.close()
  await unbelieving.close()
  await app.close()
})

const forwardingHeaders = [
  { 'x-forwarded-for': '203.0.113.7' },
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-real-ip': '203.0.113.7' },
  { forwarded: 'for=203.0.113.7;proto=https' },
  { 'x-forwarded-host': 'almanac.example' },
  { 'x-forwarded-proto': 'https' },
  { 'cf-connecting-ip': '203.0.113.7' },
  { 'true-client-ip': '203.0.113.7' },
  { via: '1.1 proxy.example' },
] as const

describe('/metrics', () => {
  test('are open to this machine, and to nobody else without the token', async () => {
    const client = app.client()
    expect((await client.get('/metrics')).status).toBe(200)
    expect((await client.get('/metrics', { remoteAddress: '203.0.113.7' })).status).toBe(404)
    const authorization = `Bearer ${metricsToken}`
    const told = await client.get('/metrics', { remoteAddress: '203.0.113.7', headers: { authorization } })
    expect(told.status).toBe(200)
    expect(told.body).toContain('http_request_duration_seconds')
  })

  test('are closed to a page of another site whose name leads to this machine', async () => {
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', new URL(app.deps.publicUrl).host]) {
      expect((await app.client().get('/metrics', { headers: { host } })).status, host).toBe(200)
    }
    const host = 'rebound.example:3000'
    expect((await app.client().get('/metrics', { headers: { host } })).status).toBe(404)
    const authorization = `Bearer ${metricsToken}`
    expect((await app.client().get('/metrics', { headers: { host, authorization } })).status).toBe(200)
  })

  test.each(forwardingHeaders)(
    'are closed to what a proxy of this machine passes on: %j',
    async (headers) => {
      for (const server of [app, proxied, unbelieving]) {
        expect((await server.client().get('/metrics', { headers })).status).toBe(404)
      }
      const authorization = `Bearer ${metricsToken}`
      expect((await app.client().get('/metrics', { headers: { ...headers, authorization } })).status).toBe(
        200,
      )
    },
  )
})

/** Guesses twice, which is all that an address may, and answers what others are told then. */
async function statusAfterTwoGuesses(of: TestApp, guesser: Visit, visitor: Visit): Promise<number> {
  await app.query(`delete from rate_counters where key like 'login%'`)
  const tenant = await app.make.tenant()
  const guess = (from: Visit, name: string) =>
    of
      .client()
      .post(
        `/v1/customers/${tenant.url}/login`,
        { usernameOrEmail: name, password: 'not-this-one' },
        { remoteAddress: from.peer, headers: from.chain ? { 'x-forwarded-for': from.chain } : {} },
      )
  for (const name of ['nobody-1', 'nobody-2']) expect((await guess(guesser, name)).status).toBe(400)
  return (await guess(visitor, 'nobody-3')).status
}

interface Visit {
  /** Who is connected to us. */
  peer: string
  /** What the header says. */
  chain?: string
}

const local = '127.0.0.1'

describe('the limits of an address', () => {
  test.each<[string, Visit, Visit, number]>([
    ['another visitor', { peer: local, chain: '203.0.113.7' }, { peer: local, chain: '203.0.113.8' }, 400],
    ['the same visitor', { peer: local, chain: '203.0.113.7' }, { peer: local, chain: '203.0.113.7' }, 429],
    [
      'the same visitor, who claims to be another',
      { peer: local, chain: '203.0.113.7' },
      { peer: local, chain: '198.51.100.1, 203.0.113.7' },
      429,
    ],
    [
      'a visitor who came directly and claims to be another',
      { peer: '203.0.113.7', chain: '198.51.100.1' },
      { peer: '203.0.113.7', chain: '198.51.100.2' },
      429,
    ],
  ])('while TRUST_PROXY is unset, behind a proxy of this machine: %s', async (_who, one, two, status) => {
    expect(await statusAfterTwoGuesses(app, one, two)).toBe(status)
  })

  test('behind proxies that are named take each visitor for itself', async () => {
    const visitors = [
      { peer: '10.0.0.1', chain: '203.0.113.7, 10.0.0.2' },
      { peer: '10.0.0.1', chain: '203.0.113.8, 10.0.0.2' },
    ] as const
    expect(await statusAfterTwoGuesses(proxied, ...visitors)).toBe(400)
    const local = { peer: '127.0.0.1', chain: '203.0.113.8' }
    expect(await statusAfterTwoGuesses(proxied, { ...local, chain: '203.0.113.7' }, local)).toBe(429)
  })

  test('go by the connection alone where nobody is believed', async () => {
    const visitors = [
      { peer: local, chain: '203.0.113.7' },
      { peer: local, chain: '203.0.113.8' },
    ] as const
    expect(await statusAfterTwoGuesses(unbelieving, ...visitors)).toBe(429)
  })
})

describe('the first request that a proxy passed on', () => {
  async function warningsOf(trustProxy: string | undefined, requests: Record<string, string>[]) {
    const lines: { level: number; msg: string }[] = []
    const stream = new Writable({
      write(line, _encoding, done) {
        lines.push(JSON.parse(String(line)))
        done()
      },
    })
    const config = { ...app.deps.config, TRUST_PROXY: trustProxy }
    const server = await buildApp({ ...app.deps, config, log: pino({ level: 'warn' }, stream) })
    for (const headers of requests) await new TestClient(server).get('/healthz', { headers })
    await server.close()
    return lines.filter(({ msg }) => msg.includes('TRUST_PROXY'))
  }

  test.each(forwardingHeaders)('is warned of once while TRUST_PROXY is unset: %j', async (headers) => {
    const warnings = await warningsOf(undefined, [{}, headers, headers])
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatchObject({ level: 40, peer: '127.0.0.1', header: Object.keys(headers)[0] })
  })

  test.each(['loopback', 'none'])('is nothing new where TRUST_PROXY is %s', async (trustProxy) => {
    expect(await warningsOf(trustProxy, [...forwardingHeaders])).toEqual([])
  })

  test('is not one without such a header', async () => {
    expect(await warningsOf(undefined, [{}, { accept: '*/*' }])).toEqual([])
  })
})

describe('production', () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://almanac.example',
    HOST: '0.0.0.0',
  }
  const problemsOf = (settings: Record<string, string>) => {
    try {
      readConfig({ ...production, ...settings })
      return []
    } catch (error) {
      const lines = (error as Error).message.split('\n').map((line) => line.trim())
      return lines.filter((line) => /^(TRUST_PROXY|ALLOW_PLAIN_HTTP|PUBLIC_URL|WEB_PROCESSES): /.test(line))
    }
  }

  test.each<[string, Record<string, string>, RegExp | null]>([
    ['https without TRUST_PROXY, which is warned of', {}, null],
    ['https with its proxies named', { TRUST_PROXY: '10.0.0.0/8' }, null],
    ['https where nobody is to be believed', { TRUST_PROXY: 'none' }, null],
    ['plain http', { PUBLIC_URL: 'http://almanac.example' }, /^PUBLIC_URL: must be https in production/],
    [
      'plain http behind a proxy, where it is meant',
      { PUBLIC_URL: 'http://almanac.example', ALLOW_PLAIN_HTTP: 'true', TRUST_PROXY: 'loopback' },
      null,
    ],
    ['no proxy at all', { PUBLIC_URL: 'http://almanac.example', ALLOW_PLAIN_HTTP: 'true' }, null],
    [
      'proxies named beside a socket, which they alone connect to',
      { SOCKET: '/run/almanac/web-1.sock', TRUST_PROXY: '10.0.0.0/8' },
      /^TRUST_PROXY: is for connections by a port/,
    ],
    [
      'several processes on one socket',
      { SOCKET: '/run/almanac/web-1.sock', WEB_PROCESSES: '2' },
      /^WEB_PROCESSES: share a port/,
    ],
    ['a proxy that is no address', { TRUST_PROXY: 'my-proxy' }, /^TRUST_PROXY: is a list of addresses/],
    [
      'anything but true or false',
      { TRUST_PROXY: 'none', ALLOW_PLAIN_HTTP: 'yes' },
      /^ALLOW_PLAIN_HTTP: is true or false/,
    ],
  ])('%s', (_what, settings, expected) => {
    expect(problemsOf(settings)).toEqual(expected ? [expect.stringMatching(expected)] : [])
  })

  test.each<[string, Record<string, string>, number]>([
    ['https without TRUST_PROXY', {}, 1],
    ['https with its proxies named', { TRUST_PROXY: '10.0.0.0/8' }, 0],
    ['no proxy at all', { PUBLIC_URL: 'http://almanac.example' }, 0],
    ['an address of this machine alone', { PUBLIC_URL: 'http://almanac.example', HOST: '127.0.0.1' }, 1],
    ['any of it elsewhere', { NODE_ENV: 'development' }, 0],
  ])('is warned of a proxy that nobody named: %s', (_what, settings, count) => {
    const { HOST, NODE_ENV, PUBLIC_URL, TRUST_PROXY } = { ...production, TRUST_PROXY: undefined, ...settings }
    const reach = { HOST, NODE_ENV, PUBLIC_URL, TRUST_PROXY, ALLOW_PLAIN_HTTP: true, WEB_PROCESSES: 1 }
    expect(warningsOfReach(reach)).toHaveLength(count)
  })

  test('is the only place where these are looked at', () => {
    expect(() => readConfig({ PUBLIC_URL: 'http://almanac.example' })).not.toThrow()
    expect(() => readConfig({ PUBLIC_URL: 'https://almanac.example' })).not.toThrow()
  })
})
