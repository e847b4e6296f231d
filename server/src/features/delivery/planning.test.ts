import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { sunburstsOf } from '../../../test/sunbursts.ts'
import { sizeAfter } from './plan-due-texts.ts'

describe('the size of a batch', () => {
  test.each([
    ['stays where it took a quarter of a second', 200, 250, 200],
    ['shrinks where it took longer', 200, 500, 100],
    ['grows where it was quick, at most to twice as many', 200, 1, 400],
    ['never falls below 50', 60, 10_000, 50],
    ['never rises above 2000', 1_500, 1, 2_000],
  ])('%s', (_what, size, milliseconds, expected) => {
    expect(sizeAfter(size, milliseconds)).toBe(expected)
  })
})

describe('a batch', () => {
  let app: TestApp
  let sun: ReturnType<typeof sunburstsOf>
  let listener: pg.Client
  const jobs: unknown[] = []

  beforeAll(async () => {
    app = await startTestApp()
    sun = sunburstsOf(app)
    listener = new pg.Client({ connectionString: app.databaseUrl })
    await listener.connect()
    listener.on('notification', ({ payload }) => jobs.push(payload))
    await listener.query('listen jobs')
  })
  afterAll(async () => {
    await listener.end()
    await app.close()
  })

  test('wakes who buys for those whose balance it lowered, beside the lanes', async () => {
    const tenant = await app.make.tenant()
    await sun.subscriber(tenant)
    await sun.text(tenant)
    await sun.plan()
    await expect
      .poll(() => jobs)
      .toEqual(expect.arrayContaining(['send-sms-deliveries', 'send-email-deliveries', 'buy-automatically']))
  })

  test('tells all whose balance covers nothing, each once, and charges what each medium costs in turn', async () => {
    const tenant = await app.make.tenant()
    const rich = await sun.subscriber(tenant, { tokens: 5 })
    const forOne = await sun.subscriber(tenant, { tokens: 1 })
    const poor = [await sun.subscriber(tenant, { tokens: 0 }), await sun.subscriber(tenant, { tokens: 0 })]
    const textId = await sun.text(tenant, { messageName: 'For the rich' })
    await sun.plan()
    expect(await sun.fates(textId)).toEqual([
      ...['sms:planned', 'email:planned'],
      ...['sms:planned', 'email:skipped insufficient-tokens'],
      ...poor.flatMap(() => ['sms:skipped insufficient-tokens', 'email:skipped insufficient-tokens']),
    ])
    expect(await sun.entries(rich)).toEqual(['-1 sunburst', '-1 sunburst'])
    expect(await sun.entries(forOne)).toEqual(['-1 sunburst'])
    const told = await app.query<{ recipient: string }>(
      `select recipient from outbox_messages where tenant_id = ${tenant.id} and text like '%For the rich%' order by id`,
    )
    expect(told).toHaveLength(poor.length)
    await app.query(`update deliveries set state = 'unknown' where text_id = ${textId}`)
  })
})
