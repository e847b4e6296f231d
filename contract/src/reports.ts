import { z } from 'zod'
import { csvFile, type Endpoint, endpoint } from './endpoint.ts'
import { customerUrl, day, dayInput, money, paged, pageQuery, tokenCount } from './primitives.ts'

/** The most days that a report is made of: a leap year. */
export const REPORT_DAYS_MAX = 366

const DAY_MS = 86_400_000

/** How many days lie from one calendar day to another, both counted. */
export function countDays(startDate: string, endDate: string): number {
  return (Date.parse(endDate) - Date.parse(startDate)) / DAY_MS + 1
}

const range = { startDate: dayInput, endDate: dayInput }

/** The days of a report, both inclusive, in the tenant's zone. */
export type ReportRange = { startDate: string; endDate: string }

/** Refuses days in the wrong order, and more of them than a report takes. */
function inOrder<Query extends z.ZodObject<typeof range>>(query: Query): Query {
  return query
    .refine(({ startDate, endDate }) => countDays(startDate, endDate) >= 1, {
      error: 'End date can not be before start date',
    })
    .refine(({ startDate, endDate }) => countDays(startDate, endDate) <= REPORT_DAYS_MAX, {
      error: `Please choose ${REPORT_DAYS_MAX} days at the most.`,
    })
}

const params = z.object({ customerUrl })

/** What the reports are asked for; screens check it before they ask. */
export const reportQuery = inOrder(z.object(range))

export const readRevenue = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/revenue',
  summary: 'Money received by day of the tenant’s zone, in dollars',
  actor: ['customer'],
  params,
  query: reportQuery,
  response: z.object({
    /** `totalGrossSales` less `totalRefunds` and `totalLostDisputes`. */
    totalRevenue: money,
    totalGrossSales: money,
    totalRefunds: money,
    totalLostDisputes: money,
    revenueData: z.array(z.object({ createdAt: day, dayAmount: money })),
  }),
  errors: [],
})
export type Revenue = z.output<typeof readRevenue.response>

export const readUsage = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/usage',
  summary: 'Readings played and Sunbursts sent, by day of the tenant’s zone',
  actor: ['customer'],
  params,
  query: reportQuery,
  response: z.object({
    totalAudioPlays: z.number().int(),
    /** Spelled so. */
    totalSmsSunbrusts: z.number().int(),
    usageData: z.array(
      z.object({ createdAt: day, audioPlays: z.number().int(), smsSunbrusts: z.number().int() }),
    ),
  }),
  errors: [],
})
export type Usage = z.output<typeof readUsage.response>

export const exportRevenue = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/revenue/csv',
  summary:
    'The same as a file: a line for each day, with gross sales, refunds, lost disputes and what is left of them',
  actor: ['customer'],
  params,
  query: reportQuery,
  ...csvFile,
  errors: [],
})

export const exportUsage = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/usage/csv',
  summary: 'The same as a file: a line for each day',
  actor: ['customer'],
  params,
  query: reportQuery,
  ...csvFile,
  errors: [],
})

const salesFigures = z.object({
  packageSoldQuantity: z.number().int(),
  tokenCount,
  totalAmount: money,
})

export const grossSalesRow = salesFigures.extend({ id: z.number().int(), name: z.string() })
export type GrossSalesRow = z.output<typeof grossSalesRow>

export const listGrossSales = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/gross-sales',
  summary: 'What was sold of each package, with totals over all pages; amounts in dollars',
  actor: ['customer'],
  params,
  query: inOrder(z.object({ ...pageQuery, ...range })),
  response: paged(grossSalesRow).extend({ totals: salesFigures }),
  errors: [],
})

export const exportGrossSales = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/gross-sales/csv',
  summary: 'The same as a file: a line for each package that was sold',
  actor: ['customer'],
  params,
  query: reportQuery,
  ...csvFile,
  errors: [],
})

/** Any of the three reports as a file. */
export type ReportFile = Omit<typeof exportRevenue, 'path' | 'summary'> & Pick<Endpoint, 'path' | 'summary'>
