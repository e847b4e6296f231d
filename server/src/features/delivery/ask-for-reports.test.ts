import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { noon, sunburstsOf, usNumber } from '../../../test/sunbursts.ts'
import { type AskDeps, askForReports } from './ask-for-reports.ts'

let app: TestApp
let sun: ReturnType<typeof sunburstsOf>
let deps: AskDeps
/** The messages that the provider was asked about, by its ids. */
let asked: string[] = []

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  sun = sunburstsOf(app)
  const { sms } = sun.deps
  const findStatus = (providerId: string) => {
    asked.push(providerId)
    return sms.findStatus(providerId)
  }
  deps = { ...sun.deps, sms: { ...sms, findStatus } }
  await app.sandbox.control('webhooks', { provider: 'twilio', lose: -1 })
})
beforeEach(async () => {
  asked = []
  await sun.clock.set(noon)
})
afterAll(() => app.close())

/** An SMS that the provider took so many minutes ago and never reported on. */
async function sendUnreported(smsPhoneNumber: string, minutesAgo: number) {
  const tenant = await app.make.tenant()
  const consumer = await sun.subscriber(tenant, { mediums: ['sms'], smsPhoneNumber })
  const textId = await sun.text(tenant)
  await sun.plan()
  await sun.send()
  await app.query(
    `update deliveries set sent_at = present() - interval '${minutesAgo} minutes',
       next_look_at = present() - interval '${minutesAgo - 15} minutes' where text_id = ${textId}`,
  )
  const [row] = await sun.deliveries(textId)
  return { consumer, textId, providerId: row?.providerId ?? '' }
}

const minutesLater = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)

const endAtProvider = (providerId: string, end: string) =>
  expect.poll(async () => (await sun.deps.sms.findStatus(providerId))?.state).toBe(end)

describe('an SMS whose report was lost', () => {
  test('and that did not arrive gives its token back, once', async () => {
    const { consumer, textId, providerId } = await sendUnreported('+16175550130', 16)
    await endAtProvider(providerId, 'undeliverable')
    expect(await sun.fates(textId)).toEqual(['sms:sent'])
    await Promise.all([askForReports(deps), askForReports(deps)])
    expect(await sun.fates(textId)).toEqual(['sms:undeliverable twilio-30003'])
    await askForReports(deps)
    expect(await sun.entries(consumer)).toEqual(['-1 sunburst', '+1 sunburst-return'])
    expect(asked).toEqual([providerId])
  })

  test('and that arrived is delivered, and stays paid', async () => {
    const { consumer, textId, providerId } = await sendUnreported(usNumber(), 16)
    await endAtProvider(providerId, 'delivered')
    await askForReports(deps)
    expect(await sun.fates(textId)).toEqual(['sms:delivered'])
    expect(await sun.entries(consumer)).toEqual(['-1 sunburst'])
  })

  test.each([
    ['within a quarter of an hour, since its report may be on its way', 14],
    ['after two days, since none will come', 48 * 60 + 1],
  ])('is not asked about: %s', async (_, minutesAgo) => {
    const { textId } = await sendUnreported(usNumber(), minutesAgo)
    await askForReports(deps)
    expect(asked).toEqual([])
    expect(await sun.fates(textId)).toEqual(['sms:sent'])
  })

  test('and that nobody knows the end of is asked about ever later', async () => {
    const { textId, providerId } = await sendUnreported('+16175550139', 50)
    const askedAboutIt = () => asked.filter((one) => one === providerId).length
    await askForReports(deps)
    await askForReports(deps)
    expect(askedAboutIt()).toBe(1)
    await sun.clock.set(minutesLater(49))
    await askForReports(deps)
    expect(askedAboutIt()).toBe(1)
    await sun.clock.set(minutesLater(50))
    await askForReports(deps)
    await sun.clock.set(minutesLater(149))
    await askForReports(deps)
    expect(askedAboutIt()).toBe(2)
    expect(await sun.fates(textId)).toEqual(['sms:sent'])
  })
})

test('a provider that does not answer for one message is asked about the others, and about this one later', async () => {
  const [one, other] = [await sendUnreported(usNumber(), 20), await sendUnreported(usNumber(), 19)]
  for (const { providerId } of [one, other]) await endAtProvider(providerId, 'delivered')
  await app.sandbox.control('faults', {
    provider: 'twilio',
    kind: 'error_500_before',
    method: 'GET',
    path: one.providerId,
  })
  await askForReports(deps)
  expect(await sun.fates(one.textId)).toEqual(['sms:sent'])
  expect(await sun.fates(other.textId)).toEqual(['sms:delivered'])
  await sun.clock.set(minutesLater(20))
  await askForReports(deps)
  expect(await sun.fates(one.textId)).toEqual(['sms:delivered'])
})
