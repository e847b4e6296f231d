import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { noon, sunburstsOf, takenSms, usNumber } from '../../../test/sunbursts.ts'
import { createSmtpMailer } from '../../adapters/smtp/mailer.ts'
import { createTwilioSms } from '../../adapters/twilio/sms.ts'
import { sandboxAccount } from '../../sandbox-account.ts'
import { resolveLost } from './resolve-lost.ts'
import type { SendDeps } from './send-deliveries.ts'

let app: TestApp
let sun: ReturnType<typeof sunburstsOf>
/** The same senders with little patience, so that a provider that keeps silent is soon given up. */
let hasty: SendDeps

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  sun = sunburstsOf(app)
  const sms = createTwilioSms({
    accountSid: sandboxAccount.twilioAccountSid,
    keySid: sandboxAccount.twilioAccountSid,
    keySecret: sandboxAccount.twilioAuthToken,
    authToken: sandboxAccount.twilioAuthToken,
    messagingServiceSid: sandboxAccount.twilioMessagingServiceSid,
    publicUrl: app.deps.publicUrl,
    sandboxUrl: app.sandbox.url,
    timeoutMs: 700,
  })
  const url = `smtp://127.0.0.1:${app.sandbox.smtpPort}`
  hasty = {
    ...sun.deps,
    sms,
    mailer: createSmtpMailer({ url, from: 'Almanac <almanac@localhost>', timeoutMs: 700 }),
  }
})
afterEach(async () => {
  await sun.clock.set(noon)
  await app.sandbox.control('webhooks', { delayMs: 0, repeat: 1, shuffle: false, lose: 0 })
})
afterAll(() => app.close())

/** One consumer, one medium, one text, planned. */
async function planOne(values: { mediums: ('sms' | 'email')[]; smsPhoneNumber?: string }) {
  const tenant = await app.make.tenant()
  const consumer = await sun.subscriber(tenant, values)
  const textId = await sun.text(tenant)
  await sun.plan()
  return { tenant, consumer, textId }
}

describe('an undeliverable SMS', () => {
  test('gives the token back once, though reports are repeated and shuffled', async () => {
    await app.sandbox.control('webhooks', { provider: 'twilio', repeat: 3, shuffle: true })
    const { consumer, textId } = await planOne({ mediums: ['sms'], smsPhoneNumber: '+16175550130' })
    await sun.send()
    await expect.poll(() => sun.fates(textId)).toEqual(['sms:undeliverable twilio-30003'])
    await app.sandbox.control('webhooks', { repeat: 1, shuffle: false })
    await app.sandbox.control('webhooks/flush', {})
    await expect.poll(() => deliveredReports()).toBeGreaterThanOrEqual(12)
    expect(await sun.entries(consumer)).toEqual(['-1 sunburst', '+1 sunburst-return'])
    expect(await sun.balanceOf(consumer)).toBe(10)
    expect(await sun.fates(textId)).toEqual(['sms:undeliverable twilio-30003'])
    expect(await sun.textState(textId)).toBe('sent')
  })

  test.each([
    ['is no number', '+15005550001', 'invalid-recipient'],
    ['is a landline', '+15005550009', 'invalid-recipient'],
  ])('whose recipient %s is refused at once', async (_, smsPhoneNumber, reason) => {
    const { consumer, textId } = await planOne({ mediums: ['sms'], smsPhoneNumber })
    await sun.send()
    expect(await sun.fates(textId)).toEqual([`sms:undeliverable ${reason}`])
    expect(await sun.entries(consumer)).toEqual(['-1 sunburst', '+1 sunburst-return'])
  })

  test('whose number has unsubscribed at the provider (21610) also records the opt-out', async () => {
    const { consumer, textId } = await planOne({ mediums: ['sms'], smsPhoneNumber: '+15005550004' })
    await sun.send()
    expect(await sun.fates(textId)).toEqual(['sms:undeliverable opted-out'])
    expect(await optedOut(consumer.id)).toBe(true)
    expect(await sun.balanceOf(consumer)).toBe(10)
  })

  async function deliveredReports(): Promise<number> {
    const response = await fetch(`${app.sandbox.url}/sandbox/control/state`)
    const { data } = (await response.json()) as { data: { deliveries: { state: string }[] } }
    return data.deliveries.filter(({ state }) => state === 'delivered').length
  }
})

describe('an undeliverable letter', () => {
  test('to a mailbox that does not exist gives the token back', async () => {
    const tenant = await app.make.tenant()
    const consumer = await sun.subscriber(tenant, { mediums: ['email'] })
    await app.query(`update users set email = 'bounce-${consumer.id}@mail.example' where id = ${consumer.id}`)
    const textId = await sun.text(tenant)
    await sun.plan()
    await sun.send()
    expect(await sun.fates(textId)).toEqual(['email:undeliverable invalid-recipient'])
    expect(await sun.entries(consumer)).toEqual(['-1 sunburst', '+1 sunburst-return'])
  })
})

async function optedOut(consumerId: number): Promise<boolean> {
  const [row] = await app.query<{ smsOptedOutAt: Date | null }>(
    `select sms_opted_out_at from users where id = ${consumerId}`,
  )
  return row?.smsOptedOutAt !== null
}

describe('STOP and START', () => {
  test('end and resume the SMS of every user with that number, and change nothing about e-mail', async () => {
    const tenant = await app.make.tenant()
    const smsPhoneNumber = usNumber()
    const consumer = await sun.subscriber(tenant, { smsPhoneNumber })
    const other = await app.make.consumer(await app.make.tenant(), { smsPhoneNumber })
    const bystander = await app.make.consumer(tenant, { smsPhoneNumber: usNumber() })
    const next = async () => {
      const textId = await sun.text(tenant)
      await sun.plan()
      await sun.send()
      return sun.fates(textId)
    }
    await next()
    await app.sandbox.control('sms/inbound', { from: smsPhoneNumber, body: ' Stop ' })
    await expect.poll(() => optedOut(consumer.id)).toBe(true)
    expect(await optedOut(other.id)).toBe(true)
    expect(await optedOut(bystander.id)).toBe(false)
    expect(await next()).toEqual(['sms:skipped sms-opted-out', 'email:sent'])
    expect(await sun.balanceOf(consumer)).toBe(7)

    await app.sandbox.control('sms/inbound', { from: smsPhoneNumber, body: 'HELP' })
    await app.sandbox.control('sms/inbound', { from: smsPhoneNumber, body: 'START' })
    await expect.poll(() => optedOut(consumer.id)).toBe(false)
    expect((await next())[0]).toMatch(/^sms:(sent|delivered)$/)
    expect(await takenSms(app, smsPhoneNumber)).toHaveLength(2)
  })

  test('an opt-out that only the callback reports (21610) is recorded and returned as well', async () => {
    await app.sandbox.control('config', { optOutBy: 'callback' })
    const { tenant, consumer } = await planOne({ mediums: ['sms'] })
    await sun.send()
    await app.sandbox.control('sms/inbound', { from: consumer.smsPhoneNumber, body: 'STOP' })
    await expect.poll(() => optedOut(consumer.id)).toBe(true)
    // As if our own record of it were lost: only the provider knows.
    await app.query(`update users set sms_opted_out_at = null where id = ${consumer.id}`)
    const textId = await sun.text(tenant)
    await sun.plan()
    await sun.send()
    await expect.poll(() => sun.fates(textId)).toEqual(['sms:undeliverable opted-out'])
    expect(await optedOut(consumer.id)).toBe(true)
    expect(await sun.entries(consumer)).toEqual(['-1 sunburst', '-1 sunburst', '+1 sunburst-return'])
    await app.sandbox.control('config', { optOutBy: 'response' })
  })
})

describe('a provider that certainly did not take the message', () => {
  test('is tried again later, and nothing is charged twice', async () => {
    const { consumer, textId } = await planOne({ mediums: ['sms'] })
    const unreachable = createTwilioSms({
      accountSid: sandboxAccount.twilioAccountSid,
      keySid: sandboxAccount.twilioAccountSid,
      keySecret: sandboxAccount.twilioAuthToken,
      authToken: sandboxAccount.twilioAuthToken,
      messagingServiceSid: sandboxAccount.twilioMessagingServiceSid,
      publicUrl: app.deps.publicUrl,
      sandboxUrl: 'http://127.0.0.1:1',
    })
    await sun.send({ ...sun.deps, sms: unreachable })
    const [row] = await sun.deliveries(textId)
    expect(row).toMatchObject({ state: 'planned', attempts: 1 })
    expect(row?.sendAfter.getTime()).toBeGreaterThan(noon.getTime())
    expect(await sun.textState(textId)).toBe('sending')
    await sun.clock.set(new Date(noon.getTime() + 60_000))
    await sun.send()
    expect(await takenSms(app, consumer.smsPhoneNumber)).toHaveLength(1)
    expect(await sun.entries(consumer)).toEqual(['-1 sunburst'])
  })

  test('too many times ends the delivery and gives the token back', async () => {
    const { consumer, textId } = await planOne({ mediums: ['sms'] })
    await app.query(`update deliveries set attempts = 23 where text_id = ${textId}`)
    await app.sandbox.control('faults', { provider: 'twilio', kind: 'conflict_409', path: 'Messages' })
    await sun.send()
    expect(await sun.fates(textId)).toEqual(['sms:undeliverable twilio-20409'])
    expect(await sun.entries(consumer)).toEqual(['-1 sunburst', '+1 sunburst-return'])
    expect(await takenSms(app, consumer.smsPhoneNumber)).toEqual([])
  })

  test('a mailbox that is busy is written to later', async () => {
    const tenant = await app.make.tenant()
    const consumer = await sun.subscriber(tenant, { mediums: ['email'] })
    await app.query(`update users set email = 'busy-${consumer.id}@mail.example' where id = ${consumer.id}`)
    const textId = await sun.text(tenant)
    await sun.plan()
    await sun.send()
    expect(await sun.fates(textId)).toEqual(['email:planned smtp-451'])
    await app.query(`update deliveries set state = 'skipped' where text_id = ${textId}`)
  })
})

describe('an SMS whose answer was lost', () => {
  test.each(['timeout_after_success', 'reset_after_success', 'error_500_after_success'])(
    '%s: the provider reports on it, and it is not sent again',
    async (kind) => {
      const { consumer, textId } = await planOne({ mediums: ['sms'] })
      await app.sandbox.control('faults', { provider: 'twilio', kind, path: 'Messages' })
      await sun.send(hasty)
      await expect.poll(() => sun.fates(textId)).toEqual(['sms:delivered'])
      await sun.ageClaims(textId)
      await resolveLost(hasty)
      await sun.send()
      expect(await takenSms(app, consumer.smsPhoneNumber)).toHaveLength(1)
      expect(await sun.entries(consumer)).toEqual(['-1 sunburst'])
      expect(await sun.textState(textId)).toBe('sent')
    },
  )

  test('and whose reports are lost too is found by looking it up', async () => {
    await app.sandbox.control('webhooks', { provider: 'twilio', lose: -1 })
    const { consumer, textId } = await planOne({ mediums: ['sms'] })
    await app.sandbox.control('faults', {
      provider: 'twilio',
      kind: 'timeout_after_success',
      path: 'Messages',
    })
    await sun.send(hasty)
    expect((await sun.deliveries(textId))[0]?.state).toBe('sending')
    expect(await resolveLost(hasty)).toBe(0)
    await sun.ageClaims(textId)
    await resolveLost(hasty)
    const [taken] = await takenSms(app, consumer.smsPhoneNumber)
    const [row] = await sun.deliveries(textId)
    expect(row?.state).toMatch(/^(sent|delivered)$/)
    expect(row?.providerId).toBe(taken?.sid)
    await sun.send()
    expect(await takenSms(app, consumer.smsPhoneNumber)).toHaveLength(1)
  })

  test('and that can’t be looked up for now keeps no other one waiting', async () => {
    await app.sandbox.control('webhooks', { provider: 'twilio', lose: -1 })
    const tenant = await app.make.tenant()
    for (const _ of [1, 2]) await sun.subscriber(tenant, { mediums: ['sms'] })
    const textId = await sun.text(tenant)
    await sun.plan()
    const { twilioAccountSid } = sandboxAccount
    const fault = { provider: 'twilio', path: `${twilioAccountSid}/Messages` }
    await app.sandbox.control('faults', { ...fault, kind: 'reset_after_success', times: 2 })
    await sun.send(hasty)
    await sun.ageClaims(textId)
    await app.sandbox.control('faults', { ...fault, kind: 'error_500_before', method: 'GET' })
    const open = async () => (await sun.fates(textId)).filter((fate) => fate === 'sms:sending').length
    expect(await open()).toBe(2)
    await resolveLost(hasty)
    expect(await open()).toBe(1)
    await sun.clock.set(new Date(noon.getTime() + 10_000))
    await resolveLost(hasty)
    expect(await open()).toBe(0)
  })

  test('is looked up apart from the same words in another delivery to that number', async () => {
    await app.sandbox.control('webhooks', { provider: 'twilio', lose: -1 })
    const smsPhoneNumber = usNumber()
    const tenant = await app.make.tenant()
    for (const _ of [1, 2]) await sun.subscriber(tenant, { mediums: ['sms'], smsPhoneNumber })
    const textId = await sun.text(tenant)
    await sun.plan()
    await app.sandbox.control('faults', { provider: 'twilio', kind: 'timeout_before', path: 'Messages' })
    await sun.send(hasty)
    await sun.ageClaims(textId)
    await resolveLost(hasty)
    const fates = await sun.fates(textId)
    expect(fates.filter((fate) => fate.startsWith('sms:unknown'))).toHaveLength(1)
    expect(await takenSms(app, smsPhoneNumber)).toHaveLength(1)
  })

  test('and that the provider knows nothing of is listed as unknown, and never sent again', async () => {
    const { consumer, textId } = await planOne({ mediums: ['sms'] })
    await app.sandbox.control('faults', { provider: 'twilio', kind: 'timeout_before', path: 'Messages' })
    await sun.send(hasty)
    await sun.ageClaims(textId)
    await resolveLost(hasty)
    await sun.send()
    expect(await sun.fates(textId)).toEqual(['sms:unknown The provider knows of no such message.'])
    expect(await takenSms(app, consumer.smsPhoneNumber)).toEqual([])
    expect(await sun.entries(consumer)).toEqual(['-1 sunburst'])
    expect(await sun.textState(textId)).toBe('sent')
  })
})

describe('a letter whose answer was lost', () => {
  test.each(['timeout_after_success', 'timeout_before', 'reset_after_success'])(
    '%s: it is listed as unknown and never sent again',
    async (kind) => {
      const { consumer, textId } = await planOne({ mediums: ['email'] })
      await app.sandbox.control('faults', { provider: 'smtp', kind, path: consumer.email })
      await sun.send(hasty)
      expect((await sun.deliveries(textId))[0]?.state).toBe('unknown')
      await sun.ageClaims(textId)
      await resolveLost(hasty)
      await sun.clock.set(new Date(noon.getTime() + 3_600_000))
      await sun.send()
      expect(await app.sandbox.messages(consumer.email)).toHaveLength(kind === 'timeout_before' ? 0 : 1)
      expect(await sun.entries(consumer)).toEqual(['-1 sunburst'])
    },
  )
})

describe('reports of the provider', () => {
  const status = (values: { delivery: number | string; sid: string; status: string }, signature?: string) =>
    app.client().send({
      method: 'POST',
      url: `/v1/webhooks/twilio/status?delivery=${values.delivery}`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(signature ? { 'x-twilio-signature': signature } : {}),
      },
      payload: `MessageSid=${values.sid}&MessageStatus=${values.status}`,
    })

  test('without a signature, or with another, change nothing', async () => {
    const { textId } = await planOne({ mediums: ['sms'] })
    await app.sandbox.control('webhooks', { provider: 'twilio', lose: -1 })
    await sun.send()
    const [row] = await sun.deliveries(textId)
    const report = { delivery: row?.id ?? 0, sid: row?.providerId ?? '', status: 'undelivered' }
    expect((await status(report)).status).toBe(403)
    expect((await status(report, 'bm90IHRoZSBzaWduYXR1cmU=')).status).toBe(403)
    const inbound = await app.client().send({
      method: 'POST',
      url: '/v1/webhooks/twilio/inbound',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': 'forged' },
      payload: 'From=%2B16175550100&Body=STOP',
    })
    expect(inbound.status).toBe(403)
    expect(await sun.fates(textId)).toEqual(['sms:sent'])
  })
})
