import type { reports } from '@almanac/contract'
import type { Answer, Query } from '@almanac/contract/endpoint'
import type { GrossSalesRow, ReportRange, Revenue, Usage } from '@almanac/contract/reports'
import { sql } from 'kysely'
import type { Reader } from '../../platform/database.ts'
import { toDollars } from '../../platform/dollars.ts'
import { sliceOf, toPage } from '../../platform/paging.ts'
import { dayRange } from '../../platform/zoned-time.ts'
import { fillDays, sumOf } from './rules.ts'

/** Days of one tenant, in its own zone. */
export interface Period extends ReportRange {
  tenantId: number
  timeZone: string
}

function boundsOf({ startDate, endDate, timeZone }: Period) {
  return dayRange(startDate, endDate, timeZone)
}

/** The calendar day of the column `at` in the tenant's zone: 23, 24 or 25 hours, as its clocks have it. */
function localDay({ timeZone }: Period) {
  return sql<string>`(at at time zone ${timeZone})::date`
}

/**
 * Money received by day (decision P7): what purchases brought, each on the day it was paid, less what went back, on its own
 * day: refunds that the provider has taken on, and lost disputes. Tokens that an admin gives are no purchase, and so never
 * revenue.
 */
export async function readRevenue(reader: Reader, period: Period): Promise<Revenue> {
  const { from, until } = boundsOf(period)
  const { rows } = await sql<{ day: string; cents: number }>`
    with movements as (
      select settled_at as at, amount_cents as cents from purchases
      where tenant_id = ${period.tenantId} and state = 'settled' and settled_at >= ${from} and settled_at < ${until}
      union all
      select created_at, -amount_cents from refunds
      where tenant_id = ${period.tenantId} and state in ('pending', 'refunded')
        and created_at >= ${from} and created_at < ${until}
      union all
      select decided_at, -amount_cents from disputes
      where tenant_id = ${period.tenantId} and state = 'lost' and decided_at >= ${from} and decided_at < ${until}
    )
    select ${localDay(period)} as day, sum(cents) as cents from movements group by day
  `.execute(reader)
  const days = fillDays(period, rows, { cents: 0 })
  return {
    totalRevenue: toDollars(sumOf(days, ({ cents }) => cents)),
    revenueData: days.map(({ day, cents }) => ({ createdAt: day, dayAmount: toDollars(cents) })),
  }
}

/**
 * What tokens were spent on, each on the day it was charged: readings played, and Sunbursts by SMS or e-mail. A
 * Sunburst that was skipped, or came back as undeliverable and was returned, is none.
 */
export async function readUsage(reader: Reader, period: Period): Promise<Usage> {
  const { from, until } = boundsOf(period)
  const { rows } = await sql<{ day: string; plays: number; sunbursts: number }>`
    with spent as (
      select charged_at as at, 1 as play, 0 as sunburst from plays
      where tenant_id = ${period.tenantId} and charged_at >= ${from} and charged_at < ${until}
      union all
      select created_at, 0, 1 from deliveries
      where tenant_id = ${period.tenantId} and created_at >= ${from} and created_at < ${until}
        and state not in ('skipped', 'undeliverable')
    )
    select ${localDay(period)} as day, sum(play) as plays, sum(sunburst) as sunbursts from spent group by day
  `.execute(reader)
  const days = fillDays(period, rows, { plays: 0, sunbursts: 0 })
  return {
    totalAudioPlays: sumOf(days, ({ plays }) => plays),
    totalSmsSunbrusts: sumOf(days, ({ sunbursts }) => sunbursts),
    usageData: days.map(({ day, plays, sunbursts }) => ({
      createdAt: day,
      audioPlays: plays,
      smsSunbrusts: sunbursts,
    })),
  }
}

interface SalesFigures {
  sold: number
  tokens: number
  cents: number
}

interface SalesRow extends SalesFigures {
  totalItems: number
  totalSold: number
  totalTokens: number
  totalCents: number
  /** Null in the one row of a page that has none. */
  id: number | null
  name: string
}

/**
 * What was sold of each package, the smallest first: every purchase on the day it was paid, at what was paid and
 * credited then, and not reduced by refunds (decision P7). Packages that are no longer on sale count as well. The
 * totals are those of all pages.
 */
export async function listGrossSales(
  reader: Reader,
  period: Period,
  query: Query<typeof reports.listGrossSales>,
): Promise<Answer<typeof reports.listGrossSales>> {
  const { from, until } = boundsOf(period)
  const { limit, offset } = sliceOf(query)
  const { rows } = await sql<SalesRow>`
    with sales as (
      select package_id, count(*) as sold, sum(number_of_tokens) as tokens, sum(amount_cents) as cents from purchases
      where tenant_id = ${period.tenantId} and state = 'settled' and settled_at >= ${from} and settled_at < ${until}
      group by package_id
    ), totals as (
      select count(*) as total_items, coalesce(sum(sold), 0)::bigint as total_sold,
        coalesce(sum(tokens), 0)::bigint as total_tokens, coalesce(sum(cents), 0)::bigint as total_cents
      from sales
    ), page as (
      select p.id, p.name, p.number_of_tokens as size, s.sold, s.tokens, s.cents
      from sales s join packages p on p.id = s.package_id and p.tenant_id = ${period.tenantId}
      order by size, p.id limit ${limit} offset ${offset}
    )
    select * from totals left join page on true order by size, id
  `.execute(reader)
  const totals = rows[0]
  if (!totals) throw new Error('The totals of gross sales are always one row')
  const page = rows.filter((row): row is SalesRow & { id: number } => row.id !== null)
  return {
    ...toPage(query, totals.totalItems, page.map(toRow)),
    totals: toFigures({ sold: totals.totalSold, tokens: totals.totalTokens, cents: totals.totalCents }),
  }
}

function toRow(row: SalesRow & { id: number }): GrossSalesRow {
  return { id: row.id, name: row.name, ...toFigures(row) }
}

function toFigures({ sold, tokens, cents }: SalesFigures): Omit<GrossSalesRow, 'id' | 'name'> {
  return { packageSoldQuantity: sold, tokenCount: tokens, totalAmount: toDollars(cents) }
}
