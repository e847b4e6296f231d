import { type Browser, expect, type Page, test } from 'playwright/test'
import { buyQuietly, openSession, welcome } from './steps/accounts.ts'
import { choosePackage, readOwnUser, readReceipts } from './steps/buy.ts'
import { ownHands } from './steps/hands.ts'
import { readMessages } from './steps/inbox.ts'
import { inspectScreen, watchPage } from './steps/inspect.ts'
import { demoPassword } from './steps/people.ts'
import { newestReading, playButton, useTokens } from './steps/play.ts'
import { availableTokens, chooseInAccountMenu, goTo, toast } from './steps/shell.ts'

/** Dollars that PayPal took for the purchases of who is signed in, newest first. */
async function takenFrom(page: Page): Promise<number[]> {
  const { id } = await readOwnUser(page.request)
  const orders = (await readReceipts(page.request, id)).map(({ paymentReference }) => paymentReference)
  const { data } = (await (await page.request.get('/sandbox/payments')).json()) as {
    data: { paymentIntent: string; amount: number }[]
  }
  return data.filter(({ paymentIntent }) => orders.includes(paymentIntent)).map(({ amount }) => amount)
}

/** Decides at PayPal's own page. */
async function decideAtPayPal(page: Page, question: string, answer: string): Promise<void> {
  await expect(page.getByRole('heading', { name: question, level: 1 })).toBeVisible()
  await page.getByRole('button', { name: answer }).click()
}

test('a purchase with PayPal is turned down there, gone on with, approved, and paid once', async ({
  page,
}) => {
  const watch = watchPage(page)
  await welcome(page, 'Virgo')
  await page.goto('/aurora/packages')
  await choosePackage(page, 'Four Weeks')
  await page.getByRole('tab', { name: 'PayPal' }).click()
  await page.getByRole('button', { name: 'Purchase With PayPal' }).click()
  await decideAtPayPal(page, 'Pay Aurora Astrology', 'Cancel and return')

  const payment = page.getByRole('region', { name: 'Payment' })
  await expect(payment).toContainText('PayPal waits for you to approve your payment')
  await expect(availableTokens(page)).toHaveText('0')
  expect(await inspectScreen(page)).toEqual([])
  await payment.getByRole('link', { name: 'Continue to PayPal' }).click()
  await decideAtPayPal(page, 'Pay Aurora Astrology', 'Pay now')

  const received = page.getByRole('region', { name: 'Payment received' })
  await expect(toast(page, 'Payment is successful')).toBeVisible()
  await expect(received).toContainText('PayPal')
  await expect(page).toHaveURL(/\/aurora\/packages$/)
  await expect(availableTokens(page)).toHaveText('28')
  expect(await takenFrom(page)).toEqual([25.2])
  expect(watch.take()).toEqual([])
})

test('who approves a payment that a newer one took the place of reads that nothing was charged for it', async ({
  page,
}) => {
  await welcome(page, 'Gemini')
  await page.goto('/aurora/packages')
  await choosePackage(page, 'Single Reading')
  await page.getByRole('tab', { name: 'PayPal' }).click()
  await page.getByRole('button', { name: 'Purchase With PayPal' }).click()
  await expect(page.getByRole('heading', { name: 'Pay Aurora Astrology', level: 1 })).toBeVisible()
  await buyQuietly(page.request, 'Four Weeks')
  await decideAtPayPal(page, 'Pay Aurora Astrology', 'Pay now')

  await expect(page.getByRole('heading', { name: 'Payment not completed', level: 1 })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Nothing was charged for it.')
  await expect(toast(page, 'This could not be found.')).toBeHidden()
  expect(await inspectScreen(page)).toEqual([])
  expect(await takenFrom(page)).toEqual([25.2])
})

test('a default wallet buys by a press, and by itself when a reading makes the balance low', async ({
  page,
}) => {
  const watch = watchPage(page)
  const nova = await welcome(page, 'Taurus')
  await test.step('PayPal is added as the default payment', async () => {
    await page.goto('/aurora/dashboard')
    await chooseInAccountMenu(page, 'My Profile')
    await page.getByRole('link', { name: 'Add Default Payment' }).click()
    await page.getByRole('tab', { name: 'PayPal' }).click()
    await page.getByRole('button', { name: 'Continue to PayPal' }).click()
    await decideAtPayPal(page, 'Save PayPal with Aurora Astrology', 'Agree and save')
    await expect(toast(page, 'Default payment added successfully.')).toBeVisible()
    await expect(page).toHaveURL('/aurora/profile')
    await expect(page.getByRole('region', { name: 'Default Payment' })).toContainText('PayPal')
  })
  await test.step('it buys seven tokens', async () => {
    await goTo(page, 'Purchase Tokens')
    await choosePackage(page, 'Single Reading')
    await page.getByRole('button', { name: 'Purchase With Default Payment Method' }).click()
    await expect(toast(page, 'Payment is successful')).toBeVisible()
    await expect(availableTokens(page)).toHaveText('7')
  })
  await test.step('a package is chosen to be bought automatically', async () => {
    await goTo(page, 'Purchase Tokens')
    const choice = page.getByRole('switch', { name: 'Auto-purchase of Four Weeks' })
    await choice.click()
    const question = page.getByRole('dialog', { name: 'Turn on auto-purchase?' })
    await expect(question).toContainText('PayPal')
    await question.getByRole('button', { name: 'Proceed' }).click()
    await expect(question).toBeHidden()
    await expect(choice).toBeChecked()
  })
  await test.step('a reading takes the balance to nothing, and it is bought', async () => {
    await goTo(page, 'Play Readings')
    const reading = await newestReading(page)
    await playButton(page, reading).click()
    await useTokens(page, reading)
    const words = 'Four Weeks was purchased automatically for $22.40: you have 28 Tokens more.'
    await expect(toast(page, words)).toBeVisible({ timeout: 30_000 })
    await expect(availableTokens(page)).toHaveText('28')
  })
  const subjects = async () => (await readMessages(page.request, nova.email)).map(({ subject }) => subject)
  await expect.poll(subjects).toContain('Four Weeks was bought automatically from Aurora Astrology')
  expect(await takenFrom(page)).toEqual([22.4, 6.65])
  expect(watch.take()).toEqual([])
})

test('an admin refunds a part, and the consumer has fewer tokens and a receipt that says so @phone', async ({
  page,
  browser,
}) => {
  const watch = watchPage(page)
  const nova = await welcome(page, 'Libra')
  await buyQuietly(page.request, 'Four Weeks')
  await page.goto('/aurora/activity')
  await page.getByRole('tab', { name: 'Purchases' }).click()
  await page.getByRole('link', { name: /receipt/i }).click()
  const receipt = page.getByRole('article', { name: /^Receipt \d+$/ })
  await expect(receipt.getByText('Paid', { exact: true })).toBeVisible()
  await expect(availableTokens(page)).toHaveText('28')

  expect(await refundPart(browser, nova.email)).toEqual([])

  await expect(availableTokens(page)).toHaveText('18')
  await expect(receipt.getByText('Partly refunded', { exact: true })).toBeVisible()
  await expect(receipt).toContainText('$9.00')
  expect(watch.take()).toEqual([])
})

/** Refunds $9.00 of a consumer's only payment as the admin. Answers what was wrong with the screens. */
async function refundPart(browser: Browser, email: string): Promise<string[]> {
  const hands = ownHands()
  const context = await browser.newContext()
  const page = await context.newPage()
  const watch = watchPage(page)
  expect(await openSession(page.request, 'admin', demoPassword, 'admin')).toBe(true)
  await page.goto('/admin/credit-refund')
  await hands.enter(page.getByRole('searchbox', { name: 'Search Payments' }), email)
  const table = page.getByRole('table', { name: 'Payments History' })
  await expect(table.getByRole('button', { name: /^Edit/ })).toHaveCount(1)
  await hands.press(table.getByRole('button', { name: /^Edit/ }))
  const dialog = page.getByRole('dialog', { name: /^Payment ID/ })
  await hands.tick(dialog.getByRole('radio', { name: 'Partial Refund' }))
  await hands.enter(dialog.getByLabel('Amount in dollars'), '9')
  await expect(dialog.getByRole('status', { name: 'What it takes back' })).toContainText('10 Tokens')
  const problems = await inspectScreen(page)
  await hands.press(dialog.getByRole('button', { name: 'Refund $9.00' }))
  await expect(toast(page, 'Payment refunded successfully.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(table).toContainText('Partly refunded')
  problems.push(...watch.take())
  await context.close()
  return problems
}
