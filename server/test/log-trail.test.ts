import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { processEvents } from '../src/features/payments/process-events.ts'
import { makeBuyer } from './buyer.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { sunburstsOf } from './sunbursts.ts'

type Line = { msg: string } & Record<string, unknown>

let app: TestApp
const lines: Line[] = []

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true, logTo: (line) => void lines.push(JSON.parse(line)) })
})
afterAll(() => app.close())

/** What a search of the log for one id finds, in its order. */
const trailOf = (what: 'purchase' | 'delivery', id: number) =>
  lines.filter((line) => line[what] === id).map(({ msg }) => msg)

describe('the log of one id', () => {
  test('of a purchase: from the click to the provider to its event', async () => {
    const buyer = await makeBuyer(app)
    const { body } = await buyer.buy()
    const id = body.purchaseId as number
    const trailOnceTold = async () => {
      await processEvents(app.deps)
      return trailOf('purchase', id)
    }
    await expect.poll(trailOnceTold).toContain('an event tells of a purchase')
    expect(trailOf('purchase', id).slice(0, 4)).toEqual([
      'a purchase was asked for',
      'the provider is told of a purchase',
      'the provider answered for a purchase',
      'a purchase has come further',
    ])
    const answer = lines.find((line) => line.purchase === id && line.payment)
    const [row] = await app.query<{ payment: string }>(
      `select provider_payment_id as payment from purchases where id = ${id}`,
    )
    expect(answer).toMatchObject({ payment: row?.payment, status: 'succeeded' })
  })

  test('of a refused purchase: says why, and nothing of the card', async () => {
    const buyer = await makeBuyer(app)
    await buyer.buy({ paymentId: 'pm_card_chargeDeclined' })
    const [row] = await app.query<{ id: number }>(
      `select id from purchases where consumer_id = ${buyer.consumer.id}`,
    )
    const own = lines.filter((line) => line.purchase === row?.id)
    expect(own.find((line) => line.refusal)).toMatchObject({ refusal: 'generic_decline' })
    expect(JSON.stringify(own)).not.toMatch(/pm_card|last4|client_secret|@/)
  })

  test('of a delivery: from the lane to the provider to its report', async () => {
    const sun = sunburstsOf(app)
    const tenant = await app.make.tenant()
    const reader = await sun.subscriber(tenant, { mediums: ['sms'] })
    const text = await sun.text(tenant)
    await sun.plan()
    await sun.send()
    const [delivery] = await sun.deliveries(text)
    const id = delivery?.id ?? 0
    await expect.poll(() => trailOf('delivery', id)).toContain('a status of a delivery came in')
    expect(trailOf('delivery', id).slice(0, 2)).toEqual([
      'a delivery is handed over',
      'the provider answered for a delivery',
    ])
    const own = lines.filter((line) => line.delivery === id)
    expect(own[1]).toMatchObject({ kind: 'accepted', providerId: delivery?.providerId })
    expect(JSON.stringify(own)).not.toContain(reader.smsPhoneNumber)
  })
})
