import twilio from 'twilio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { sunburstsOf, takenSms } from '../../../test/sunbursts.ts'
import { sandboxAccount } from '../../sandbox-account.ts'

let app: TestApp
let sun: ReturnType<typeof sunburstsOf>

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  sun = sunburstsOf(app)
})
afterAll(() => app.close())

/** How many replies the product has answered, of all phones. */
async function heardReplies(): Promise<number> {
  const response = await fetch(`${app.sandbox.url}/sandbox/control/state`)
  const { data } = (await response.json()) as { data: { deliveries: { state: string; label: string }[] } }
  return data.deliveries.filter(({ state, label }) => state === 'delivered' && label === 'inbound').length
}

async function receiver() {
  const tenant = await app.make.tenant()
  const consumer = await sun.subscriber(tenant, { mediums: ['sms'] })
  const from = consumer.smsPhoneNumber
  const reply = (body: string) => app.sandbox.control('sms/inbound', { from, body })
  /** What reached the phone, newest first. */
  const texts = async () => (await app.sandbox.messages(from)).map(({ text }) => text)
  const isOut = async () => {
    const [row] = await app.query<{ at: Date | null }>(
      `select sms_opted_out_at as at from users where id = ${consumer.id}`,
    )
    return row?.at !== null
  }
  const consents = () =>
    app.query<{ act: string; wording: string; source: string; recipient: string }>(
      `select act, wording, source, recipient from consents where consumer_id = ${consumer.id} order by id`,
    )
  return { tenant, consumer, from, reply, texts, isOut, consents }
}

describe('a wish to end in own words', () => {
  test('ends SMS at once, is answered once, and is kept word for word', async () => {
    const { tenant, from, reply, texts, isOut, consents } = await receiver()
    await reply('Stop please')
    await expect.poll(isOut).toBe(true)
    const answers = async () => (await texts()).filter((text) => text.startsWith('You are unsubscribed'))
    await expect.poll(answers).toEqual([expect.stringContaining('Reply START to resume')])
    const textId = await sun.text(tenant)
    await sun.plan()
    await sun.send()
    expect(await sun.fates(textId)).toEqual(['sms:skipped sms-opted-out'])
    expect(await takenSms(app, from)).toEqual([])
    await reply('I said STOP!')
    await reply('please stop')
    await expect.poll(heardReplies).toBe(3)
    expect(await answers()).toHaveLength(1)
    expect(await consents()).toEqual([
      { act: 'withdrawn', wording: 'Stop please', source: 'text-message', recipient: from },
    ])
  })

  test('is undone by START', async () => {
    const { reply, isOut, consents } = await receiver()
    await reply('No more texts')
    await expect.poll(isOut).toBe(true)
    await reply('START')
    await expect.poll(isOut).toBe(false)
    expect((await consents()).map(({ act, wording }) => `${act} ${wording}`)).toEqual([
      'withdrawn No more texts',
      'given START',
    ])
  })

  test('that the provider has answered itself is not answered twice', async () => {
    const answerTo = async (fields: Record<string, string>) => {
      const { from, isOut } = await receiver()
      const form = { From: from, ...fields }
      const url = '/v1/webhooks/twilio/inbound'
      const signature = twilio.getExpectedTwilioSignature(
        sandboxAccount.twilioAuthToken,
        app.deps.publicUrl + url,
        form,
      )
      const { body } = await app.client().send({
        method: 'POST',
        url,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-twilio-signature': signature,
        },
        payload: new URLSearchParams(form).toString(),
      })
      expect(await isOut()).toBe(true)
      return body
    }
    expect(await answerTo({ Body: 'STOP' })).toContain('<Response></Response>')
    expect(await answerTo({ Body: 'Genug', OptOutType: 'STOP' })).toContain('<Response></Response>')
    expect(await answerTo({ Body: 'STOP.' })).toContain('<Message>You are unsubscribed')
    expect(await answerTo({ Body: 'Stop\0 please' })).toContain('<Message>You are unsubscribed')
  })
})

test('a call for help in own words is answered with whom to write to', async () => {
  const { tenant, reply, texts, isOut } = await receiver()
  await reply('Help please!')
  const [{ supportEmail = '' } = {}] = await app.query<{ supportEmail: string }>(
    `select support_email from tenants where id = ${tenant.id}`,
  )
  await expect.poll(texts).toContainEqual(expect.stringContaining(`Help: ${supportEmail}`))
  expect(await isOut()).toBe(false)
})

test('an opt-out that only the provider knew of is kept as its report', async () => {
  const { consumer, tenant, reply, isOut, consents } = await receiver()
  await sun.text(tenant)
  await sun.plan()
  await sun.send()
  await reply('STOP')
  await expect.poll(isOut).toBe(true)
  await app.query(`update users set sms_opted_out_at = null where id = ${consumer.id}`)
  await sun.text(tenant)
  await sun.plan()
  await sun.send()
  expect((await consents()).map(({ source }) => source)).toEqual(['text-message', 'provider-report'])
})
