import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { noon, sunburstsOf, takenSms } from '../../../test/sunbursts.ts'

let app: TestApp
let sun: ReturnType<typeof sunburstsOf>

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  sun = sunburstsOf(app)
})
afterEach(() => sun.clock.set(noon))
afterAll(() => app.close())

const hours = (count: number) => new Date(noon.getTime() + count * 3_600_000)
/** A time in New York on the evening of that day, or on the next morning. */
const evening = (time: string) => new Date(`2026-11-17T${time}-05:00`)
const morning = (time: string) => new Date(`2026-11-18T${time}-05:00`)

/** One consumer, one medium, one text of that time. */
async function one(medium: 'sms' | 'email', dueAt: Date) {
  const tenant = await app.make.tenant()
  const consumer = await sun.subscriber(tenant, { mediums: [medium] })
  const textId = await sun.text(tenant, { dueAt })
  return { tenant, consumer, textId }
}

async function sendAt(instant: Date): Promise<void> {
  await sun.clock.set(instant)
  await sun.send()
}

/** The provider answers the next attempt that it did not take it. */
const failOnce = (medium: 'sms' | 'email', to: string) =>
  medium === 'sms'
    ? app.sandbox.control('faults', { provider: 'twilio', kind: 'conflict_409', path: 'Messages' })
    : app.sandbox.control('faults', { provider: 'smtp', kind: 'error_500_before', path: to })

const missed = ['-1 sunburst', '+1 sunburst-return']

describe('six hours after its time a text is missed, and what was taken for it is returned', () => {
  test('though it was planned late', async () => {
    const { consumer, textId } = await one('email', noon)
    await sun.clock.set(hours(5.9))
    await sun.plan()
    expect(await sun.fates(textId)).toEqual(['email:planned'])
    await sendAt(hours(11.7))
    expect([await sun.fates(textId), await sun.textState(textId)]).toEqual([
      ['email:skipped missed'],
      'missed',
    ])
    expect(await sun.entries(consumer)).toEqual(missed)
    expect(await app.sandbox.messages(consumer.email)).toEqual([])
  })

  test.each(['sms', 'email'] as const)('though the last attempt by %s was a moment ago', async (medium) => {
    const { consumer, textId } = await one(medium, noon)
    await sun.plan()
    await failOnce(medium, consumer.email)
    await sendAt(hours(5.99))
    expect((await sun.deliveries(textId))[0]).toMatchObject({ state: 'planned', attempts: 1 })
    await sendAt(hours(6))
    expect(await sun.fates(textId)).toEqual([`${medium}:skipped missed`])
    expect(await sun.entries(consumer)).toEqual(missed)
  })

  test('and a second earlier it is still sent', async () => {
    const { consumer, textId } = await one('email', noon)
    await sun.plan()
    await sendAt(new Date(hours(6).getTime() - 1_000))
    expect(await sun.fates(textId)).toEqual(['email:sent'])
    expect(await sun.entries(consumer)).toEqual(['-1 sunburst'])
  })
})

describe('the quiet hours that held an SMS do not make it late', () => {
  test.each([
    ['a text of 21:30 leaves at 08:00', [], '08:00:00', 'sent'],
    ['and on another attempt until six hours after', ['08:00:00'], '13:59:59', 'sent'],
    ['but no later', ['08:00:00'], '14:00:00', 'missed'],
  ])('%s', async (_, failedAt, lastAt, expected) => {
    await sun.clock.set(evening('21:30:00'))
    const { consumer, textId } = await one('sms', evening('21:30:00'))
    await sun.plan()
    await sun.send()
    expect((await sun.deliveries(textId))[0]).toMatchObject({ attempts: 0, sendAfter: morning('08:00:00') })
    for (const time of failedAt) {
      await failOnce('sms', '')
      await sendAt(morning(time))
    }
    await sendAt(morning(lastAt))
    expect(await takenSms(app, consumer.smsPhoneNumber)).toHaveLength(expected === 'sent' ? 1 : 0)
    expect(await sun.entries(consumer)).toEqual(expected === 'sent' ? ['-1 sunburst'] : missed)
  })

  test.each([
    ['08:59:59', 1],
    ['09:00:00', 0],
  ])(
    'what was tried for five hours before them has one hour left after: at %s %i leave',
    async (time, taken) => {
      await sun.clock.set(evening('16:00:00'))
      const { consumer, textId } = await one('sms', evening('16:00:00'))
      await sun.plan()
      await failOnce('sms', '')
      await sendAt(evening('20:59:00'))
      await sendAt(evening('21:05:00'))
      expect((await sun.deliveries(textId))[0]?.sendAfter).toEqual(morning('08:00:00'))
      await failOnce('sms', '')
      await sendAt(morning('08:00:00'))
      await sendAt(morning(time))
      expect(await takenSms(app, consumer.smsPhoneNumber)).toHaveLength(taken)
    },
  )

  test('and they make no letter later', async () => {
    await sun.clock.set(evening('21:30:00'))
    const { consumer, textId } = await one('email', evening('21:30:00'))
    await sun.plan()
    await sendAt(morning('08:00:00'))
    expect(await sun.fates(textId)).toEqual(['email:skipped missed'])
    expect(await sun.entries(consumer)).toEqual(missed)
  })
})

describe("whoever subscribes after a text's time is not its subscriber", () => {
  const later = new Date(noon.getTime() + 1)

  test('though it is planned later; each medium counts by itself', async () => {
    const tenant = await app.make.tenant()
    const atTheTime = await sun.subscriber(tenant, { mediums: ['email'], subscribedAt: noon })
    const late = await sun.subscriber(tenant, { mediums: ['email'], subscribedAt: later })
    await sun.subscribe(tenant, atTheTime, ['sms'], later)
    const textId = await sun.text(tenant, { dueAt: noon })
    await sun.clock.set(hours(5))
    await sun.plan()
    await sun.send()
    expect(await sun.fates(textId)).toEqual(['email:sent'])
    expect(await sun.entries(atTheTime)).toEqual(['-1 sunburst'])
    expect(await sun.entries(late)).toEqual([])
    expect(await app.sandbox.messages(late.email)).toEqual([])
  })

  test.each([
    ['before the planning', [], []],
    ['between planning and sending', ['sms:skipped unsubscribed'], missed],
  ])('nor is who ended a subscription and began it anew %s', async (_, fates, entries) => {
    const { tenant, consumer, textId } = await one('sms', noon)
    if (fates.length > 0) await sun.plan()
    await sun.clock.set(hours(1))
    const browser = await app.signIn(consumer.username, tenant)
    const path = `/v1/customers/${tenant.url}`
    const subscribePath = `${path}/consumers/${consumer.id}/subscription/${tenant.categoryId}/subscribe`
    expect((await browser.put(`${path}/subscription/${tenant.categoryId}/unsubscribe`)).status).toBe(200)
    expect((await browser.put(subscribePath, { mediums: ['sms'] })).status).toBe(200)
    await sun.plan()
    await sun.send()
    expect(await sun.fates(textId)).toEqual(fates)
    expect(await sun.entries(consumer)).toEqual(entries)
    expect(await takenSms(app, consumer.smsPhoneNumber)).toEqual([])
  })
})
