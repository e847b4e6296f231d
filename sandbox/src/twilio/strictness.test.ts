import type twilio from 'twilio'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startReceiver } from '../../test/receiver.ts'
import { accountSid, type OpenSandbox, openSandbox, refusal, serviceSid, until } from '../../test/sandbox.ts'

type RestException = InstanceType<typeof twilio.RestException>
const keySid = `SK${'3'.repeat(32)}`
let receiver: Awaited<ReturnType<typeof startReceiver>>
let sandbox: OpenSandbox

beforeEach(async () => {
  receiver = await startReceiver()
  sandbox = await openSandbox({
    twilio: {
      ...{ accountSid, authToken: 'token', keySid, keySecret: 'key-secret' },
      messagingServiceSid: serviceSid,
      inboundUrl: `${receiver.url}/inbound`,
    },
  })
})
afterEach(async () => {
  await sandbox.close()
  await receiver.close()
})

const send = (to: string, more: Record<string, unknown> = {}) =>
  sandbox.twilio.messages.create({
    to,
    body: 'Sunburst',
    statusCallback: `${receiver.url}/status`,
    messagingServiceSid: serviceSid,
    ...more,
  })
const call = async (method: string, query: string, form?: Record<string, string>) => {
  const path = `/api.twilio.com/2010-04-01/Accounts/${accountSid}/Messages.json${query}`
  const response = await fetch(sandbox.base + path, {
    method,
    headers: { authorization: `Basic ${btoa(`${accountSid}:token`)}` },
    ...(form && { body: new URLSearchParams(form) }),
  })
  return { status: response.status, body: await response.json() }
}
const reports = () =>
  receiver.received
    .filter(({ url }) => url.startsWith('/status'))
    .map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
const reportOf = (status: string) =>
  until(() => reports().find(({ MessageStatus }) => MessageStatus === status))

describe('an account with keys of its own', () => {
  const post = async (user: string, secret: string) =>
    fetch(`${sandbox.base}/api.twilio.com/2010-04-01/Accounts/${accountSid}/Messages.json`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ To: '+12125550101', Body: 'x', MessagingServiceSid: serviceSid }),
    })

  it.each([
    ['its token', accountSid, 'token', 201],
    ['its key', keySid, 'key-secret', 201],
    ['its key with another secret', keySid, 'another', 401],
    ['another key', `SK${'4'.repeat(32)}`, 'key-secret', 401],
    ['another token', accountSid, 'another', 401],
  ])('by %s: %s answers %i', async (_, user, secret, status) => {
    const answer = await post(user, secret)
    expect(answer.status).toBe(status)
    if (status === 401) expect(await answer.json()).toMatchObject({ code: 20003 })
  })

  it('is shown to its token alone, its messaging service to its key too', async () => {
    const get = async (path: string, user: string, secret: string) =>
      fetch(`${sandbox.base}/${path}`, { headers: { authorization: `Basic ${btoa(`${user}:${secret}`)}` } })
    const own = `api.twilio.com/2010-04-01/Accounts/${accountSid}.json`
    const service = (sid: string) => `messaging.twilio.com/v1/Services/${sid}`
    expect(await (await get(own, accountSid, 'token')).json()).toMatchObject({
      sid: accountSid,
      status: 'active',
    })
    expect((await get(own, keySid, 'key-secret')).status).toBe(401)
    expect(await (await get(service(serviceSid), keySid, 'key-secret')).json()).toMatchObject({
      sid: serviceSid,
      account_sid: accountSid,
    })
    expect((await get(service(serviceSid), keySid, 'another')).status).toBe(401)
    const other = await get(service(`MG${'9'.repeat(32)}`), accountSid, 'token')
    expect([other.status, await other.json()]).toEqual([404, expect.objectContaining({ code: 20404 })])
  })

  it('knows no other messaging service', async () => {
    const other = send('+12125550101', { messagingServiceSid: `MG${'9'.repeat(32)}` })
    expect(await refusal<RestException>(other)).toMatchObject({ status: 400, code: 21701 })
  })
})

describe('a status callback', () => {
  it('to an address that Twilio cannot reach is refused once that is switched on', async () => {
    expect((await send('+12125550101')).status).toBe('accepted')
    await sandbox.control('/config', { refuseInnerCallbacks: true })
    for (const host of ['localhost', '127.0.0.1', '10.0.0.7', 'intranet']) {
      const inner = send('+12125550101', { statusCallback: `http://${host}/status` })
      expect(await refusal<RestException>(inner)).toMatchObject({ status: 400, code: 21609 })
    }
    const outer = await send('+12125550101', { statusCallback: 'https://almanac.example/status' })
    expect(outer.status).toBe('accepted')
  })

  it('that was answered, by whatever, does not come again', async () => {
    receiver.state.status = 500
    await send('+12125550101')
    await reportOf('delivered')
    await new Promise((done) => setTimeout(done, 150))
    expect(reports().filter(({ MessageStatus }) => MessageStatus === 'delivered')).toHaveLength(1)
  })
})

describe('a message', () => {
  it.each([
    ['SmartEncoded', 'perhaps', 400],
    ['RiskCheck', 'perhaps', 400],
    ['MaxPrice', 'a cent', 400],
    ['Attempt', 'first', 400],
    ['ValidityPeriod', '36001', 21620],
    ['StatusCallback', 'ftp://almanac.example/status', 21609],
    ['StatusCallback[0]', 'https://almanac.example/status', 400],
  ])('with a %s of %s is refused with %i', async (name, value, code) => {
    const form = { To: '+12125550101', Body: 'x', MessagingServiceSid: serviceSid, [name]: value }
    expect(await call('POST', '', form)).toMatchObject({ status: 400, body: { code, status: 400 } })
  })

  it('is smart-encoded where that is asked for, and else left as it is', async () => {
    const body = '“Wait” – it’s early…\u00a0Rest.'
    expect((await send('+12125550101', { body, smartEncoded: true })).body).toBe(
      '"Wait" - it\'s early... Rest.',
    )
    expect((await send('+12125550101', { body })).body).toBe(body)
  })

  it('that waits longer than its validity period fails with 30036', async () => {
    await sandbox.close()
    sandbox = await openSandbox({ twilio: { stepMs: 1_100 } })
    await send('+12125550101', { validityPeriod: 1 })
    expect(await reportOf('failed')).toMatchObject({ ErrorCode: '30036' })
    expect((await sandbox.get('/sandbox/messages?to=%2B12125550101')).data).toEqual([])
  })

  it.each([
    ['+12125550131', 'undelivered', '30022'],
    ['+12125550132', 'failed', '30610'],
    ['+12125550133', 'undelivered', '30034'],
  ])('to %s is taken and ends %s with %s', async (to, status, code) => {
    expect((await send(to)).status).toBe('accepted')
    expect(await reportOf(status)).toMatchObject({ ErrorCode: code })
  })
})

it.each(['PageSize=1001', 'PageSize=0', 'PageSize=all', 'Page=-1', 'DateSent=yesterday', 'DateSent>=12.345'])(
  'a list by %s is refused',
  async (query) => {
    expect(await call('GET', `?${query}`)).toMatchObject({ status: 400, body: { code: 400 } })
    expect((await call('GET', '?PageSize=1000&Page=0&DateSent=2026-11-23')).status).toBe(200)
  },
)

describe('the answer to a reply', () => {
  const reply = (body: string) => sandbox.control('/sms/inbound', { from: '+12125550101', body })
  const texts = async () =>
    ((await sandbox.get('/sandbox/messages?to=%2B12125550101')).data as { text: string }[]).map(
      ({ text }) => text,
    )

  it('reaches the phone, unless it has opted out', async () => {
    receiver.state.body = '<Response><Message>Rain &amp; sun</Message></Response>'
    await reply('hello')
    await until(async () => (await texts()).includes('Rain & sun'))
    receiver.state.body = '<Response><Message>Too late</Message></Response>'
    await reply('STOP')
    await until(() => receiver.received.filter(({ url }) => url === '/inbound').length === 2)
    await new Promise((done) => setTimeout(done, 100))
    expect(await texts()).not.toContain('Too late')
  })
})
