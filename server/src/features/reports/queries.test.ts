import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, deliver, openDesk, play, sell } from '../../../test/desk.ts'
import { unique } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('revenue', () => {
  test('is less by what went back, on the day that it went, of refunds taken on and disputes lost', async () => {
    const desk = await openDesk(app)
    await sell(desk, { at: '2026-11-17T05:00:00Z', cents: 2_520 }, { at: '2026-11-19T12:00:00Z', cents: 700 })
    const columns = 'tenant_id, consumer_id, purchase_id, provider'
    const first = `select tenant_id, consumer_id, min(id), 'stripe'`
    const of = `from purchases where tenant_id = ${desk.tenant.id} group by tenant_id, consumer_id`
    const refund = (cents: number, state: string, at: string) =>
      app.query(`with bought as (${first} ${of}), reserved as (
        update purchases set refunded_cents = refunded_cents + ${state === 'failed' ? 0 : cents}
        where id = (select min from bought) returning id
      ) insert into refunds (${columns}, amount_cents, state, created_at)
        select bought.*, ${cents}, '${state}', '${at}' from bought, reserved`)
    const dispute = (cents: number, state: string, at: string) =>
      app.query(`insert into disputes (${columns}, account, dispute_id, amount_cents, state, asked_at, opened_at, decided_at)
        ${first}, 'sandbox', '${unique('du_')}', ${cents}, '${state}', now(), '2026-11-17T12:00:00Z',
        ${state === 'open' ? 'null' : `'${at}'`} ${of}`)
    await refund(100, 'refunded', '2026-11-18T04:59:59Z')
    await refund(200, 'refunded', '2026-11-18T05:00:00Z')
    await refund(300, 'pending', '2026-11-19T04:59:59Z')
    await refund(400, 'failed', '2026-11-18T12:00:00Z')
    await refund(500, 'started', '2026-11-18T12:00:00Z')
    await dispute(600, 'lost', '2026-11-19T06:00:00Z')
    await dispute(50, 'won', '2026-11-19T06:00:00Z')
    await dispute(60, 'open', '')
    const { body } = await ask(desk, 'revenue', '2026-11-17', '2026-11-19')
    expect(body).toEqual({
      totalRevenue: 20.2,
      totalGrossSales: 32.2,
      totalRefunds: 6,
      totalLostDisputes: 6,
      revenueData: [
        { createdAt: '2026-11-17', dayAmount: 24.2 },
        { createdAt: '2026-11-18', dayAmount: -5 },
        { createdAt: '2026-11-19', dayAmount: 1 },
      ],
    })
    expect((await ask(desk, 'gross-sales', '2026-11-17', '2026-11-19')).body.totals.totalAmount).toBe(32.2)
  })

  test('is what was received, by day of the zone, empty days included', async () => {
    const desk = await openDesk(app)
    await sell(
      desk,
      { at: '2026-11-17T04:59:59.999Z', cents: 1 },
      { at: '2026-11-17T05:00:00Z', cents: 2_520 },
      { at: '2026-11-18T04:59:59.999Z', cents: 1_999, isAutoPurchase: true },
      { at: '2026-11-19T12:00:00Z', cents: 10_000_000 },
      { at: '2026-11-20T05:00:00Z', cents: 7 },
    )
    const { status, body } = await ask(desk, 'revenue', '2026-11-17', '2026-11-19')
    expect(status).toBe(200)
    expect(body).toEqual({
      totalRevenue: 100_045.19,
      totalGrossSales: 100_045.19,
      totalRefunds: 0,
      totalLostDisputes: 0,
      revenueData: [
        { createdAt: '2026-11-17', dayAmount: 45.19 },
        { createdAt: '2026-11-18', dayAmount: 0 },
        { createdAt: '2026-11-19', dayAmount: 100_000 },
      ],
    })
  })

  test.each([
    [
      'clocks go forward',
      '2026-03-08',
      '2026-03-08T05:00:00Z',
      '2026-03-09T03:59:59Z',
      '2026-03-09T04:00:00Z',
    ],
    ['clocks go back', '2026-11-01', '2026-11-01T04:00:00Z', '2026-11-02T04:59:59Z', '2026-11-02T05:00:00Z'],
  ])('of the day on which %s is that day’s', async (_name, day, first, last, next) => {
    const desk = await openDesk(app)
    const before = new Date(Date.parse(first) - 1).toISOString()
    await sell(
      desk,
      { at: before, cents: 1 },
      { at: first, cents: 100 },
      { at: last, cents: 20 },
      { at: next, cents: 3_000 },
    )
    const { body } = await ask(desk, 'revenue', day)
    expect(body).toMatchObject({ totalRevenue: 1.2, revenueData: [{ createdAt: day, dayAmount: 1.2 }] })
  })

  test('is neither tokens given by hand, nor what was not paid, nor another tenant’s', async () => {
    const [desk, other] = [await openDesk(app), await openDesk(app)]
    await sell(other, { at: '2026-11-17T12:00:00Z' })
    await sell(
      desk,
      { at: '2026-11-17T12:00:00Z', state: 'started' },
      { at: '2026-11-17T12:00:00Z', state: 'requires_action' },
      { at: '2026-11-17T12:00:00Z', state: 'failed' },
    )
    await app.make.grant(desk.consumer, 1_000)
    const today = new Date().toISOString().slice(0, 10)
    expect((await ask(desk, 'revenue', '2026-11-17')).body.totalRevenue).toBe(0)
    expect((await ask(desk, 'revenue', '2026-01-01', today)).body.totalRevenue).toBe(0)
    expect((await ask(desk, 'gross-sales', '2026-11-17')).body.totalItems).toBe(0)
  })

  test('of the days is the total, whatever was sold when, and gross sales and revenue agree', async () => {
    const desk = await openDesk(app, 'America/St_Johns')
    const instant = fc.date({ min: new Date('2026-10-30'), max: new Date('2026-11-04'), noInvalidDate: true })
    const sale = fc.record({ at: instant, cents: fc.integer({ min: 1, max: 10_000_000 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(sale, { minLength: 1, maxLength: 30 }), async (sales) => {
        await app.query(`delete from purchases where tenant_id = ${desk.tenant.id}`)
        await sell(desk, ...sales.map(({ at, cents }) => ({ at: at.toISOString(), cents })))
        const { body } = await ask(desk, 'revenue', '2026-10-29', '2026-11-05')
        const soldCents = sales.reduce((sum, { cents }) => sum + cents, 0)
        const dayCents = body.revenueData.map((row: { dayAmount: number }) => Math.round(row.dayAmount * 100))
        expect(body.revenueData).toHaveLength(8)
        expect(dayCents.reduce((sum: number, cents: number) => sum + cents, 0)).toBe(soldCents)
        expect(body.totalRevenue).toBe(soldCents / 100)
        const sold = await ask(desk, 'gross-sales', '2026-10-29', '2026-11-05')
        expect(sold.body.totals.totalAmount).toBe(soldCents / 100)
      }),
      { numRuns: 15 },
    )
  })
})

describe('usage', () => {
  test('is plays and Sunbursts by the day they were charged', async () => {
    const desk = await openDesk(app, 'America/Chicago')
    await play(desk, '2026-11-17T05:59:59Z', '2026-11-17T06:00:00Z', '2026-11-18T05:59:59Z')
    await deliver(desk, { at: '2026-11-17T18:00:00Z' }, { at: '2026-11-19T05:59:59Z', medium: 'email' })
    const { body } = await ask(desk, 'usage', '2026-11-17', '2026-11-19')
    expect(body).toEqual({
      totalAudioPlays: 2,
      totalSmsSunbrusts: 2,
      usageData: [
        { createdAt: '2026-11-17', audioPlays: 2, smsSunbrusts: 1 },
        { createdAt: '2026-11-18', audioPlays: 0, smsSunbrusts: 1 },
        { createdAt: '2026-11-19', audioPlays: 0, smsSunbrusts: 0 },
      ],
    })
  })

  test.each([
    ['planned', 1],
    ['sending', 1],
    ['sent', 1],
    ['delivered', 1],
    ['unknown', 1],
    ['undeliverable', 0],
    ['skipped', 0],
  ])('of a Sunburst that is %s is %i: what was charged and not returned', async (state, count) => {
    const desk = await openDesk(app)
    await deliver(desk, { at: '2026-11-17T18:00:00Z', state })
    expect((await ask(desk, 'usage', '2026-11-17')).body.totalSmsSunbrusts).toBe(count)
  })

  test('is not another tenant’s', async () => {
    const [desk, other] = [await openDesk(app), await openDesk(app)]
    await play(other, '2026-11-17T18:00:00Z')
    await deliver(other, { at: '2026-11-17T18:00:00Z' })
    const { body } = await ask(desk, 'usage', '2026-11-17')
    expect([body.totalAudioPlays, body.totalSmsSunbrusts]).toEqual([0, 0])
  })
})

describe('gross sales', () => {
  const at = '2026-11-17T12:00:00Z'

  test('are what was sold of each package, smallest first, at what was paid then, not reduced', async () => {
    const desk = await openDesk(app)
    const small = await app.make.tokenPackage(desk.tenant, { numberOfTokens: 7, priceCents: 700 })
    await sell(
      desk,
      { at: '2026-11-17T04:59:59Z' },
      { at: '2026-11-17T05:00:00Z', cents: 2_520, refundedCents: 2_520 },
      { at: '2026-11-18T04:59:59Z', cents: 2_240, isAutoPurchase: true },
      { at, cents: 699, tokens: 7, packageId: small },
      { at: '2026-11-18T05:00:00Z' },
    )
    await app.query(`update packages set deleted_at = now() where id = ${small}`)
    const { body } = await ask(desk, 'gross-sales', '2026-11-17')
    expect(body).toEqual({
      totalItems: 2,
      totalPages: 1,
      currentPage: 1,
      data: [
        {
          id: small,
          name: expect.stringMatching(/^Package /),
          packageSoldQuantity: 1,
          tokenCount: 7,
          totalAmount: 6.99,
        },
        {
          id: desk.packageId,
          name: expect.stringMatching(/^Package /),
          packageSoldQuantity: 2,
          tokenCount: 56,
          totalAmount: 47.6,
        },
      ],
      totals: { packageSoldQuantity: 3, tokenCount: 63, totalAmount: 54.59 },
    })
  })

  test.each([
    [{ itemPerPage: '1' }, { totalItems: 3, totalPages: 3, currentPage: 1 }, [1]],
    [{ itemPerPage: '2', page: '2' }, { totalItems: 3, totalPages: 2, currentPage: 2 }, [3]],
    [{ itemPerPage: '2', page: '9' }, { totalItems: 3, totalPages: 2, currentPage: 9 }, []],
    [{ sendList: 'false' }, { totalItems: 3, totalPages: 1, currentPage: 1 }, []],
    [{ noPagination: 'true' }, { totalItems: 3, totalPages: 1, currentPage: 1 }, [1, 2, 3]],
  ])('with %j have the totals of all pages', async (page, envelope, sizes) => {
    const desk = await openDesk(app)
    for (const tokens of [3, 1, 2]) {
      const packageId = await app.make.tokenPackage(desk.tenant, { numberOfTokens: tokens })
      await sell(desk, { at, cents: tokens * 100, tokens, packageId })
    }
    const query = { startDate: '2026-11-17', endDate: '2026-11-17', ...page }
    const { body } = await desk.client.get(`/v1/customers/${desk.tenant.url}/gross-sales`, { query })
    expect(body).toMatchObject({
      ...envelope,
      totals: { packageSoldQuantity: 3, tokenCount: 6, totalAmount: 6 },
    })
    expect(body.data.map((row: { tokenCount: number }) => row.tokenCount)).toEqual(sizes)
  })

  test('of days without sales are no rows and totals of 0', async () => {
    const { body } = await ask(await openDesk(app), 'gross-sales', '2026-11-17')
    expect(body).toEqual({
      totalItems: 0,
      totalPages: 0,
      currentPage: 1,
      data: [],
      totals: { packageSoldQuantity: 0, tokenCount: 0, totalAmount: 0 },
    })
  })
})

describe('the days asked for', () => {
  const inOrder = 'End date can not be before start date'
  const start = 'Start date must be a date as YYYY-MM-DD.'
  test.each([
    ['2026-11-18', '2026-11-17', inOrder],
    ['2026-02-30', '2026-03-01', start],
    ['11/17/2026', '2026-11-17', start],
    ['', '2026-11-17', start],
    ['2025-11-17', '2026-11-18', 'Please choose 366 days at the most.'],
  ])('from "%s" to "%s" are refused with a sentence', async (startDate, endDate, message) => {
    const desk = await openDesk(app)
    for (const report of ['revenue', 'usage', 'gross-sales']) {
      const { status, body } = await ask(desk, report, startDate, endDate)
      expect([status, body.code, body.message]).toEqual([400, 'invalid_input', message])
    }
  })

  test('must be there', async () => {
    const { client, tenant } = await openDesk(app)
    const { status, body } = await client.get(`/v1/customers/${tenant.url}/revenue`)
    expect([status, body.errorMessageList]).toEqual([
      400,
      ['Start date is required.', 'End date is required.'],
    ])
  })

  test('may be a whole leap year, and the first and last days that can be entered', async () => {
    const desk = await openDesk(app)
    for (const [from, to] of [
      ['2028-01-01', '2028-12-31'],
      ['2000-01-01', '2000-01-02'],
      ['2100-12-31', '2100-12-31'],
    ] as const) {
      for (const report of ['revenue', 'usage', 'gross-sales'])
        expect((await ask(desk, report, from, to)).status, `${report} from ${from}`).toBe(200)
    }
  })
})
