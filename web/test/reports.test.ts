import { listGrossSales, readRevenue, readUsage } from '@almanac/contract/reports'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { operator, pageOf, tenant } from './people.ts'
import { answer, fail, render, signIn, tagsOf, textOf, textsOf } from './screen.ts'

const { hideToast, readToasts } = await import('../src/ui/toast-store.ts')
const page = () => import('../src/features/reports/revenue-report-page.tsx')
const { RevenueSummary } = await import('../src/features/reports/revenue-summary.tsx')
const { SalesAccordion } = await import('../src/features/reports/sales-accordion.tsx')
const { UsageSummary } = await import('../src/features/reports/usage-summary.tsx')
const { createElement } = await import('react')

const days = ['2026-11-16', '2026-11-17', '2026-11-18']
const range = { startDate: '2026-11-16', endDate: '2026-11-18' }
const asked: URLSearchParams[] = []
const rows = [
  { id: 1, name: 'Single Reading', packageSoldQuantity: 9, tokenCount: 63, totalAmount: 59.85 },
  { id: 2, name: 'Season', packageSoldQuantity: 1_008, tokenCount: 728, totalAmount: 582.4 },
]
/** Of days on which nothing was given back. */
const sums = (totalRevenue: number) => ({
  totalRevenue,
  totalGrossSales: totalRevenue,
  totalRefunds: 0,
  totalLostDisputes: 0,
})
const totals = { packageSoldQuantity: 1_017, tokenCount: 791, totalAmount: 642.25 }

beforeEach(async () => {
  for (const { id } of readToasts()) hideToast(id)
  answer(getCustomerDetailsByUrl, tenant)
  answer(readRevenue, (query) => {
    asked.push(query)
    const amounts = [0, 1_344.5, 25.2]
    return {
      ...sums(1_369.7),
      revenueData: days.map((createdAt, index) => ({ createdAt, dayAmount: amounts[index] ?? 0 })),
    }
  })
  answer(readUsage, {
    totalAudioPlays: 12,
    totalSmsSunbrusts: 1_315,
    usageData: days.map((createdAt, index) => ({ createdAt, audioPlays: 4, smsSunbrusts: 300 + index })),
  })
  answer(listGrossSales, { ...pageOf(rows, 10), totals })
  await signIn(operator)
})
afterEach(() => void vi.useRealTimers())

const alone = (Section: typeof RevenueSummary) => ({ Component: () => createElement(Section, { range }) })

describe('revenue and usage', () => {
  test('begin with today in the zone of the tenant', async () => {
    // In New York it is still the evening of November 17.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T02:00:00Z') })
    const markup = await render(page)
    expect(textsOf(markup, 'h1')).toEqual(['Revenue & Usage'])
    expect(textsOf(markup, 'h2')).toEqual(['Revenue Summary', 'Usage Summary', 'Gross Sales'])
    expect(textsOf(markup, 'button').slice(0, 3)).toEqual(['Today', 'This Week', 'This Month'])
    expect(tagsOf(markup, 'button')[0]).toContain('aria-pressed="true"')
    expect(textOf(markup)).toContain('Days in Eastern Time.')
    expect(Object.fromEntries(asked.at(-1) ?? [])).toEqual({
      startDate: '2026-11-17',
      endDate: '2026-11-17',
    })
  })

  test('have their totals', async () => {
    const read = textOf(await render(page))
    expect(read).toContain('$1,369.70 Total revenue')
    expect(read).toContain('1,315 Total Sunbursts 12 Total Readings')
  })

  test('are drawn as a picture with a sentence, days for the arrow keys, and a table', async () => {
    const markup = await render(alone(RevenueSummary))
    expect(tagsOf(markup, 'svg').find((tag) => tag.includes('role="img"'))).toContain(
      'aria-label="Revenue by day, November 16 to November 18, 2026. Revenue: highest on Tuesday, November 17, $1,344.50."',
    )
    expect(tagsOf(markup, 'input')[0]).toContain('aria-valuetext="Wednesday, November 18: Revenue $25.20"')
    expect(textsOf(markup, 'summary')).toEqual(['Show as table'])
    expect(textOf(markup)).toContain(
      'Day Revenue Nov 16, 2026 $0.00 Nov 17, 2026 $1,344.50 Nov 18, 2026 $25.20',
    )
    expect(textOf(await render(alone(UsageSummary)))).toContain(
      'Day Sunbursts Readings Nov 16, 2026 300 4 Nov 17, 2026 301 4 Nov 18, 2026 302 4',
    )
  })

  test('of one day are a column with its value', async () => {
    const day = '2026-11-21'
    answer(readRevenue, { ...sums(57.05), revenueData: [{ createdAt: day, dayAmount: 57.05 }] })
    const markup = await render(alone(RevenueSummary))
    expect(markup).toContain('aria-label="Revenue by day, Saturday, November 21, 2026. Revenue $57.05."')
    expect(textsOf(markup, 'text')).toEqual(['$20', '$40', '$60', '$57.05', 'Sat, Nov 21'])
    expect(tagsOf(markup, 'path').filter((tag) => tag.includes('data-look'))).toHaveLength(1)
    expect(tagsOf(markup, 'input')).toEqual([])
  })

  test.each([
    ['first', 0, 'start'],
    ['last', 299, 'end'],
    ['middle', 150, 'middle'],
  ] as const)('of a year have the value of the %s day within the picture', async (_which, peak, anchor) => {
    const year = Array.from({ length: 300 }, (_, index) => ({
      createdAt: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
      dayAmount: index === peak ? 196 : 1,
    }))
    answer(readRevenue, { ...sums(495), revenueData: year })
    const markup = await render(alone(RevenueSummary))
    const [, attributes = ''] = /<text([^>]*)>\$196</.exec(markup) ?? []
    expect(attributes).toContain(`text-anchor="${anchor}"`)
    const [width, x] = [/<svg role="img"[^>]* width="(\d+)/, / x="([\d.]+)"/].map((number, index) =>
      Number(number.exec(index === 0 ? markup : attributes)?.[1]),
    ) as [number, number]
    // By its anchor it reaches no further to the right than this, of digits that are never broader than 10 px.
    const right = x + { start: 40, middle: 20, end: 0 }[anchor]
    expect(right).toBeLessThanOrEqual(width)
  })

  test('without anything say so', async () => {
    const none = days.map((createdAt) => ({ createdAt, dayAmount: 0 }))
    answer(readRevenue, { ...sums(0), revenueData: none })
    answer(readUsage, {
      totalAudioPlays: 0,
      totalSmsSunbrusts: 0,
      usageData: days.map((createdAt) => ({ createdAt, audioPlays: 0, smsSunbrusts: 0 })),
    })
    answer(listGrossSales, {
      ...pageOf([]),
      totals: { packageSoldQuantity: 0, tokenCount: 0, totalAmount: 0 },
    })
    const read = textOf(await render(page))
    expect(read).toContain('$0.00 Total revenue')
    expect(read).toContain('Nothing was paid on these days.')
    expect(read).toContain('No readings were played and no Sunbursts were sent on these days.')
    expect(read).toContain('No packages were sold on these days.')
  })
})

describe('gross sales', () => {
  test('are a table with totals and, from ten packages on, pages', async () => {
    const markup = await render(page)
    const table = markup.match(/<table[^>]*aria-label="Gross Sales".*?<\/table>/s)?.[0] ?? ''
    expect(textsOf(table, 'th')).toEqual([
      'Package Name',
      'Packages Sold',
      'Token Count',
      'Dollar Amount',
      'Total',
    ])
    expect(textsOf(table, 'tr').slice(1)).toEqual([
      'Single Reading 9 63 $59.85',
      'Season 1,008 728 $582.40',
      'Total 1,017 791 $642.25',
    ])
    expect(textOf(markup)).toContain('1–10 of 10 entries')
  })

  test('are an accordion on a phone: names and amounts, the rest folded, totals open', async () => {
    const accordion = { rows, totals, empty: null, footer: null }
    const markup = await render({ Component: () => createElement(SalesAccordion, accordion) })
    expect(textsOf(markup, 'summary')).toEqual(['Single Reading $59.85', 'Season $582.40'])
    expect(textsOf(markup, 'details')[1]).toBe(
      'Season $582.40 Packages Sold 1,008 Token Count 728 Dollar Amount $582.40',
    )
    expect(textsOf(markup, 'section')).toEqual([
      'Total Packages Sold 1,017 Token Count 791 Dollar Amount $642.25',
    ])
  })
})

test.each([
  [readRevenue, 'Error Retrieving Revenue Summary'],
  [readUsage, 'Error Retrieving Usage Summary'],
  [listGrossSales, 'Error Retrieving Gross Sales'],
])('a report that can not be read is toasted, and says why (%#)', async (endpoint, message) => {
  fail(endpoint)
  const markup = await render(page)
  expect(readToasts().map(({ kind, text }) => [kind, text])).toEqual([['error', message]])
  expect(textOf(markup)).toContain(`${message} Try again`)
})
