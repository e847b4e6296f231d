import type { reports } from '@almanac/contract'
import type { Answer, Query } from '@almanac/contract/endpoint'
import type { GrossSalesRow, ReportRange, Revenue, Usage } from '@almanac/contract/reports'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../platform/database.ts'
import { toDollars } from '../../platform/dollars.ts'
import { sliceOf, toPage } from '../../platform/paging.ts'
import { dayRange } from '../../platform/zoned-time.ts'
import { daysOf, nameDays, revenueCents, sumOf } from './rules.ts'

/** Days of one tenant, in its own zone. */
export interface Period extends ReportRange {
  tenantId: number
  timeZone: string
}

function boundsOf({ startDate, endDate, timeZone }: Period) {
  return dayRange(startDate, endDate, timeZone)
}

/**
 * The days of a period, each with the instants between which it lies: 23, 24 or 25 hours, as the tenant's clocks have it.
 * What is summed for each of them is read from a stretch of an index, so that no row is asked for its day.
 */
function daysSql(period: Period) {
  const { timeZone } = period
  const first = sql`(${boundsOf(period).from}::timestamptz at time zone ${timeZone})::date`
  const startOf = (day: RawBuilder<unknown>) => sql`(${first} + ${day})::timestamp at time zone ${timeZone}`
  return sql`(
    select n, ${startOf(sql`n`)} as begins, ${startOf(sql`n + 1`)} as ends
    from generate_series(0, ${daysOf(period).length - 1}::int) as n
  ) as days`
}

/** What came in and went out on one day, in cents. */
interface RevenueDay {
  day: string
  soldCents: number
  refundedCents: number
  disputedCents: number
}

/**
 * Money by day (decision P7): what purchases brought, each on the day it was paid, and what went back, on its own day:
 * refunds that the provider has taken on, and lost disputes. Tokens that an admin gives are no purchase, and so never
 * revenue.
 */
export async function readRevenueDays(reader: Reader, period: Period): Promise<RevenueDay[]> {
  const { tenantId } = period
  const { rows } = await sql<Omit<RevenueDay, 'day'>>`
    select sold_cents, refunded_cents, disputed_cents from ${daysSql(period)}
    cross join lateral (
      select coalesce(sum(amount_cents), 0)::bigint as sold_cents from purchases
      where tenant_id = ${tenantId} and state = 'settled' and settled_at >= begins and settled_at < ends
    ) sold
    cross join lateral (
      select coalesce(sum(amount_cents), 0)::bigint as refunded_cents from refunds
      where tenant_id = ${tenantId} and state in ('pending', 'refunded') and created_at >= begins and created_at < ends
    ) refunded
    cross join lateral (
      select coalesce(sum(amount_cents), 0)::bigint as disputed_cents from disputes
      where tenant_id = ${tenantId} and state = 'lost' and decided_at >= begins and decided_at < ends
    ) disputed
    order by n
  `.execute(reader)
  return nameDays(period, rows)
}

/** Money received by day, less what went back, with the sums that it is made of. */
export async function readRevenue(reader: Reader, period: Period): Promise<Revenue> {
  const days = await readRevenueDays(reader, period)
  return {
    totalRevenue: toDollars(sumOf(days, revenueCents)),
    totalGrossSales: toDollars(sumOf(days, ({ soldCents }) => soldCents)),
    totalRefunds: toDollars(sumOf(days, ({ refundedCents }) => refundedCents)),
    totalLostDisputes: toDollars(sumOf(days, ({ disputedCents }) => disputedCents)),
    revenueData: days.map((day) => ({ createdAt: day.day, dayAmount: toDollars(revenueCents(day)) })),
  }
}

/**
 * What tokens were spent on, each on the day it was charged: readings played, and Sunbursts by SMS or e-mail. A
 * Sunburst that was skipped, or came back as undeliverable and was returned, is none.
 */
export async function readUsage(reader: Reader, period: Period): Promise<Usage> {
  const { tenantId } = period
  const { rows } = await sql<{ plays: number; sunbursts: number }>`
    select plays, sunbursts from ${daysSql(period)}
    cross join lateral (
      select count(*) as plays from plays
      where tenant_id = ${tenantId} and charged_at >= begins and charged_at < ends
    ) played
    cross join lateral (
      select count(*) as sunbursts from deliveries
      where tenant_id = ${tenantId} and created_at >= begins and created_at < ends
        and state not in ('skipped', 'undeliverable')
    ) sent
    order by n
  `.execute(reader)
  const days = nameDays(period, rows)
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
 * totals are those of all packages, whichever part of them is read; a `limit` of null reads all.
 */
export async function readSales(
  reader: Reader,
  period: Period,
  { limit, offset }: { limit: number | null; offset: number },
) {
  const { from, until } = boundsOf(period)
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
      order by size, p.id limit ${limit}::bigint offset ${offset}
    )
    select * from totals left join page on true order by size, id
  `.execute(reader)
  const totals = rows[0]
  if (!totals) throw new Error('The totals of gross sales are always one row')
  const isOfPackage = (row: SalesRow): row is SalesRow & { id: number } => row.id !== null
  return {
    totalItems: totals.totalItems,
    totals: toFigures({ sold: totals.totalSold, tokens: totals.totalTokens, cents: totals.totalCents }),
    sales: rows.filter(isOfPackage).map(toRow),
  }
}

/** A page of what was sold of each package, with the totals of all pages. */
export async function listGrossSales(
  reader: Reader,
  period: Period,
  query: Query<typeof reports.listGrossSales>,
): Promise<Answer<typeof reports.listGrossSales>> {
  const { totalItems, totals, sales } = await readSales(reader, period, sliceOf(query))
  return { ...toPage(query, totalItems, sales), totals }
}

function toRow(row: SalesRow & { id: number }): GrossSalesRow {
  return { id: row.id, name: row.name, ...toFigures(row) }
}

function toFigures({ sold, tokens, cents }: SalesFigures): Omit<GrossSalesRow, 'id' | 'name'> {
  return { packageSoldQuantity: sold, tokenCount: tokens, totalAmount: toDollars(cents) }
}
