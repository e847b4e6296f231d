import twilio from 'twilio'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startReceiver } from '../../test/receiver.ts'
import { accountSid, type OpenSandbox, openSandbox, refusal, serviceSid, until } from '../../test/sandbox.ts'

type RestException = InstanceType<typeof twilio.RestException>
const token = 'token-for-tests'
let receiver: Awaited<ReturnType<typeof startReceiver>>
let sandbox: OpenSandbox

beforeEach(async () => {
  receiver = await startReceiver()
  sandbox = await openSandbox({
    twilio: { authToken: token, inboundUrl: `${receiver.url}/inbound?tenant=aurora` },
  })
})
afterEach(async () => {
  await sandbox.close()
  await receiver.close()
})

const send = (to: string, more: { body?: string; from?: string } = {}) =>
  sandbox.twilio.messages.create({
    to,
    body: more.body ?? 'Sunburst: 482913',
    statusCallback: `${receiver.url}/status?delivery=7`,
    ...(more.from ? { from: more.from } : { messagingServiceSid: serviceSid }),
  })

/** What came to a path, each checked with the SDK's own function. */
const calls = (path: string) =>
  receiver.received
    .filter(({ url }) => url.startsWith(path))
    .map(({ body, headers, url }) => {
      const form = Object.fromEntries(new URLSearchParams(body))
      const signature = String(headers['x-twilio-signature'])
      expect(twilio.validateRequest(token, signature, receiver.url + url, form)).toBe(true)
      expect(twilio.validateRequest('another', signature, receiver.url + url, form)).toBe(false)
      return form
    })
const ended = (status: string) =>
  until(() => calls('/status').find(({ MessageStatus }) => MessageStatus === status))

describe('a text', () => {
  it('goes its way to the phone, each step reported and signed', async () => {
    const message = await send('+12125550101')
    expect(message).toMatchObject({ status: 'accepted', errorCode: null, messagingServiceSid: serviceSid })
    await ended('delivered')
    const steps = calls('/status').map(({ MessageStatus }) => MessageStatus)
    expect(new Set(steps)).toEqual(new Set(['queued', 'sending', 'sent', 'delivered']))
    expect(await sandbox.twilio.messages(message.sid).fetch()).toMatchObject({ status: 'delivered' })
    const { data } = await sandbox.get(`/sandbox/messages?to=${encodeURIComponent('+1 (212) 555-0101')}`)
    expect(data).toMatchObject([
      { channel: 'sms', to: '+12125550101', text: 'Sunburst: 482913', subject: null },
    ])
  })

  it('can be looked up by number and time', async () => {
    const before = new Date(Date.now() - 60_000)
    for (let count = 0; count < 3; count += 1) await send('+12125550102', { body: `Text ${count}` })
    await send('+12125550103')
    const found = () =>
      sandbox.twilio.messages.list({ to: '+12125550102', dateSentAfter: before, pageSize: 2 })
    const list = await until(async () => {
      const rows = await found()
      return rows.length === 3 ? rows : undefined
    })
    expect(list.map(({ body }) => body)).toEqual(['Text 2', 'Text 1', 'Text 0'])
    const later = new Date(Date.now() + 3_600_000)
    expect(await sandbox.twilio.messages.list({ to: '+12125550102', dateSentAfter: later })).toEqual([])
  })

  it.each([
    ['+15005550001', 21211],
    ['+15005550003', 21408],
    ['+15005550009', 21614],
    ['12125550101', 21211],
    ['+1212555', 21211],
  ])('to %s is refused with %i', async (to, code) => {
    expect(await refusal<RestException>(send(to))).toMatchObject({ status: 400, code })
  })

  it.each([
    ['+12125550130', 'undelivered', '30003'],
    ['+12125550136', 'undelivered', '30006'],
  ])('to %s ends %s with %s, and never reaches the phone', async (to, status, code) => {
    const message = await send(to)
    expect(await ended(status)).toMatchObject({ ErrorCode: code, MessageSid: message.sid })
    expect((await sandbox.get(`/sandbox/messages?to=${encodeURIComponent(to)}`)).data).toEqual([])
  })

  it('of more than 1600 characters, or with a wrong key, is refused', async () => {
    const long = send('+12125550101', { body: 'x'.repeat(1601) })
    expect(await refusal(long)).toMatchObject({ code: 21617 })
    const response = await fetch(
      `${sandbox.base}/api.twilio.com/2010-04-01/Accounts/${accountSid}/Messages.json`,
    )
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 20003, status: 401 })
  })
})

describe('opting out', () => {
  const reply = (body: string) =>
    sandbox.control('/sms/inbound', { from: '+12125550101', body, to: '+15005550006' })

  it('STOP blocks this sender, tells the product, and START lifts it', async () => {
    await send('+12125550101')
    await ended('delivered')
    await reply('stop')
    const inbound = await until(() => calls('/inbound')[0])
    expect(inbound).toMatchObject({ From: '+12125550101', Body: 'stop' })
    expect(inbound?.OptOutType).toBeUndefined()
    expect(await refusal(send('+12125550101'))).toMatchObject({ status: 400, code: 21610 })
    expect((await send('+12125550101', { from: '+15005550010' })).status).toBe('queued')
    await reply('START')
    expect((await send('+12125550101')).status).toBe('accepted')
    const { data } = await sandbox.get('/sandbox/messages?to=%2B12125550101')
    expect((data as { text: string }[]).some(({ text }) => text.includes('unsubscribed'))).toBe(true)
  })

  it('names the keyword to who has Advanced Opt-Out', async () => {
    await sandbox.control('/config', { advancedOptOut: true })
    await send('+12125550101')
    await reply('stop')
    expect(await until(() => calls('/inbound')[0])).toMatchObject({ OptOutType: 'STOP', Body: 'stop' })
  })

  it('may be reported by callback instead', async () => {
    await sandbox.control('/config', { optOutBy: 'callback' })
    await send('+12125550101')
    await reply('STOP')
    expect((await send('+12125550101')).status).toBe('accepted')
    expect(await ended('failed')).toMatchObject({ ErrorCode: '21610' })
  })

  it('words that are no keyword change nothing', async () => {
    await send('+12125550101')
    await reply('please stop')
    expect((await until(() => calls('/inbound')[0])).OptOutType).toBeUndefined()
    expect((await send('+12125550101')).status).toBe('accepted')
  })
})

describe('faults', () => {
  it('an answer lost after the text was taken: the look-up finds it', async () => {
    await sandbox.control('/faults', { provider: 'twilio', kind: 'error_500_after_success' })
    expect(await refusal(send('+12125550105', { body: 'ref 77' }))).toMatchObject({ status: 500 })
    const found = await sandbox.twilio.messages.list({ to: '+12125550105' })
    expect(found.map(({ body }) => body)).toEqual(['ref 77'])
  })

  it('an ordered refusal ends any text', async () => {
    await sandbox.control('/faults', { provider: 'twilio', kind: 'decline', code: '30007' })
    await send('+12125550106')
    expect(await ended('undelivered')).toMatchObject({ ErrorCode: '30007' })
  })
})
