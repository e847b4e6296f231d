import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, type Desk, deliver, openDesk, play, sell } from '../../../test/desk.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { dayRange } from '../../platform/zoned-time.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** A report as the file that is saved, its lines in cells. No cell of these tests holds a comma. */
async function readFile(desk: Desk, report: string, startDate: string, endDate = startDate) {
  const query = { startDate, endDate }
  const answer = await desk.client.get(`/v1/customers/${desk.tenant.url}/${report}/csv`, { query })
  expect(answer.status).toBe(200)
  const text = answer.raw.toString('utf8')
  return { ...answer, text, lines: text.split('\r\n').map((line) => line.split(',')) }
}

test('revenue has a line for each day, which says what it is made of', async () => {
  const desk = await openDesk(app, 'America/Chicago')
  await sell(desk, { at: '2026-11-17T12:00:00Z', cents: 2_520 }, { at: '2026-11-18T12:00:00Z', cents: 1 })
  await app.query(`with bought as (
    update purchases set refunded_cents = 2500 where tenant_id = ${desk.tenant.id} and amount_cents = 2520 returning *
  ) insert into refunds (tenant_id, consumer_id, purchase_id, provider, amount_cents, state, created_at)
    select tenant_id, consumer_id, id, 'stripe', 2500, 'refunded', '2026-11-18T12:00:00Z' from bought`)
  const { text, headers } = await readFile(desk, 'revenue', '2026-11-17', '2026-11-19')
  expect(text).toBe(
    [
      '\ufeffDate (America/Chicago),Gross Sales,Refunds,Lost Disputes,Revenue',
      '2026-11-17,25.20,0.00,0.00,25.20',
      '2026-11-18,0.01,25.00,0.00,-24.99',
      '2026-11-19,0.00,0.00,0.00,0.00',
      '',
    ].join('\r\n'),
  )
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${desk.tenant.url}-revenue-2026-11-17-to-2026-11-19.csv"`,
    'cache-control': 'private, no-store',
  })
})

test('usage has a line for each day', async () => {
  const desk = await openDesk(app)
  await play(desk, '2026-11-17T18:00:00Z')
  await deliver(desk, { at: '2026-11-17T18:00:00Z' }, { at: '2026-11-18T18:00:00Z', state: 'skipped' })
  const { text } = await readFile(desk, 'usage', '2026-11-17', '2026-11-18')
  expect(text).toBe(
    '\ufeffDate (America/New_York),Sunbursts,Readings\r\n2026-11-17,1,1\r\n2026-11-18,0,0\r\n',
  )
})

describe('gross sales', () => {
  test('have a line for each package, however many there are', async () => {
    const desk = await openDesk(app)
    const count = 1_050
    await app.query(`insert into packages (tenant_id, name, price_cents, number_of_tokens)
      select ${desk.tenant.id}, 'Bundle ' || n, 100, n from generate_series(1, ${count}) n`)
    await app.query(`insert into purchases (tenant_id, consumer_id, package_id, package_name, number_of_tokens,
        amount_cents, provider, payment_method, request_hash, state, settled_at)
      select tenant_id, ${desk.consumer.id}, id, name, number_of_tokens, 100, 'stripe', 'Stripe', 'test', 'settled',
        '2026-11-17T12:00:00Z' from packages where tenant_id = ${desk.tenant.id} and name like 'Bundle %'`)
    const { lines } = await readFile(desk, 'gross-sales', '2026-11-17')
    expect(lines).toHaveLength(1 + count + 1)
    expect(lines[1]).toEqual(['Bundle 1', '1', '1', '1.00'])
    expect(lines[count]).toEqual([`Bundle ${count}`, '1', String(count), '1.00'])
  })

  test.each([
    ['=HYPERLINK("http://evil.example")', `"'=HYPERLINK(""http://evil.example"")"`],
    ['-1+1', "'-1+1"],
    ['@cmd', "'@cmd"],
    ['A, B', '"A, B"'],
    ['Más "luz"', '"Más ""luz"""'],
  ])('of a package named %s do nothing in a spreadsheet', async (name, cell) => {
    const desk = await openDesk(app)
    await app.deps.db.reader.updateTable('packages').set({ name }).where('id', '=', desk.packageId).execute()
    await sell(desk, { at: '2026-11-17T12:00:00Z' })
    const { text } = await readFile(desk, 'gross-sales', '2026-11-17')
    expect(text.split('\r\n')[1]).toBe(`${cell},1,28,25.20`)
  })
})

test('the days of a file are refused as those of the screen are', async () => {
  const desk = await openDesk(app)
  for (const report of ['revenue', 'usage', 'gross-sales']) {
    const { status, body } = await ask(desk, `${report}/csv`, '2026-11-18', '2026-11-17')
    expect([status, body.code]).toEqual([400, 'invalid_input'])
  }
})

const day = fc.integer({ min: 0, max: 40 })

/** Around both changes of clocks of 2026. */
test.each([
  ['America/New_York', '2026-10-12'],
  ['America/New_York', '2026-02-16'],
  ['America/St_Johns', '2026-10-12'],
  ['America/St_Johns', '2026-02-16'],
  ['America/Phoenix', '2026-10-12'],
])('in %s, from %s on, screen and file are the sum of the rows of any days', async (zone, firstDay) => {
  const desk = await openDesk(app, zone)
  const dayAt = (offset: number) =>
    new Date(Date.parse(firstDay) + offset * 86_400_000).toISOString().slice(0, 10)
  const { from } = dayRange(firstDay, firstDay, zone)
  // A sale, a play and a delivery in each hour of these days, at a time and of an amount that tells them apart.
  const rows = Array.from({ length: 41 * 24 }, (_, hour) => ({
    at: new Date(from.getTime() + hour * 3_600_000 + ((hour * 7) % 60) * 60_000).toISOString(),
    cents: 1 + ((hour * 37) % 1_000),
  }))
  await sell(desk, ...rows)
  await play(desk, ...rows.map(({ at }) => at))
  await fc.assert(
    fc.asyncProperty(day, day, async (one, other) => {
      const [startDate, endDate] = [dayAt(Math.min(one, other)), dayAt(Math.max(one, other))]
      const isWithin = ({ at }: { at: string }) => {
        const local = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date(at))
        return local >= startDate && local <= endDate
      }
      const within = rows.filter(isWithin)
      const cents = within.reduce((sum, row) => sum + row.cents, 0)
      const revenue = (await ask(desk, 'revenue', startDate, endDate)).body
      const usage = (await ask(desk, 'usage', startDate, endDate)).body
      const sales = (await ask(desk, 'gross-sales', startDate, endDate)).body.totals
      expect([revenue.totalRevenue, revenue.totalGrossSales, sales.totalAmount]).toEqual(
        Array(3).fill(cents / 100),
      )
      expect([usage.totalAudioPlays, sales.packageSoldQuantity]).toEqual([within.length, within.length])
      const total = async (report: string, column: number) => {
        const { lines } = await readFile(desk, report, startDate, endDate)
        return lines.slice(1, -1).reduce((sum, cells) => sum + Math.round(Number(cells[column]) * 100), 0)
      }
      expect([await total('revenue', 1), await total('revenue', 4), await total('gross-sales', 3)]).toEqual(
        Array(3).fill(cents),
      )
      expect(await total('usage', 2)).toBe(100 * within.length)
    }),
    { numRuns: 8 },
  )
})
