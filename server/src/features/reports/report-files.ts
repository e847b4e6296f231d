import type { GrossSalesRow } from '@almanac/contract/reports'
import type { Reader } from '../../platform/database.ts'
import { toDollars } from '../../platform/dollars.ts'
import type { Bytes } from '../../platform/http/bind.ts'
import { type CsvColumn, csvFile } from '../../platform/http/csv-file.ts'
import { type Period, readRevenueDays, readSales, readUsage } from './queries.ts'
import { revenueCents } from './rules.ts'

/** A period whose file is named after its tenant. */
export interface NamedPeriod extends Period {
  customerUrl: string
}

const nameOf = (report: string, { customerUrl, startDate, endDate }: NamedPeriod) =>
  `${customerUrl}-${report}-${startDate}-to-${endDate}.csv`

const dateColumn = <Row>({ timeZone }: Period, cell: (row: Row) => string): CsvColumn<Row> => ({
  head: `Date (${timeZone})`,
  cell,
})

/** The revenue of each day and what it is made of; its last column adds up to the report's total. */
export async function exportRevenue(reader: Reader, period: NamedPeriod): Promise<Bytes> {
  type Row = Awaited<ReturnType<typeof readRevenueDays>>[number]
  const columns: CsvColumn<Row>[] = [
    dateColumn(period, ({ day }) => day),
    { head: 'Gross Sales', cell: ({ soldCents }) => toDollars(soldCents), isMoney: true },
    { head: 'Refunds', cell: ({ refundedCents }) => toDollars(refundedCents), isMoney: true },
    { head: 'Lost Disputes', cell: ({ disputedCents }) => toDollars(disputedCents), isMoney: true },
    { head: 'Revenue', cell: (day) => toDollars(revenueCents(day)), isMoney: true },
  ]
  return csvFile(nameOf('revenue', period), columns, await readRevenueDays(reader, period))
}

/** Readings played and Sunbursts sent, day by day. */
export async function exportUsage(reader: Reader, period: NamedPeriod): Promise<Bytes> {
  const { usageData } = await readUsage(reader, period)
  const columns: CsvColumn<(typeof usageData)[number]>[] = [
    dateColumn(period, ({ createdAt }) => createdAt),
    { head: 'Sunbursts', cell: ({ smsSunbrusts }) => smsSunbrusts },
    { head: 'Readings', cell: ({ audioPlays }) => audioPlays },
  ]
  return csvFile(nameOf('usage', period), columns, usageData)
}

const salesColumns: CsvColumn<GrossSalesRow>[] = [
  { head: 'Package Name', cell: ({ name }) => name },
  { head: 'Packages Sold', cell: ({ packageSoldQuantity }) => packageSoldQuantity },
  { head: 'Token Count', cell: ({ tokenCount }) => tokenCount },
  { head: 'Dollar Amount', cell: ({ totalAmount }) => totalAmount, isMoney: true },
]

/** What was sold of each package, all of them. */
export async function exportGrossSales(reader: Reader, period: NamedPeriod): Promise<Bytes> {
  const { sales } = await readSales(reader, period, { limit: null, offset: 0 })
  return csvFile(nameOf('gross-sales', period), salesColumns, sales)
}
