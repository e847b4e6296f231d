import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import twilio from 'twilio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import type { SmsCallbacks } from '../../features/delivery/ports.ts'
import type { SmsSender } from '../../features/messages/ports.ts'
import { OutcomeUnknownError } from '../../platform/errors.ts'
import { sandboxAccount } from '../../sandbox-account.ts'
import { checkTwilioAccount } from './check-account.ts'
import { outcomeOfError, statusOf } from './outcomes.ts'
import { createTwilioSms } from './sms.ts'

const account = {
  accountSid: sandboxAccount.twilioAccountSid,
  keySid: sandboxAccount.twilioAccountSid,
  keySecret: sandboxAccount.twilioAuthToken,
  authToken: sandboxAccount.twilioAuthToken,
  messagingServiceSid: sandboxAccount.twilioMessagingServiceSid,
  publicUrl: 'https://almanac.example',
  timeoutMs: 700,
}

describe('against the provider', () => {
  let app: TestApp
  let sms: SmsSender

  beforeAll(async () => {
    app = await startTestApp({ withSandbox: true })
    sms = createTwilioSms({ ...account, sandboxUrl: app.sandbox.url })
  })
  afterAll(() => app.close())

  const text = 'Ask the second question today.'

  test('a message is accepted, and found again by its number and words', async () => {
    const since = new Date()
    const sent = await sms.sendSms({ to: '+16175550171', text, validitySeconds: 21_600 })
    if (sent.kind !== 'accepted') throw new Error(`The message was ${sent.kind}`)
    expect(sent.providerId).toMatch(/^SM[0-9a-f]{32}$/)
    await expect
      .poll(() => sms.findSent({ to: '+16175550171', text, since }))
      .toEqual([{ providerId: sent.providerId, state: 'delivered', reason: null }])
    expect(await sms.findSent({ to: '+16175550171', text: 'Other words.', since })).toEqual([])
    expect(await sms.findSent({ to: '+16175550172', text, since })).toEqual([])
    const later = new Date(Date.now() + 3_600_000)
    expect(await sms.findSent({ to: '+16175550171', text, since: later })).toEqual([])
  })

  test('a message is asked about by its id; one that is not there is nothing', async () => {
    const reach = async (to: string) => {
      const sent = await sms.sendSms({ to, text })
      if (sent.kind !== 'accepted') throw new Error(`The message was ${sent.kind}`)
      return sent.providerId
    }
    const [delivered, undelivered] = [await reach('+16175550176'), await reach('+16175550130')]
    await expect
      .poll(() => sms.findStatus(delivered))
      .toEqual({ providerId: delivered, state: 'delivered', reason: null })
    await expect
      .poll(() => sms.findStatus(undelivered))
      .toEqual({ providerId: undelivered, state: 'undeliverable', reason: 'twilio-30003' })
    expect(await sms.findStatus(`SM${'0'.repeat(32)}`)).toBeNull()
    await app.sandbox.control('faults', {
      provider: 'twilio',
      kind: 'error_500_before',
      method: 'GET',
      path: 'Messages',
    })
    await expect(sms.findStatus(delivered)).rejects.toThrow()
  })

  test('a busy provider (429) is asked again, and the message is taken once', async () => {
    await app.sandbox.control('faults', { provider: 'twilio', kind: 'rate_limited_429', path: 'Messages' })
    const since = new Date()
    expect(await sms.sendSms({ to: '+16175550173', text })).toMatchObject({ kind: 'accepted' })
    expect(await sms.findSent({ to: '+16175550173', text, since })).toHaveLength(1)
  })

  test.each(['timeout_before', 'reset_before', 'error_500_before', 'error_500_after_success'])(
    '%s leaves the outcome unknown, and is not repeated',
    async (kind) => {
      const to = '+16175550174'
      const before = await sms.findSent({ to, text, since: new Date() })
      await app.sandbox.control('faults', { provider: 'twilio', kind, path: 'Messages' })
      await expect(sms.sendSms({ to, text })).rejects.toBeInstanceOf(OutcomeUnknownError)
      const after = await sms.findSent({ to, text, since: new Date() })
      expect(after.length - before.length).toBe(kind.endsWith('after_success') ? 1 : 0)
    },
  )

  test('an address of callbacks that is refused is told as a fault of PUBLIC_URL, once for many messages', async () => {
    const told: string[] = []
    const log = { error: (_about: unknown, words?: string) => void told.push(words ?? '') }
    const reporting = createTwilioSms({ ...account, sandboxUrl: app.sandbox.url, log })
    await app.sandbox.control('config', { refuseInnerCallbacks: true })
    const toNowhere = { to: '+16175550177', text, statusCallbackUrl: 'http://localhost/v1/webhooks/twilio' }
    const outcomes = [await reporting.sendSms(toNowhere), await reporting.sendSms(toNowhere)]
    await app.sandbox.control('config', { refuseInnerCallbacks: false })
    expect(outcomes).toEqual([
      { kind: 'retry', reason: 'twilio-21609' },
      { kind: 'retry', reason: 'twilio-21609' },
    ])
    expect(told).toEqual([expect.stringContaining('PUBLIC_URL')])
  })

  test.each([
    ['are taken', {}, { kind: 'works' }],
    ['name another token', { keySid: `SK${'0'.repeat(32)}`, authToken: 'another' }, { kind: 'refused' }],
    ['name another service', { messagingServiceSid: `MG${'9'.repeat(32)}` }, { kind: 'refused' }],
  ])('the settings that %s are told so at the start', async (_, change, expected) => {
    const check = await checkTwilioAccount({ ...account, ...change, sandboxUrl: app.sandbox.url })
    expect(check).toMatchObject(expected)
  })

  test('is never called inside a transaction', async () => {
    const inside = app.deps.db.transact(() => sms.sendSms({ to: '+16175550175', text }))
    await expect(inside).rejects.toThrow('inside a database transaction')
  })
})

describe('a failed send', () => {
  test.each([
    [
      { status: 400, code: 21610 },
      { kind: 'refused', reason: 'opted-out' },
    ],
    [
      { status: 400, code: 21211 },
      { kind: 'refused', reason: 'invalid-recipient' },
    ],
    [
      { status: 400, code: 21614 },
      { kind: 'refused', reason: 'invalid-recipient' },
    ],
    [
      { status: 400, code: 21617 },
      { kind: 'refused', reason: 'twilio-21617' },
    ],
    // Our account's fault, not the recipient's: nobody loses a message over it.
    [
      { status: 400, code: 21408 },
      { kind: 'retry', reason: 'twilio-21408' },
    ],
    [
      { status: 401, code: 20003 },
      { kind: 'retry', reason: 'twilio-20003' },
    ],
    [
      { status: 400, code: 21701 },
      { kind: 'retry', reason: 'twilio-21701' },
    ],
    [
      { status: 429, code: 20429 },
      { kind: 'retry', reason: 'twilio-20429' },
    ],
    [{ status: 404 }, { kind: 'retry', reason: 'twilio-404' }],
    [
      { status: 400, code: 30610 },
      { kind: 'retry', reason: 'quiet-hours' },
    ],
    [{ code: 'ECONNREFUSED' }, { kind: 'retry', reason: 'failed' }],
    [
      { code: 'ETIMEDOUT', syscall: 'connect' },
      { kind: 'retry', reason: 'failed' },
    ],
  ])('%j means %j', (fields, outcome) => {
    expect(outcomeOfError(Object.assign(new Error('failed'), fields))).toEqual(outcome)
  })

  test.each([{ status: 500 }, { status: 503 }, { code: 'ECONNABORTED' }, { code: 'ECONNRESET' }, {}])(
    '%j leaves the outcome unknown',
    (fields) => {
      expect(() => outcomeOfError(Object.assign(new Error('failed'), fields))).toThrow(OutcomeUnknownError)
    },
  )
})

test.each([
  ['queued', null, 'accepted', null],
  ['sent', null, 'accepted', null],
  ['delivered', null, 'delivered', null],
  ['undelivered', 30003, 'undeliverable', 'twilio-30003'],
  ['failed', 21610, 'undeliverable', 'opted-out'],
  ['failed', 30610, 'returned', 'quiet-hours'],
  ['undelivered', 30022, 'returned', 'twilio-30022'],
  ['undelivered', 30034, 'undeliverable', 'twilio-30034'],
  ['failed', null, 'undeliverable', 'twilio-failed'],
  ['canceled', null, 'undeliverable', 'twilio-canceled'],
  ['accepted', null, 'accepted', null],
  ['scheduled', null, 'accepted', null],
  ['sending', null, 'accepted', null],
  ['read', null, 'delivered', null],
  ['partially_delivered', null, 'delivered', null],
  ['undelivered', 30001, 'returned', 'twilio-30001'],
  ['undelivered', 30036, 'undeliverable', 'twilio-30036'],
  ['failed', 99_999, 'undeliverable', 'twilio-99999'],
  ['a status that Twilio has not had so far', null, 'accepted', null],
])('the status %s with code %s is %s', (status, code, state, reason) => {
  expect(statusOf('SM1', status, code)).toEqual({ providerId: 'SM1', state, reason })
})

describe('a list of messages as Twilio documents it', () => {
  const row = (sid: string, body: string, date_created: string | null) => {
    const rest = { direction: 'outbound-api', status: 'delivered', error_code: null, to: '+16175550171' }
    return { sid, body, date_created, ...rest }
  }
  const now = new Date().toUTCString()
  /** The list in pages of one message each. */
  async function withList<Found>(
    messages: readonly object[],
    work: (sms: SmsSender) => Promise<Found>,
  ): Promise<Found> {
    const path = `/2010-04-01/Accounts/${account.accountSid}/Messages.json`
    const host = createServer(({ url = '' }, response) => {
      const page = Number(new URL(url, 'http://twilio').searchParams.get('Page') ?? 0)
      const next_page_uri = page + 1 < messages.length ? `${path}?Page=${page + 1}&PageSize=100` : null
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({ messages: messages.slice(page, page + 1), next_page_uri, page, page_size: 1 }),
      )
    })
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
    const { port } = host.address() as AddressInfo
    try {
      return await work(createTwilioSms({ ...account, sandboxUrl: `http://127.0.0.1:${port}` }))
    } finally {
      host.closeAllConnections()
      host.close()
    }
  }
  const find = (sms: SmsSender) =>
    sms.findSent({ to: '+16175550171', text: 'Ask today.', since: new Date(Date.now() - 60_000) })
  const found = [{ providerId: 'SM2', state: 'delivered', reason: null }]

  test('is read to its last page', async () => {
    const messages = [
      row('SM0', 'Other words.', now),
      row('SM1', 'Others.', now),
      row('SM2', 'Ask today.', now),
    ]
    expect(await withList(messages, find)).toEqual(found)
  })

  test('may hold a message without a date, which counts as sent', async () => {
    expect(await withList([row('SM2', 'Ask today.', null)], find)).toEqual(found)
  })
})

test('a report that blames the registration of our number is told to the operator, once for many', async () => {
  const told: string[] = []
  const log = { error: (_about: unknown, words?: string) => void told.push(words ?? '') }
  const reporting = createTwilioSms({ ...account, log })
  const fields = { MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30034' }
  const pathAndQuery = '/v1/webhooks/twilio/status?delivery=7'
  const signature = twilio.getExpectedTwilioSignature(
    account.authToken,
    `https://almanac.example${pathAndQuery}`,
    fields,
  )
  for (const _ of [1, 2]) await reporting.readStatus({ pathAndQuery, signature, fields })
  expect(told).toEqual([expect.stringContaining('A2P 10DLC')])
})

describe('callbacks', () => {
  const callbacks: SmsCallbacks = createTwilioSms(account)
  const status = { MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30005' }
  const path = '/v1/webhooks/twilio/status?delivery=7'
  const sign = (url: string, fields: Record<string, string>, token: string = account.authToken) =>
    twilio.getExpectedTwilioSignature(token, url, fields)

  test('signed for our public address are read', async () => {
    const signature = sign(`https://almanac.example${path}`, status)
    expect(await callbacks.readStatus({ pathAndQuery: path, signature, fields: status })).toEqual({
      providerId: 'SM1',
      state: 'undeliverable',
      reason: 'twilio-30005',
    })
  })

  test.each([
    ['for another delivery', sign('https://almanac.example/v1/webhooks/twilio/status?delivery=8', status)],
    ['for another host', sign(`https://evil.example${path}`, status)],
    ['over other fields', sign(`https://almanac.example${path}`, { ...status, MessageStatus: 'delivered' })],
    ['with another token', sign(`https://almanac.example${path}`, status, 'another')],
    ['not at all', undefined],
  ])('signed %s are refused', async (_, signature) => {
    expect(await callbacks.readStatus({ pathAndQuery: path, signature, fields: status })).toBeNull()
  })

  test.each([
    ['STOP', undefined, 'stop'],
    [' unsubscribe ', undefined, 'stop'],
    ['Bitte nicht mehr', 'STOP', 'stop'],
    ['Unstop', undefined, 'start'],
    ['info', undefined, 'help'],
    ['STOP.', undefined, null],
    ['Stop please', undefined, null],
  ])('the reply %j with OptOutType %s was handled by Twilio as %s', async (Body, OptOutType, handledAs) => {
    const fields = { From: '+16175550176', Body, ...(OptOutType ? { OptOutType } : {}) }
    const pathAndQuery = '/v1/webhooks/twilio/inbound'
    const signature = sign(`https://almanac.example${pathAndQuery}`, fields)
    expect(await callbacks.readInbound({ pathAndQuery, signature, fields })).toEqual({
      from: '+16175550176',
      text: Body,
      handledAs,
    })
  })
})
