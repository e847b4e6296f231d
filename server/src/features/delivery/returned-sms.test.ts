import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { noon, sunburstsOf, takenSms } from '../../../test/sunbursts.ts'
import { recordStatus } from './record-outcome.ts'
import { resolveLost } from './resolve-lost.ts'

let app: TestApp
let sun: ReturnType<typeof sunburstsOf>

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  sun = sunburstsOf(app)
})
afterEach(() => sun.clock.set(noon))
afterAll(() => app.close())

/** An SMS that the provider takes, and then reports as failed with this code. */
async function sendReturned(code: string) {
  const tenant = await app.make.tenant()
  const consumer = await sun.subscriber(tenant, { mediums: ['sms'] })
  const textId = await sun.text(tenant)
  await sun.plan()
  await app.sandbox.control('faults', {
    provider: 'twilio',
    kind: 'decline',
    code,
    path: consumer.smsPhoneNumber,
  })
  await sun.send()
  const one = async () => {
    const [row] = await sun.deliveries(textId)
    if (!row) throw new Error('There is no delivery')
    return row
  }
  return {
    consumer,
    textId,
    one,
    sids: async () => (await takenSms(app, consumer.smsPhoneNumber)).map(({ sid }) => sid),
  }
}

describe('an SMS that was taken and comes back for the quiet hours (30610)', () => {
  test('leaves again an hour later by its one token, and its text is being sent until then', async () => {
    const { consumer, textId, one } = await sendReturned('30610')
    await expect.poll(() => sun.fates(textId)).toEqual(['sms:planned quiet-hours'])
    expect((await one()).sendAfter.getTime() - noon.getTime()).toBe(3_600_000)
    expect(await sun.textState(textId)).toBe('sending')
    expect(await sun.entries(consumer)).toEqual(['-1 sunburst'])
    await sun.clock.set(new Date(noon.getTime() + 3_600_000))
    await sun.send()
    await expect.poll(() => sun.fates(textId)).toEqual(['sms:delivered'])
    expect(await sun.entries(consumer)).toEqual(['-1 sunburst'])
    expect(await sun.textState(textId)).toBe('sent')
  })

  test('late news of the first message is not taken for news of the second', async () => {
    const { consumer, textId, one, sids } = await sendReturned('30610')
    await expect.poll(() => sun.fates(textId)).toEqual(['sms:planned quiet-hours'])
    const [first = ''] = await sids()
    await sun.clock.set(new Date(noon.getTime() + 3_600_000))
    await sun.send()
    await expect.poll(() => sun.fates(textId)).toEqual(['sms:delivered'])
    const { id } = await one()
    const again = { providerId: first, state: 'returned', reason: 'quiet-hours' } as const
    expect(await recordStatus(sun.deps, id, again)).toBe(false)
    expect(await sun.fates(textId)).toEqual(['sms:delivered'])
    // Nor while the answer of the second attempt is still out, when no id of it is known.
    await app.query(`update deliveries set state = 'sending', provider_id = null where id = ${id}`)
    expect(await recordStatus(sun.deps, id, again)).toBe(false)
    await sun.ageClaims(textId)
    await resolveLost(sun.deps)
    expect(await sun.fates(textId)).toEqual(['sms:delivered'])
    expect(await sids()).toHaveLength(2)
    expect(await sun.entries(consumer)).toEqual(['-1 sunburst'])
  })

  test('that nobody could tell the fate of ends with its token returned', async () => {
    const { consumer, textId, one, sids } = await sendReturned('30610')
    await expect.poll(() => sun.fates(textId)).toEqual(['sms:planned quiet-hours'])
    const { id } = await one()
    const [sid = ''] = await sids()
    await app.query(`update deliveries set state = 'unknown', past_provider_ids = '{}' where id = ${id}`)
    await recordStatus(sun.deps, id, { providerId: sid, state: 'returned', reason: 'quiet-hours' })
    expect(await sun.fates(textId)).toEqual(['sms:undeliverable quiet-hours'])
    expect(await sun.entries(consumer)).toEqual(['-1 sunburst', '+1 sunburst-return'])
  })

  test('too late to leave again is missed, and its token comes back', async () => {
    const { consumer, textId } = await sendReturned('30610')
    await expect.poll(() => sun.fates(textId)).toEqual(['sms:planned quiet-hours'])
    await sun.clock.set(new Date(noon.getTime() + 7 * 3_600_000))
    await sun.send()
    expect(await sun.fates(textId)).toEqual(['sms:skipped missed'])
    expect(await sun.entries(consumer)).toEqual(['-1 sunburst', '+1 sunburst-return'])
  })
})

test('an SMS over the rate that carriers allow (30022) is tried again soon', async () => {
  const { consumer, textId, one } = await sendReturned('30022')
  await expect.poll(() => sun.fates(textId)).toEqual(['sms:planned twilio-30022'])
  expect((await one()).sendAfter.getTime() - noon.getTime()).toBe(10_000)
  await sun.clock.set(new Date(noon.getTime() + 10_000))
  await sun.send()
  await expect.poll(() => sun.fates(textId)).toEqual(['sms:delivered'])
  expect(await sun.entries(consumer)).toEqual(['-1 sunburst'])
})

test('an SMS from a number without a campaign (30034) ends, and its token comes back', async () => {
  const { consumer, textId } = await sendReturned('30034')
  await expect.poll(() => sun.fates(textId)).toEqual(['sms:undeliverable twilio-30034'])
  expect(await sun.entries(consumer)).toEqual(['-1 sunburst', '+1 sunburst-return'])
})
