// @vitest-environment happy-dom
import {
  exportGrossSales,
  exportRevenue,
  exportUsage,
  listGrossSales,
  readRevenue,
  readUsage,
} from '@almanac/contract/reports'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Component } from '../src/features/reports/revenue-report-page.tsx'
import { operator, pageOf, tenant } from './people.ts'
import { answer, hold, meanwhile, nth, open, showOn, signIn } from './scene.ts'

const at = '/aurora/customer/revenue-report?from=2026-11-01&to=2026-11-14'
const revenue = {
  totalRevenue: 20.2,
  totalGrossSales: 32.2,
  totalRefunds: 6,
  totalLostDisputes: 6,
  revenueData: [{ createdAt: '2026-11-01', dayAmount: 20.2 }],
}
/** What was saved: names, and texts. */
const saved: [name: string, text: Promise<string>][] = []

beforeEach(async () => {
  saved.length = 0
  showOn('laptop')
  const files = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    const address = `blob:${files.size}`
    files.set(address, file as Blob)
    return address
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push([this.download, files.get(this.href)?.text() ?? Promise.resolve('nothing')])
  })
  answer(getCustomerDetailsByUrl, tenant)
  answer(readRevenue, revenue)
  answer(readUsage, { totalAudioPlays: 0, totalSmsSunbrusts: 0, usageData: [] })
  answer(listGrossSales, {
    ...pageOf([]),
    totals: { packageSoldQuantity: 0, tokenCount: 0, totalAmount: 0 },
  })
  await signIn(operator)
})
afterEach(() => void vi.restoreAllMocks())

const button = (report: string) =>
  screen.findByRole<HTMLButtonElement>('button', { name: `Download CSV of ${report}` })

test.each([
  ['Revenue Summary', exportRevenue],
  ['Usage Summary', exportUsage],
  ['Gross Sales', exportGrossSales],
])('%s of the days that are shown is saved under the server’s name for it', async (report, endpoint) => {
  const calls = hold(endpoint)
  const { user } = await open(Component, { at })
  await user.click(await button(report))
  await user.click(await button(report))
  const call = await nth(calls, 1)
  expect(String(call.query)).toBe('startDate=2026-11-01&endDate=2026-11-14')
  await meanwhile(() => call.answerFile('aurora-days.csv', 'Date,Revenue\r\n'))
  await waitFor(() => expect(saved.map(([name]) => name)).toEqual(['aurora-days.csv']))
  expect(await saved[0]?.[1]).toBe('Date,Revenue\r\n')
  expect(calls).toHaveLength(1)
})

test('a file whose answer is lost is told of, and can be asked for again', async () => {
  const calls = hold(exportRevenue)
  const { user } = await open(Component, { at })
  await user.click(await button('Revenue Summary'))
  await meanwhile(async () => (await nth(calls, 1)).drop())
  expect(await screen.findByText(/We cannot reach the server/)).toBeTruthy()
  expect(saved).toEqual([])
  await user.click(await button('Revenue Summary'))
  const again = await nth(calls, 2)
  await meanwhile(() => again.answerFile('aurora.csv', ''))
  await waitFor(() => expect(saved).toHaveLength(1))
})

test('a file that the server refuses is not saved, and its sentence is shown', async () => {
  const calls = hold(exportUsage)
  const { user } = await open(Component, { at })
  await user.click(await button('Usage Summary'))
  await meanwhile(async () => (await nth(calls, 1)).refuse('rate_limited'))
  expect(await screen.findByText(/Too many/)).toBeTruthy()
  expect(saved).toEqual([])
})

test('the revenue is shown as the sum that it is, lost disputes where there are any', async () => {
  await open(Component, { at })
  const lines = async () => {
    const section = await screen.findByRole('region', { name: 'Revenue Summary' })
    return [...section.querySelectorAll('dl > div')].map((line) =>
      [...line.children].map((cell) => cell.textContent).join(' '),
    )
  }
  await waitFor(async () =>
    expect(await lines()).toEqual([
      'Gross sales $32.20',
      'Refunds -$6.00',
      'Lost disputes -$6.00',
      'Revenue $20.20',
    ]),
  )
})

test('without refunds they are nothing, and disputes are not spoken of', async () => {
  answer(readRevenue, { ...revenue, totalRevenue: 32.2, totalRefunds: 0, totalLostDisputes: 0 })
  await open(Component, { at })
  expect((await screen.findByText('Refunds')).nextSibling?.textContent).toBe('$0.00')
  expect(screen.queryByText('Lost disputes')).toBeNull()
})
