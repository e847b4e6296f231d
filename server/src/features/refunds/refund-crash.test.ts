import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { openRefundDesk, type Paid, type RefundDesk } from '../../../test/refunds.ts'
import { type Served, serveApp } from '../../../test/serve-app.ts'

let app: TestApp
let desk: RefundDesk
let dataDir: string

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
  // Without callbacks it is the lane alone that must find everything.
  await app.sandbox.control('webhooks', { provider: 'stripe', lose: -1 })
  desk = await openRefundDesk(app)
  await desk.admin.get('/v1/token-validity')
  dataDir = await mkdtemp(join(tmpdir(), 'almanac-crash-'))
})
afterAll(async () => {
  await app.close()
  await rm(dataDir, { recursive: true, force: true })
})

function refundAt(served: Served, { purchaseId, buyer }: Paid): Promise<Response> {
  const body = {
    paymentHistoryId: purchaseId,
    consumerId: buyer.consumer.id,
    isFullRefund: false,
    amount: 10,
  }
  const key = `the-one-click-${purchaseId}`
  return served.post({ client: desk.admin }, '/v1/admin/payment-history/refund', body, key)
}

/** What is found after the kill: nothing, or a row whose money the provider has or has not given back. */
const points = {
  'refund.in-transaction': { rows: [], given: [], end: [] },
  'refund.before-call': { rows: ['started'], given: [], end: ['refunded'] },
  'refund.provider-answered': { rows: ['started'], given: [1_000], end: ['refunded'] },
  'refund.applied-in-transaction': { rows: ['started'], given: [1_000], end: ['refunded'] },
  'refund.committed': { rows: ['refunded'], given: [1_000], end: ['refunded'] },
}

describe('a process killed', { timeout: 90_000 }, () => {
  const killed = new Map<string, { paid: Paid; rows: string[]; given: number[] }>()
  const statesOf = async (paid: Paid) => (await desk.refunds(paid)).map(({ state }) => state)

  beforeAll(async () => {
    const crash = async (point: string, paid: Paid) => {
      const served = await serveApp(app, dataDir, point)
      let answer: Response | undefined
      // On a busy machine the database may have no connection in time: the client is told to come again, and does.
      do answer = await refundAt(served, paid).catch(() => undefined)
      while (answer?.status === 503)
      expect(answer).toBeUndefined()
      expect(await served.ended).toBe('SIGKILL')
      // No process that is yet to be killed is to find this refund.
      await app.query(`update refunds set next_look_at = next_look_at + interval '1 hour'
        where purchase_id = ${paid.purchaseId}`)
      killed.set(point, { paid, rows: await statesOf(paid), given: await desk.givenBack(paid) })
    }
    const bought: [string, Paid][] = []
    for (const point of Object.keys(points)) bought.push([point, await desk.pay()])
    await Promise.all(bought.map(([point, paid]) => crash(point, paid)))
  }, 150_000)

  test.each(Object.entries(points))(
    'at %s leaves what the lane brings to its end, once',
    async (point, found) => {
      const crash = killed.get(point)
      if (!crash) throw new Error(`Nothing was killed at ${point}`)
      const { paid, rows, given } = crash
      expect({ rows, given }).toEqual({ rows: found.rows, given: found.given })
      await desk.settle()
      await desk.settle()
      expect(await statesOf(paid)).toEqual(found.end)
      const isMade = found.end.length > 0
      expect(await desk.givenBack(paid)).toEqual(isMade ? [1_000] : [])
      expect(await desk.balance(paid)).toBe(isMade ? 17 : 28)
      expect(
        await app.query(`select id from outbox_messages where recipient = '${paid.buyer.consumer.email}'
      and subject like 'Your refund%'`),
      ).toHaveLength(isMade ? 1 : 0)
    },
  )

  test.each(Object.keys(points))('at %s and asked again under the same key refunds once', async (point) => {
    const crash = killed.get(point)
    if (!crash) throw new Error(`Nothing was killed at ${point}`)
    const { paid } = crash
    const body = { amount: 10 }
    const answers = [1, 2].map(() => desk.refund(paid, body, `the-one-click-${paid.purchaseId}`))
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 201])
    expect(await desk.givenBack(paid)).toEqual([1_000])
    expect(await desk.balance(paid)).toBe(17)
  })
})
