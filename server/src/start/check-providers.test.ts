import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { liveMessages, livePayments } from '../../test/live-settings.ts'
import { checkSmtpLogin } from '../adapters/smtp/check-login.ts'
import { checkTwilioAccount } from '../adapters/twilio/check-account.ts'
import { twilioOptions } from '../deps.ts'
import { ConfigError, readConfig } from '../platform/config.ts'
import type { ProviderCheck } from '../platform/provider-check.ts'
import { checkProviders } from './check-providers.ts'

const publicUrl = 'https://almanac.example'
/** For those that answer, on a busy machine; */
const withinMs = 20_000
/** and for those that never do. */
const shortMs = 300

type Answer = (response: ServerResponse, path: string) => void

const json = (status: number, body: unknown) => (response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const reset: Answer = (response) => void response.socket?.resetAndDestroy()
const silence: Answer = () => undefined
/** Single bytes for ever keep every wait for the next byte short. */
const trickle: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const drops = setInterval(() => response.write(' '), 50)
  response.once('close', () => clearInterval(drops))
}

/** Stands where the providers' APIs are, and answers as the test at hand says. */
let answer: Answer
let hostUrl: string
const host = createServer((request, response) => answer(response, request.url ?? ''))

beforeAll(async () => {
  hostUrl = `http://127.0.0.1:${await listen(host)}`
  process.env.STRIPE_HOST_URL = hostUrl
  await import('../../test/stripe-host.ts')
})
afterAll(() => {
  host.closeAllConnections()
  host.close()
})

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function stripeError(type: string, message: string) {
  return { error: { type, message } }
}

describe('the start with live payments', () => {
  const config = readConfig(livePayments)

  test.each<[string, Answer, string]>([
    [
      'a key that Stripe does not know',
      json(401, stripeError('invalid_request_error', 'Invalid API Key provided: sk_test_51N********7Lr')),
      'STRIPE_SECRET_KEY: Stripe does not accept this key',
    ],
    [
      'a restricted key that may not read payments',
      json(
        403,
        stripeError('invalid_request_error', 'The provided key does not have the required permissions'),
      ),
      'STRIPE_SECRET_KEY: this restricted key may not',
    ],
  ])('is refused with %s', async (_what, given, says) => {
    answer = given
    const checking = checkProviders(config, publicUrl, withinMs)
    await expect(checking).rejects.toThrow(ConfigError)
    await expect(checking).rejects.toThrow(says)
  })

  test.each<[string, Answer, number]>([
    ['fails', json(500, stripeError('api_error', 'Something went wrong')), withinMs],
    ['asks for patience', json(429, stripeError('rate_limit_error', 'Too many requests')), withinMs],
    ['breaks off', reset, withinMs],
    ['is silent', silence, shortMs],
    ['never comes to an end', trickle, shortMs],
  ])('goes on with a warning where Stripe %s', async (_what, given, waitMs) => {
    answer = given
    expect(await checkProviders(config, publicUrl, waitMs)).toEqual([
      expect.stringMatching(/^Stripe did not .*\.$/),
    ])
  })

  test('says nothing where the key works', async () => {
    answer = json(200, { object: 'list', data: [], has_more: false, url: '/v1/payment_intents' })
    expect(await checkProviders(config, publicUrl, withinMs)).toEqual([])
  })
})

test('the start without live providers asks nobody', async () => {
  answer = () => expect.unreachable()
  expect(await checkProviders(readConfig({}), 'http://localhost:3000')).toEqual([])
})

describe('Twilio', () => {
  const options = twilioOptions(readConfig(liveMessages), publicUrl)
  const isService = (path: string) => path.includes('/messaging.twilio.com/v1/Services/MG')
  /** Answers of the messaging service, asked by the key, and of the account, asked by the auth token. */
  const each = (service: Answer, account: Answer) => (response: ServerResponse, path: string) =>
    isService(path) ? service(response, path) : account(response, path)
  const yes = json(200, { sid: 'MG', status: 'active' })
  const no = json(401, { code: 20003, message: 'Authenticate', status: 401 })
  const missing = json(404, { code: 20404, message: 'The requested resource was not found', status: 404 })

  test.each<[string, Answer, ProviderCheck]>([
    ['accepts both', yes, { kind: 'works' }],
    [
      'does not accept the key',
      each(no, yes),
      { kind: 'refused', problem: expect.stringContaining('TWILIO_API_KEY_SID, TWILIO_API_KEY_SECRET:') },
    ],
    [
      'does not accept the token',
      each(yes, no),
      { kind: 'refused', problem: expect.stringContaining('TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN:') },
    ],
    [
      'has no such messaging service',
      each(missing, yes),
      { kind: 'refused', problem: expect.stringContaining('TWILIO_MESSAGING_SERVICE_SID:') },
    ],
    [
      'lets the key send but not look',
      each(json(403, { code: 70051, message: 'Forbidden', status: 403 }), yes),
      { kind: 'unknown', reason: expect.stringContaining('Forbidden') },
    ],
    [
      'fails',
      json(500, { code: 20500, message: 'Internal Server Error', status: 500 }),
      { kind: 'unknown', reason: expect.any(String) },
    ],
    ['breaks off', reset, { kind: 'unknown', reason: expect.any(String) }],
    ['is silent', silence, { kind: 'unknown', reason: expect.any(String) }],
  ])('%s', async (_what, given, expected) => {
    answer = given
    const check = await checkTwilioAccount({
      ...options,
      sandboxUrl: hostUrl,
      timeoutMs: given === silence ? shortMs : withinMs,
    })
    expect(check).toEqual(expected)
  })
})

describe('the mail host', () => {
  /** A mail host that lets `nova` in by `secret`. Answers its address for those credentials, and who tried. */
  async function startMailHost(options: { disabledCommands?: string[] } = {}) {
    const tried: string[] = []
    const server = new SMTPServer({
      ...options,
      authOptional: true,
      allowInsecureAuth: true,
      disableReverseLookup: true,
      closeTimeout: 100,
      onAuth: ({ username, password }, _session, done) => {
        tried.push(`${username}:${password}`)
        if (password === 'secret') done(null, { user: username })
        else done(new Error('Invalid username or password'))
      },
    })
    server.on('error', () => undefined)
    const port = await listen(server.server)
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
    const urlFor = (credentials: string) =>
      `smtp://${credentials}127.0.0.1:${port}?tls.rejectUnauthorized=false`
    return { tried, urlFor }
  }

  test.each<[string, string, ProviderCheck]>([
    ['lets us in', 'nova:secret@', { kind: 'works' }],
    ['lets everybody in', '', { kind: 'works' }],
    [
      'does not know the password',
      'nova:wrong@',
      { kind: 'refused', problem: expect.stringContaining('SMTP_URL:') },
    ],
  ])('%s', async (_what, credentials, expected) => {
    const { urlFor } = await startMailHost()
    expect(await checkSmtpLogin(urlFor(credentials), withinMs)).toEqual(expected)
  })

  test('never sees the password in the clear', async () => {
    const { tried, urlFor } = await startMailHost({ disabledCommands: ['STARTTLS'] })
    expect(await checkSmtpLogin(urlFor('nova:secret@'), withinMs)).toMatchObject({ kind: 'unknown' })
    expect(tried).toEqual([])
  })

  test('that is silent, or not there, is not refused', async () => {
    const mute = createTcpServer()
    const port = await listen(mute)
    expect(await checkSmtpLogin(`smtp://127.0.0.1:${port}`, shortMs)).toMatchObject({ kind: 'unknown' })
    mute.close()
    expect(await checkSmtpLogin('smtp://127.0.0.1:1', shortMs)).toMatchObject({ kind: 'unknown' })
  })
})
