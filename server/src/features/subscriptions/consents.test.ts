import { consentWording, welcomeText } from '@almanac/contract/consent'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeTenant } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { usNumber } from '../../../test/sunbursts.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function programmeOf(tenant: MadeTenant) {
  const [row] = await app.query<{ companyName: string; categoryName: string }>(
    `select t.company_name, c.name as category_name from tenants t join categories c on c.id = ${tenant.categoryId} where t.id = ${tenant.id}`,
  )
  if (!row) throw new Error('There is no such category')
  return row
}

async function visit() {
  const tenant = await app.make.tenant()
  const smsPhoneNumber = usNumber()
  const consumer = await app.make.consumer(tenant, { tokens: 9, smsPhoneNumber })
  const client = await app.signIn(consumer.username, tenant)
  const base = `/v1/customers/${tenant.url}`
  return {
    ...{ tenant, consumer, smsPhoneNumber },
    programme: await programmeOf(tenant),
    subscribe: (mediums: string[]) =>
      client.put(`${base}/consumers/${consumer.id}/subscription/${tenant.categoryId}/subscribe`, { mediums }),
    unsubscribe: () => client.put(`${base}/subscription/${tenant.categoryId}/unsubscribe`),
    consents: () =>
      app.query<{
        act: string
        medium: string
        recipient: string
        wording: string
        source: string
        ipAddress: string
      }>(
        `select act, medium, recipient, wording, source, ip_address from consents where consumer_id = ${consumer.id} order by id`,
      ),
    texts: () =>
      app.query<{ text: string; hours: number }>(
        `select text, extract(epoch from expires_at - created_at)::float8 / 3600 as hours from outbox_messages where recipient = '${smsPhoneNumber}' order by id`,
      ),
  }
}

describe('a subscription', () => {
  test('is kept as a consent: what was shown, to which address, from where', async () => {
    const { consumer, smsPhoneNumber, programme, subscribe, consents } = await visit()
    await subscribe(['sms', 'email'])
    const common = { act: 'given', source: 'screen', ipAddress: '127.0.0.1' }
    expect((await consents()).toSorted((one, other) => other.medium.localeCompare(one.medium))).toEqual([
      { ...common, medium: 'sms', recipient: smsPhoneNumber, wording: consentWording('sms', programme) },
      { ...common, medium: 'email', recipient: consumer.email, wording: consentWording('email', programme) },
    ])
  })

  test('that stays is consented to once; one that ends is kept as withdrawn', async () => {
    const { subscribe, unsubscribe, consents } = await visit()
    for (const _ of [1, 2]) await subscribe(['sms'])
    await subscribe(['email'])
    for (const _ of [1, 2]) await unsubscribe()
    expect((await consents()).map(({ act, medium }) => `${medium} ${act}`).toSorted()).toEqual([
      'email given',
      'email withdrawn',
      'sms given',
      'sms withdrawn',
    ])
  })

  test('that is refused is no consent', async () => {
    const { consumer, subscribe, consents, texts } = await visit()
    await app.query(`update users set sms_opted_out_at = now() where id = ${consumer.id}`)
    expect((await subscribe(['sms'])).status).toBe(409)
    expect(await consents()).toEqual([])
    expect(await texts()).toEqual([])
  })

  test('by SMS is greeted once a day by the terms of the programme, for half an hour and at no charge', async () => {
    const { consumer, programme, subscribe, unsubscribe, texts } = await visit()
    await subscribe(['sms'])
    expect(await texts()).toEqual([{ text: welcomeText(programme), hours: 0.5 }])
    await unsubscribe()
    await subscribe(['sms', 'email'])
    expect(await texts()).toHaveLength(1)
    const [wallet] = await app.query<{ balance: number }>(
      `select balance from wallets where consumer_id = ${consumer.id}`,
    )
    expect(wallet?.balance).toBe(9)
  })

  test('by e-mail alone is greeted by no SMS', async () => {
    const { subscribe, texts } = await visit()
    await subscribe(['email'])
    expect(await texts()).toEqual([])
  })
})

test.each(['update consents set wording = wording', 'delete from consents', 'truncate consents'])(
  'a consent is kept for ever: %s is refused',
  async (statement) => {
    const { subscribe } = await visit()
    await subscribe(['email'])
    await expect(app.query(statement)).rejects.toThrow('what was agreed to is kept')
  },
)

test('the terms name everything that a programme of texts must', () => {
  const programme = { companyName: 'Aurora Astrology', categoryName: 'Leo' }
  expect(welcomeText(programme)).toBe(
    "You're subscribed to Aurora Astrology: Leo. Msg frequency: about 1 a day. Msg & data rates may apply. Reply STOP to end, HELP for help.",
  )
  expect(consentWording('sms', programme)).toMatch(
    /recurring automated texts.*Leo.*Aurora Astrology.*not a condition of purchase.*Msg frequency.*data rates may apply.*STOP.*HELP/,
  )
})
