import { expect, type Page, test } from 'playwright/test'
import { openSession } from './steps/accounts.ts'
import { ownHands } from './steps/hands.ts'
import { inspectScreen } from './steps/inspect.ts'
import { demoPassword } from './steps/people.ts'
import { toast } from './steps/shell.ts'

/** Far enough for the demo to have nothing there, and another month for each width: they share one product. */
function monthAhead(months: number): { month: string; name: string } {
  const now = new Date()
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1))
  const name = first.toLocaleString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return { month: first.toISOString().slice(0, 7), name }
}

const isPhone = () => test.info().project.name === 'phone'

async function enter(page: Page): Promise<void> {
  expect(await openSession(page.request, 'aurora-ops', demoPassword)).toBe(true)
}

test('an operator sees a gap, fills it, and sees it filled @phone', async ({ page }) => {
  const hands = ownHands()
  const { month, name } = monthAhead(isPhone() ? 5 : 4)
  const longMonth = name.split(' ')[0]
  await enter(page)
  await page.goto(`/aurora/customer/calendar?month=${month}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  if (isPhone()) await hands.press(page.getByRole('button', { name: /^Libra, / }))
  const gap = page.getByRole('link', { name: `Libra, ${longMonth} 14: Sunburst missing` })

  await test.step('nothing of the page is out of sight sideways', async () => {
    await expect(gap).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  })
  await test.step('the gap leads to a text of its sign, its day filled in', async () => {
    if (isPhone()) await hands.press(gap)
    else await walkTo(page, `Libra, ${longMonth} 14: Sunburst missing`)
    await expect(page).toHaveURL(new RegExp(`/categories/\\d+/short-text/upload\\?day=${month}-14$`))
    await hands.enter(page.getByLabel('Message Name'), 'A gap that was filled')
    await hands.enter(page.getByLabel('Text', { exact: true }), 'What was missing is here now.')
    await hands.press(page.getByRole('button', { name: 'Save all' }))
    await expect(toast(page, 'Short text added successfully.')).toBeVisible()
  })
  await test.step('back in the month it is filled, and leads to what it is', async () => {
    await expect(page).toHaveURL(new RegExp(`/aurora/customer/calendar\\?month=${month}(&sign=\\d+)?$`))
    if (isPhone()) await hands.press(page.getByRole('button', { name: /^Libra, / }))
    const filled = page.getByRole('link', { name: new RegExp(`^Libra, ${longMonth} 14: Sunburst scheduled`) })
    if (isPhone()) await hands.press(filled)
    else await filled.click()
    const dialog = page.getByRole('dialog', { name: 'A gap that was filled' })
    await expect(dialog).toContainText('What was missing is here now.')
    await page.reload()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(filled).toBeVisible()
  })
  await test.step('of gaps alone it is none any more', async () => {
    await hands.press(page.getByRole('button', { name: 'Only Gaps' }))
    await expect(
      page.getByRole('link', { name: new RegExp(`^Libra, ${longMonth} 15: Sunburst missing`) }),
    ).toBeVisible()
    await expect(
      page.getByRole('link', { name: new RegExp(`^Libra, ${longMonth} 14: Sunburst`) }),
    ).toHaveCount(0)
  })
})

test('a day without a reading leads to Add Audio for that day', async ({ page }) => {
  const { month, name } = monthAhead(6)
  await enter(page)
  await page.goto(`/aurora/customer/calendar?month=${month}`)
  await page
    .getByRole('link', { name: new RegExp(`^Virgo, ${name.split(' ')[0]} 20: reading missing`) })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Add Audio' })
  const [year, number] = month.split('-')
  await expect(dialog.getByRole('group', { name: /^Start Date/ })).toContainText(
    new RegExp(`${number}\\D*20\\D*${year}\\D*00\\D*05`),
  )
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/aurora\/customer\/categories\/\d+$/)
})

test('the month and its gaps are clean at every width, by day and in the dark', async ({ page }) => {
  await enter(page)
  for (const search of ['', '?show=gaps', `?month=${monthAhead(3).month}`]) {
    await page.goto(`/aurora/customer/calendar${search}`)
    await expect(page.getByText(/Sunbursts? missing, /).first()).toBeVisible()
    expect(await inspectScreen(page)).toEqual([])
  }
})

test('what another operator schedules is shown at once', async ({ page, browser, baseURL }) => {
  const { month, name } = monthAhead(7)
  await enter(page)
  await page.goto(`/aurora/customer/calendar?month=${month}`)
  const words = `Aries, ${name.split(' ')[0]} 3: Sunburst`
  const gap = page.getByRole('link', { name: `${words} missing` })
  await gap.focus()
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' })
  const other = await elsewhere.newPage()
  await enter(other)
  await other.goto(new URL((await gap.getAttribute('href')) ?? '', page.url()).href)
  await other.getByLabel('Message Name').fill('From elsewhere')
  await other.getByLabel('Text', { exact: true }).fill('It came by another way.')
  await other.getByRole('button', { name: 'Save all' }).click()
  const filled = page.getByRole('link', { name: `${words} scheduled` })
  await expect(filled).toBeFocused()
  await elsewhere.close()
})

/** Goes to a day of the grid by keys alone, and follows it. */
async function walkTo(page: Page, words: string): Promise<void> {
  const { keyboard } = page
  const target = page.getByRole('link', { name: words })
  await page.getByRole('button', { name: 'Only Gaps' }).focus()
  await keyboard.press('Tab')
  const place = async (selector: string) =>
    (await page.locator(selector).getAttribute('data-place'))?.split(':').map(Number) ?? []
  const [row = 0, column = 0] = await place(':focus')
  const [toRow = 0, toColumn = 0] = (await target.getAttribute('data-place'))?.split(':').map(Number) ?? []
  for (let step = row; step < toRow; step += 1) await keyboard.press('ArrowDown')
  for (let step = column; step < toColumn; step += 1) await keyboard.press('ArrowRight')
  await expect(target).toBeFocused()
  await keyboard.press('Enter')
}
