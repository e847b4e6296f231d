import { afterAll, beforeAll, expect, test } from 'vitest'
import { automaticOf, makeAutoRule } from '../../../test/auto-buyer.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { claimDueRules, renewClaims } from './claim-due-rules.ts'
import { buyDue } from './jobs.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ withSandbox: true })
})
afterAll(() => app.close())

const claim = () => claimDueRules(app.deps.db.reader, { room: 10, share: 10, held: new Map() })

test('a renewal that comes when its purchase is made does not hold up the next one', async () => {
  const buyer = await makeAutoRule(app)
  await buyer.spend()
  await buyDue(app.deps)
  await renewClaims(app.deps.db.reader, [{ tenantId: buyer.tenant.id, consumerId: buyer.consumer.id }])
  await buyer.spend(28)
  await buyDue(app.deps)
  expect(await automaticOf(app, buyer)).toMatchObject([{ state: 'settled' }, { state: 'settled' }])
})

test('a rule that is being worked on stays with its worker for as long as it renews the claim', async () => {
  const buyer = await makeAutoRule(app)
  await buyer.spend()
  const claimed = await claim()
  expect(claimed).toEqual([{ tenantId: buyer.tenant.id, consumerId: buyer.consumer.id }])
  await app.query(
    `update auto_purchases set next_look_at = now() + interval '100 milliseconds'
     where consumer_id = ${buyer.consumer.id}`,
  )
  await renewClaims(app.deps.db.reader, claimed)
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(await claim()).toEqual([])
})
