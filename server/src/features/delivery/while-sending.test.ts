import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import type { MadeTenant, MadeUser } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { sunburstsOf } from '../../../test/sunbursts.ts'
import { drainLane } from '../../platform/lanes.ts'
import { readPresent } from '../../platform/present.ts'
import { recordSmsOptOut } from '../identity/index.ts'
import { deliveryLanes, lanes, type SendDeps } from './send-deliveries.ts'

let app: TestApp
let sun: ReturnType<typeof sunburstsOf>
let admin: TestClient

beforeAll(async () => {
  app = await startTestApp()
  sun = sunburstsOf(app)
  admin = await app.signIn((await app.make.admin()).username, null)
})
afterEach(() => app.query(`update deliveries set state = 'unknown' where state in ('planned', 'sending')`))
afterAll(() => app.close())

/** More than one worker has of a tenant in hand. */
const people = lanes.sms.atOncePerTenant + 4

interface Crowd {
  tenant: MadeTenant
  consumers: readonly (MadeUser & { smsPhoneNumber: string })[]
  textId: number
}

const stop = async ({ consumers }: Crowd) => {
  for (const { smsPhoneNumber } of consumers) {
    await app.deps.db.transact(async (tx) => recordSmsOptOut(tx, smsPhoneNumber, await readPresent(tx)))
  }
}
const unsubscribe = async ({ tenant, consumers }: Crowd) => {
  for (const { username } of consumers) {
    const client = await app.signIn(username, tenant)
    const { status } = await client.put(
      `/v1/customers/${tenant.url}/subscription/${tenant.categoryId}/unsubscribe`,
    )
    expect(status).toBe(200)
  }
}
const remove = async ({ tenant }: Crowd) => {
  // A tenant keeps its last one.
  await app.query(`insert into categories (tenant_id, name, sort_order) values (${tenant.id}, 'Another', 2)`)
  const { status } = await admin.delete(`/v1/admin/consumer-category/${tenant.categoryId}`)
  expect(status).toBe(200)
}
const move = async ({ tenant }: Crowd) => {
  await app.query(`update users set sms_phone_number = '+1617777' || lpad((id % 10000)::text, 4, '0') where tenant_id = ${tenant.id}
    and sms_phone_number is not null`)
}

/** A text on its way to a crowd: what is in hand has been handed over, and not answered, when something happens. */
async function whileSending(act: (crowd: Crowd) => Promise<void>) {
  const tenant = await app.make.tenant()
  const consumers: Crowd['consumers'][number][] = []
  for (let index = 0; index < people; index++) {
    consumers.push(await sun.subscriber(tenant, { mediums: ['sms'] }))
  }
  const crowd = { tenant, consumers, textId: await sun.text(tenant) }
  await sun.plan()
  const gate = Promise.withResolvers<void>()
  const taken: string[] = []
  const deps: SendDeps = {
    ...sun.deps,
    sms: {
      ...sun.deps.sms,
      async sendSms({ to }) {
        taken.push(to)
        await gate.promise
        return { kind: 'accepted', providerId: `SM-${crowd.textId}-${to}` }
      },
    },
  }
  const [lane] = deliveryLanes(deps)
  if (!lane) throw new Error('There is no lane')
  const sending = drainLane(lane, app.deps.log)
  await expect.poll(() => taken.length).toBe(lanes.sms.atOncePerTenant)
  const before = new Set(taken)
  await act(crowd)
  gate.resolve()
  await sending
  return { crowd, taken, before, after: taken.slice(before.size) }
}

describe('while a text is being sent', () => {
  test.each([
    ['a STOP', stop, 'sms-opted-out'],
    ['an end of the subscription', unsubscribe, 'unsubscribed'],
    ['the deletion of the category', remove, 'cancelled'],
  ])(
    '%s takes effect for each message that was not handed over, whose token comes back',
    async (_what, act, why) => {
      const { crowd, before, after } = await whileSending(act)
      expect(after).toEqual([])
      for (const consumer of crowd.consumers) {
        const wasSent = before.has(consumer.smsPhoneNumber)
        expect(await sun.entries(consumer)).toEqual(
          wasSent ? ['-1 sunburst'] : ['-1 sunburst', '+1 sunburst-return'],
        )
      }
      const fates = await sun.fates(crowd.textId)
      expect(fates.toSorted()).toEqual(
        [
          ...Array.from({ length: before.size }, () => 'sms:sent'),
          ...Array.from({ length: people - before.size }, () => `sms:skipped ${why}`),
        ].toSorted(),
      )
    },
  )

  test('another number takes effect for each message that was not handed over', async () => {
    const { crowd, before, after } = await whileSending(move)
    expect(after).toHaveLength(people - before.size)
    expect(after.every((to) => to.startsWith('+1617777'))).toBe(true)
    expect(await sun.fates(crowd.textId)).toEqual(crowd.consumers.map(() => 'sms:sent'))
  })
})
