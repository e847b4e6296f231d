import { readFile } from 'node:fs/promises'
import type { Revenue } from '@almanac/contract/reports'
import { expect, type Page, test } from 'playwright/test'
import { ownHands } from './steps/hands.ts'
import { inspectOnTheWay } from './steps/inspect.ts'
import { enterAs } from './steps/roles.ts'

/** The first day of a month, some months before this one in the tenant's zone, as of UTC. */
function firstDate(monthsBack: number): Date {
  const [year, month] = new Date().toLocaleDateString('en-CA', { timeZone: 'America/New_York' }).split('-')
  return new Date(Date.UTC(Number(year), Number(month) - 1 - monthsBack, 1))
}

/** The calendar's own name of that day. */
function firstDay(monthsBack: number): string {
  return `, ${firstDate(monthsBack).toLocaleString('en-US', { dateStyle: 'long', timeZone: 'UTC' })}`
}

async function turnBack(page: Page, months: number): Promise<void> {
  for (let month = 0; month < months; month++)
    await page.getByRole('button', { name: 'Previous month' }).click()
}

test('an operator starts at today’s revenue, and chooses other days', async ({ page }) => {
  await enterAs(page, 'customer')
  await expect(page).toHaveURL('/aurora/customer/revenue-report')
  const today = page.getByRole('button', { name: 'Today' })
  const range = page.getByRole('group', { name: 'First and last day' })
  const calendar = range.getByRole('button', { name: 'Calendar' })
  const revenue = page.getByRole('region', { name: 'Revenue Summary' })
  await expect(today).toHaveAttribute('aria-pressed', 'true')
  await expect(range).toHaveText(/^(.+)–\1$/)
  const days = (await range.textContent()) ?? ''

  await test.step('Tab stays within the calendar, either way round', async () => {
    await calendar.press('Enter')
    const dialog = page.getByRole('dialog').filter({ has: page.getByRole('grid') })
    const stops = new Set<string>()
    for (const key of [...Array(6).fill('Tab'), ...Array(6).fill('Shift+Tab')]) {
      await page.keyboard.press(key)
      stops.add(
        await dialog.evaluate((part) => {
          const { activeElement } = document
          if (activeElement === document.body) return 'the browser'
          return part.contains(activeElement) ? (activeElement?.ariaLabel ?? '') : 'elsewhere'
        }),
      )
    }
    expect(stops).not.toContain('elsewhere')
    expect([...stops]).toEqual(expect.arrayContaining(['Previous month', expect.stringMatching(/^Today, /)]))
    await page.keyboard.press('Escape')
    await expect(calendar).toBeFocused()
  })

  await test.step('a calendar closed after one day changes nothing', async () => {
    await calendar.click()
    await turnBack(page, 1)
    await page.getByRole('button', { name: firstDay(1) }).click()
    await page.keyboard.press('Escape')
    await expect(calendar).toBeFocused()
    await expect(range).toHaveText(days)
    await expect(today).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('the days of two months are asked for, and drawn day by day', async () => {
    const [startDate, endDate] = [2, 1].map((back) => firstDate(back).toISOString().slice(0, 10))
    // A purchase of another test may bring today's revenue anew meanwhile.
    const answered = page.waitForResponse((answer) => {
      const { pathname, searchParams } = new URL(answer.url())
      const asked = [searchParams.get('startDate'), searchParams.get('endDate')].join()
      return pathname.endsWith('/revenue') && asked === `${startDate},${endDate}`
    })
    await calendar.click()
    await turnBack(page, 2)
    await page.getByRole('button', { name: firstDay(2) }).click()
    await page.getByRole('button', { name: 'Next month' }).click()
    await page.getByRole('button', { name: firstDay(1) }).click()
    const { totalRevenue, revenueData } = (await (await answered).json()) as Revenue
    const total = totalRevenue.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
    await expect(revenue.getByText(total, { exact: true }).first()).toBeVisible()
    const slider = revenue.getByRole('slider', { name: 'Revenue day by day' })
    await expect(slider).toHaveAttribute('max', String(revenueData.length - 1))
    await slider.press('Home')
    await expect(slider).toHaveAttribute('aria-valuetext', / 1: Revenue \$/)
  })

  await test.step('more than a year is refused in words, and goes by a preset', async () => {
    const [month, day, year] = ['month', 'day', 'year'].map((part) =>
      range.getByRole('spinbutton', { name: `${part}, Start Date` }),
    )
    await year?.click()
    await page.keyboard.press('ArrowLeft')
    await expect(day ?? range).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(month ?? range).toBeFocused()
    await page.keyboard.type('01012024')
    await expect(page.getByText('Please choose 366 days at the most.')).toBeVisible()
    await today.click()
    await expect(range).toHaveText(days)
    await expect(page.getByText('Please choose 366 days at the most.')).toBeHidden()
  })
})

test('a month’s reports are read, and saved as files that add up to them @phone', async ({ page }) => {
  const hands = ownHands()
  await enterAs(page, 'customer')
  await hands.press(page.getByRole('button', { name: 'This Month' }))
  const revenue = page.getByRole('region', { name: 'Revenue Summary' })
  const usage = page.getByRole('region', { name: 'Usage Summary' })
  const sales = page.getByRole('region', { name: 'Gross Sales' })
  await expect(revenue.getByRole('slider')).toBeVisible()
  await hands.press(revenue.getByText('Show as table'))
  await expect(revenue.getByRole('table')).toBeVisible()
  expect(await inspectOnTheWay(page)).toEqual([])

  const saved = async (report: string) => {
    const download = page.waitForEvent('download')
    await hands.press(page.getByRole('button', { name: `Download CSV of ${report}` }))
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^aurora-.*-\d{4}-\d\d-01-to-\d{4}-\d\d-\d\d\.csv$/)
    return addUp(await readFile(await file.path(), 'utf8'))
  }
  const inDollars = (amount = 0) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  // A purchase of another test may bring the figures anew meanwhile.
  await expect(async () => {
    const files = { revenue: await saved('Revenue Summary'), usage: await saved('Usage Summary') }
    const sold = (await saved('Gross Sales'))['Dollar Amount']
    const lines = await revenue.locator('dl').innerText()
    expect(lines.split('\n').filter(Boolean)).toEqual([
      'Gross sales',
      inDollars(files.revenue['Gross Sales']),
      'Refunds',
      inDollars(-(files.revenue.Refunds ?? 0) || 0),
      'Revenue',
      inDollars(files.revenue.Revenue),
    ])
    await expect(usage).toContainText(
      `${(files.usage.Sunbursts ?? 0).toLocaleString('en-US')}Total Sunbursts`,
    )
    await expect(usage).toContainText(`${(files.usage.Readings ?? 0).toLocaleString('en-US')}Total Readings`)
    await expect(sales).toContainText(inDollars(sold))
    expect(sold).toBe(files.revenue['Gross Sales'])
  }).toPass()
})

/** The sum of each column of a file whose first one holds names. */
function addUp(csv: string): Record<string, number> {
  const [heads = [], ...rows] = csv
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  const sumOf = (column: number) =>
    rows.reduce((sum, row) => sum + Math.round(100 * Number(row[column])), 0) / 100
  return Object.fromEntries(heads.map((head, column) => [head, sumOf(column)]).slice(1))
}
