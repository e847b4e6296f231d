import type pg from 'pg'
import type { Row } from '../table.ts'

const zones = ['America/New_York', 'America/St_Johns', 'America/Phoenix']
const rangesEach = 67

interface Desk {
  origin: string
  /** Of the tenant's calls. */
  base: string
  cookie: string
  client: pg.Client
  tenantId: number
}

/**
 * Compares each report, on the screen and as a file, with a plain sum over the rows of random ranges in three zones; half
 * of the ranges hold a day on which clocks change.
 */
export async function checkReports(desk: Desk): Promise<Row[]> {
  let compared = 0
  for (const zone of zones) {
    await desk.client.query('update tenants set time_zone = $1 where id = $2', [zone, desk.tenantId])
    for (let index = 0; index < rangesEach; index++) {
      await compareRange(desk, zone, randomRange(index % 2 === 0))
      compared += 1
    }
  }
  return [[`ranges in which screen, file and plain sum are equal`, `${compared} of ${compared}`]]
}

const dayMs = 86_400_000
const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Days within the last 23 months; `overEdge` puts a change of clocks among them. */
function randomRange(overEdge: boolean): { startDate: string; endDate: string } {
  const today = Date.now()
  const edges = ['2025-03-09', '2025-11-02', '2026-03-08', '2026-11-01']
  const edge = Date.parse(edges[Math.floor(Math.random() * edges.length)] ?? '')
  const from = overEdge
    ? edge - Math.floor(Math.random() * 20) * dayMs
    : today - Math.floor(Math.random() * 690) * dayMs
  const until = overEdge
    ? edge + Math.floor(Math.random() * 20) * dayMs
    : from + Math.floor(Math.random() * 90) * dayMs
  return { startDate: isoDay(from), endDate: isoDay(Math.min(until, today)) }
}

type Range = ReturnType<typeof randomRange>

async function compareRange(desk: Desk, zone: string, range: Range): Promise<void> {
  const query = `startDate=${range.startDate}&endDate=${range.endDate}`
  const ask = async (path: string) => {
    const answer = await fetch(`${desk.origin}${desk.base}${path}`, { headers: { cookie: desk.cookie } })
    if (!answer.ok) throw new Error(`${path} is answered ${answer.status}`)
    return answer
  }
  const [revenue, usage, sales, sums] = await Promise.all([
    ask(`/revenue?${query}`).then((answer) => answer.json()),
    ask(`/usage?${query}`).then((answer) => answer.json()),
    ask(`/gross-sales?${query}&noPagination=true`).then((answer) => answer.json()),
    plainSums(desk, zone, range),
  ])
  const files = {
    revenue: await ask(`/revenue/csv?${query}`).then(readCsv),
    usage: await ask(`/usage/csv?${query}`).then(readCsv),
    sales: await ask(`/gross-sales/csv?${query}`).then(readCsv),
  }
  const cents = (dollars: number) => Math.round(dollars * 100)
  const column = (rows: string[][], index: number) => rows.map((row) => Number(row[index]))
  const add = (values: number[]) => values.reduce((sum, value) => sum + value, 0)
  const figures = {
    sold: [
      cents(revenue.totalGrossSales),
      cents(sales.totals.totalAmount),
      cents(add(column(files.revenue, 1))),
      cents(add(column(files.sales, 3))),
    ],
    refunded: [cents(revenue.totalRefunds), cents(add(column(files.revenue, 2)))],
    revenue: [
      cents(revenue.totalRevenue),
      add(revenue.revenueData.map((day: { dayAmount: number }) => cents(day.dayAmount))),
      cents(add(column(files.revenue, 4))),
    ],
    plays: [usage.totalAudioPlays, add(column(files.usage, 2))],
    sunbursts: [usage.totalSmsSunbrusts, add(column(files.usage, 1))],
    packages: [sales.totals.packageSoldQuantity, add(column(files.sales, 1))],
    tokens: [sales.totals.tokenCount, add(column(files.sales, 2))],
  }
  for (const [name, read] of Object.entries(figures)) {
    const expected = sums[name as keyof typeof figures]
    if (read.some((one) => one !== expected))
      throw new Error(
        `${name} from ${range.startDate} to ${range.endDate} in ${zone}: ${expected}, but ${read}`,
      )
  }
}

async function readCsv(answer: Response): Promise<string[][]> {
  const [, ...lines] = (await answer.text()).trim().split('\r\n')
  return lines.map((line) => line.split(','))
}

/** The same figures of the rows of the ledger and of the payments, each asked for its day by itself. */
async function plainSums({ client, tenantId }: Desk, zone: string, { startDate, endDate }: Range) {
  const within = (at: string) => `(${at} at time zone $2)::date between $3::date and $4::date`
  const { rows } = await client.query(
    `select
       (select coalesce(sum(amount_cents), 0)::float8 from purchases
         where tenant_id = $1 and state = 'settled' and ${within('settled_at')}) as sold,
       (select coalesce(sum(amount_cents), 0)::float8 from refunds
         where tenant_id = $1 and state = 'refunded' and ${within('created_at')}) as refunded,
       (select count(*)::float8 from purchases where tenant_id = $1 and state = 'settled' and ${within('settled_at')}) as packages,
       (select coalesce(sum(number_of_tokens), 0)::float8 from purchases
         where tenant_id = $1 and state = 'settled' and ${within('settled_at')}) as tokens,
       (select count(*)::float8 from ledger_entries
         where tenant_id = $1 and kind = 'reading' and ${within('created_at')}) as plays,
       (select count(*)::float8 from ledger_entries e
         where tenant_id = $1 and kind = 'sunburst' and ${within('created_at')}
           and not exists (select from ledger_entries r
             where r.reference = replace(e.reference, 'delivery:', 'delivery-return:'))) as sunbursts`,
    [tenantId, zone, startDate, endDate],
  )
  const sums = rows[0] as Record<'sold' | 'refunded' | 'packages' | 'tokens' | 'plays' | 'sunbursts', number>
  return { ...sums, revenue: sums.sold - sums.refunded }
}
