import { expect, type Locator, type Page, test } from 'playwright/test'
import { openSession } from './steps/accounts.ts'
import { type Hands, ownHands } from './steps/hands.ts'
import { inspectScreen } from './steps/inspect.ts'
import { openCategory, scheduleText } from './steps/operator.ts'
import { demoPassword } from './steps/people.ts'
import { nextMinute, wallMinute } from './steps/pick-time.ts'
import { toast } from './steps/shell.ts'

const tenantZone = 'America/New_York'
/** Time to choose a minute and save it, on a busy machine. */
const scheduleLeadMs = 20_000

/** Which of those who run beside it made it. */
const own = (name: string) => `${name} ${test.info().project.name} ${Date.now() % 100_000}`

/** Schedules a text without the screens, for the first minute of the day after tomorrow. */
async function addText(page: Page, messageName: string, textContent: string): Promise<void> {
  const day = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10)
  const { data } = (await (await page.request.get('/v1/customers/aurora/consumer-category')).json()) as {
    data: { id: number; name: string }[]
  }
  const token = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const answer = await page.request.post('/v1/customers/aurora/short-text', {
    headers: { 'x-xsrf-token': token },
    data: {
      consumerCategoryId: data.find(({ name }) => name === 'Libra')?.id,
      shortTextList: [{ messageName, textContent, disburseDateTime: `${day} 00:01` }],
    },
  })
  expect(answer.status()).toBe(201)
}

/** By the menu of the text's row. */
async function choose(page: Page, hands: Hands, name: string, act: string): Promise<void> {
  await hands.press(page.getByRole('button', { name: `Actions for ${name}`, exact: true }))
  await hands.press(page.getByRole('menuitem', { name: act }))
}

/** Types a day and a time, in the order in which they are read here. */
async function typeTime(dialog: Locator, hands: Hands, digits: string): Promise<void> {
  const month = dialog.getByRole('spinbutton', { name: 'month' })
  if (!test.info().project.use.hasTouch) return hands.enter(month, digits)
  await month.tap()
  await dialog.page().keyboard.type(digits)
}

test('an operator edits, copies and deletes a short text @phone', async ({ page }) => {
  const hands = ownHands()
  const [first, second] = [own('A short call'), own('A long call')]
  expect(await openSession(page.request, 'aurora-ops', demoPassword)).toBe(true)
  await addText(page, first, 'Call somebody whose voice you miss.')
  await page.goto('/aurora/customer/categories')
  await openCategory(page, 'Libra')
  await hands.press(page.getByRole('tab', { name: 'Short Text' }))
  const list = page.getByRole('table', { name: 'Unsent short texts' })

  await test.step('the edit counts SMS, makes them fewer, and is saved', async () => {
    await choose(page, hands, first, 'Edit')
    const dialog = page.getByRole('dialog', { name: 'Edit Short Text' })
    const text = dialog.getByRole('textbox', { name: 'Text' })
    await hands.enter(text, `“Call”, said the Moon: ${'and then once more, '.repeat(4)}before noon.`)
    await expect(dialog.getByText('2 SMS', { exact: true })).toBeVisible()
    expect(await inspectScreen(page)).toEqual([])
    await hands.press(dialog.getByRole('button', { name: 'Use straight quotes' }))
    await expect(dialog.getByText('1 SMS', { exact: true })).toBeVisible()
    await hands.press(dialog.getByRole('button', { name: 'Save' }))
    await expect(toast(page, 'Short text updated successfully.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(list).toContainText('"Call", said the Moon')
    await expect(page.getByRole('button', { name: `Actions for ${first}`, exact: true })).toBeFocused()
  })
  await test.step('a copy has another name and time', async () => {
    await choose(page, hands, first, 'View')
    const details = page.getByRole('dialog', { name: first })
    await expect(details).toContainText('"Call", said the Moon')
    expect(await inspectScreen(page)).toEqual([])
    await hands.press(details.getByRole('button', { name: 'Copy' }))
    const dialog = page.getByRole('dialog', { name: 'Copy Short Text' })
    await hands.enter(dialog.getByRole('textbox', { name: 'Message Name' }), second)
    const day = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10).split('-')
    await typeTime(dialog, hands, `${day[1]}${day[2]}${day[0]}0002`)
    await hands.press(dialog.getByRole('button', { name: 'Copy' }))
    await expect(toast(page, 'Short text copied successfully.')).toBeVisible()
    await expect(list).toContainText(second)
  })
  await test.step('deleting asks first', async () => {
    for (const name of [first, second]) {
      await choose(page, hands, name, 'Delete')
      const question = page.getByRole('dialog', { name: 'Delete this short text?' })
      await hands.dismiss(question)
      await choose(page, hands, name, 'Delete')
      await hands.press(question.getByRole('button', { name: 'Delete' }))
      await expect(page.getByRole('button', { name: `Actions for ${name}`, exact: true })).toHaveCount(0)
    }
    await expect(toast(page, 'Short text deleted successfully.').first()).toBeVisible()
  })
})

test('an operator schedules a short text and sees what became of it', async ({ page }) => {
  const name = own('By the river')
  expect(await openSession(page.request, 'aurora-ops', demoPassword)).toBe(true)
  await page.goto('/aurora/customer/categories')
  await openCategory(page, 'Aries')
  await scheduleText(page, {
    name,
    content: 'Sit by the river until it has nothing more to say.',
    at: () => wallMinute(nextMinute(new Date(), scheduleLeadMs), tenantZone),
  })
  await page.getByText('Sent', { exact: true }).click()
  const sent = page.getByRole('table', { name: 'Sent short texts', exact: true })
  const row = sent.getByRole('button', { name, exact: true })
  await expect(row).toBeVisible({ timeout: 110_000 })
  await row.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name })
  const reached = dialog.getByRole('button', { name: /^\d+ subscribers$/ })
  await expect(reached).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await reached.focus()
  await page.keyboard.press('Enter')
  const people = page.getByRole('dialog', { name: 'Subscribers' })
  const count = Number((await reached.textContent())?.split(' ')[0])
  await expect(people.getByRole('row')).toHaveCount(count + 1)
  await expect(people.getByRole('table')).toContainText('The mail host accepted it.')
  await page.keyboard.press('Escape')
  await expect(people).toBeHidden()
  await expect(reached).toBeFocused()
})

test('a form of many short texts lays out only those near the screen', async ({ page }) => {
  expect(await openSession(page.request, 'aurora-ops', demoPassword)).toBe(true)
  await page.goto('/aurora/customer/categories')
  await openCategory(page, 'Libra')
  await page.getByRole('tab', { name: 'Short Text' }).click()
  await page.getByRole('link', { name: 'New Short Text' }).click()
  const add = page.getByRole('button', { name: 'Add new' })
  const entry = (number: number) => page.getByRole('region', { name: `Short text ${number}`, exact: true })
  for (let entries = 1; entries < 12; entries += 1) await add.click()
  const isLaidOut = (number: number) =>
    entry(number)
      .locator('h2')
      .evaluate((head) => head.checkVisibility({ contentVisibilityAuto: true }))
  await expect.poll(() => isLaidOut(12)).toBe(true)
  await expect.poll(() => isLaidOut(1)).toBe(false)
  await entry(1).scrollIntoViewIfNeeded()
  await expect.poll(() => isLaidOut(1)).toBe(true)
})
