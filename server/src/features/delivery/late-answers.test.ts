import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { sunburstsOf, takenSms } from '../../../test/sunbursts.ts'
import type { SendOutcome } from '../messages/index.ts'
import { claimDeliveries } from './claim-deliveries.ts'
import { recordOutcome } from './record-outcome.ts'
import { resolveLost } from './resolve-lost.ts'

let app: TestApp
let sun: ReturnType<typeof sunburstsOf>

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  sun = sunburstsOf(app)
})
afterAll(() => app.close())

const retry: SendOutcome = { kind: 'retry', reason: 'twilio-20429' }
const refused: SendOutcome = { kind: 'refused', reason: 'invalid-recipient' }
const kept = ['-1 sunburst']
const returned = ['-1 sunburst', '+1 sunburst-return']

/** An SMS that a worker has in hand, and its answer does not come. */
async function claimOne() {
  const tenant = await app.make.tenant()
  const consumer = await sun.subscriber(tenant, { mediums: ['sms'] })
  const textId = await sun.text(tenant)
  await sun.plan()
  const { claimed } = await claimDeliveries(sun.deps, {
    medium: 'sms',
    afterTenantId: tenant.id - 1,
    room: 1,
    share: 1,
    held: new Map(),
  })
  const [delivery] = claimed
  if (delivery?.textId !== textId) throw new Error('Another delivery was claimed')
  return { consumer, textId, delivery }
}

describe('the late answer that an SMS was certainly not taken', () => {
  test.each([retry, refused])(
    'settles what was given up as unknown meanwhile, by %j: it is returned once and never sent',
    async (answer) => {
      const { consumer, textId, delivery } = await claimOne()
      await sun.ageClaims(textId)
      await resolveLost(sun.deps)
      expect(await sun.fates(textId)).toEqual(['sms:unknown The provider knows of no such message.'])
      await Promise.all([
        recordOutcome(sun.deps, delivery, answer),
        recordOutcome(sun.deps, delivery, answer),
      ])
      expect(await sun.fates(textId)).toEqual([`sms:undeliverable ${'reason' in answer && answer.reason}`])
      await sun.send()
      expect(await sun.entries(consumer)).toEqual(returned)
      expect(await takenSms(app, consumer.smsPhoneNumber)).toEqual([])
    },
  )

  test.each([
    ['was reported as delivered', `state = 'delivered'`, kept],
    ['was looked up and found', `state = 'sent'`, kept],
    ['is in the hands of another worker', `state = 'sending', attempts = attempts + 1`, kept],
    ['waits for another attempt', `state = 'planned', is_waiting = true, attempts = attempts + 1`, kept],
    ['is unknown since another attempt', `state = 'unknown', attempts = attempts + 1`, kept],
  ])('changes nothing of one that %s', async (_, change, entries) => {
    const { consumer, textId, delivery } = await claimOne()
    await app.query(`update deliveries set ${change} where id = ${delivery.id}`)
    const rowOf = () => app.query(`select * from deliveries where id = ${delivery.id}`)
    const before = await rowOf()
    await recordOutcome(sun.deps, delivery, retry)
    expect(await rowOf()).toEqual(before)
    expect(await sun.entries(consumer)).toEqual(entries)
    await app.query(`update deliveries set state = 'unknown' where text_id = ${textId}`)
  })

  test('changes nothing of one that ended without tokens, and returns nothing again', async () => {
    const { consumer, textId, delivery } = await claimOne()
    await recordOutcome(sun.deps, delivery, refused)
    await recordOutcome(sun.deps, delivery, retry)
    expect(await sun.fates(textId)).toEqual(['sms:undeliverable invalid-recipient'])
    expect(await sun.entries(consumer)).toEqual(returned)
  })

  test('by refusal changes nothing of a later attempt', async () => {
    const { consumer, textId, delivery } = await claimOne()
    await app.query(`update deliveries set attempts = attempts + 1 where id = ${delivery.id}`)
    await recordOutcome(sun.deps, delivery, refused)
    expect((await sun.deliveries(textId))[0]?.state).toBe('sending')
    expect(await sun.entries(consumer)).toEqual(kept)
  })
})
