import { type Browser, expect, type Page, test } from 'playwright/test'
import {
  answerBank,
  cardError,
  cardField,
  cards,
  choosePackage,
  fillCard,
  readCaptures,
  readOwnUser,
  readReceipts,
} from './steps/buy.ts'
import { otherCode, readMessages, receiveCode } from './steps/inbox.ts'
import { openCategory, scheduleText, uploadReading } from './steps/operator.ts'
import { inventPerson, inWords, type Person } from './steps/people.ts'
import { nextMinute, typeDay, wallMinute } from './steps/pick-time.ts'
import {
  expectSound,
  glowOf,
  leaveDialog,
  newestReading,
  playButton,
  readingLine,
  useTokens,
} from './steps/play.ts'
import { availableTokens, chooseInAccountMenu, goTo, toast } from './steps/shell.ts'
import { enterCode, enterLogin, fillRegistration, logIn, sendTheCode } from './steps/sign-in.ts'
import { enterSmsNumber, subscribe } from './steps/subscribe.ts'

const sign = 'Pisces'
const tenantZone = 'America/New_York'
/** Time to choose a minute and save it, on a busy machine. */
const scheduleLeadMs = 20_000

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('from the landing page to a received Sunburst', async ({ page, browser }) => {
  test.setTimeout(240_000)
  const nova = inventPerson(sign)
  const startDay = new Intl.DateTimeFormat('en-CA', { timeZone: tenantZone }).format(new Date())

  await test.step('a visitor registers, mistypes the code once, and logs in', () => register(page, nova))
  await test.step('the test audio glows until it is played', () => playTestAudio(page))
  const played = await test.step('a reading asks for tokens first', () => tryReading(page))
  await test.step('28 tokens are bought: incomplete, declined, then approved at the bank', () =>
    buyTokens(page, nova))
  await test.step('what was purchased stays, and its receipt is printed alone', () =>
    lookAtPurchase(page, nova))
  await test.step('the reading is charged once and plays, after a reload too', () =>
    playReading(page, played))
  await test.step('leaving asks, and ends what was paid for', () => leaveSession(page, played))
  await test.step('the phone number is verified by SMS', () => verifyPhone(page, nova))
  await test.step('Sunbursts are ordered by SMS and e-mail', async () => {
    await goTo(page, 'Daily Sunbursts')
    await subscribe(page, sign, ['SMS', 'Email'])
    await expect(toast(page, 'Subscription updated successfully.')).toBeVisible()
    await expect(page.getByRole('main').getByRole('button', { name: sign })).toContainText(/SMS.*Email/)
  })

  await goTo(page, 'Play Readings')
  const text = `Count the boats, ${nova.username}, then choose the smallest.`
  const reading = `The open door for ${nova.username}`
  await test.step('the operator schedules a text and uploads a reading', () =>
    publish(browser, { text, textName: `For ${nova.username}`, reading }))
  await test.step('the consumer sees the reading without asking for it', async () => {
    await expect(playButton(page, reading)).toBeVisible()
    await expect(readingLine(page, reading)).toContainText('New')
  })
  await test.step('the Sunburst comes once by SMS and once by e-mail', async () => {
    const received = async (to: string) =>
      (await readMessages(page.request, to)).filter((message) => message.text.includes(text)).length
    await expect
      .poll(() => Promise.all([received(nova.phoneNumber), received(nova.email)]), { timeout: 110_000 })
      .toEqual([1, 1])
    await expect(availableTokens(page)).toHaveText('19')
  })
  await test.step('the admin sees the customers and every token that moved', () =>
    lookAsAdmin(browser, { nova, startDay, played }))
  await test.step('the books agree: one capture, one purchase, one message each', async () => {
    const { id, tokenBalance } = await readOwnUser(page.request)
    expect(tokenBalance).toBe(19)
    const receipts = await readReceipts(page.request, id)
    const captures = await readCaptures(page.request, id)
    expect(receipts).toHaveLength(1)
    expect(receipts[0]).toMatchObject({ packageName: 'Four Weeks', numberOfTokens: 28, amount: 25.2 })
    expect(captures).toHaveLength(1)
    expect(captures[0]).toMatchObject({
      id: receipts[0]?.paymentReference,
      amount: 25.2,
      status: 'succeeded',
    })
    for (const to of [nova.phoneNumber, nova.email]) {
      const messages = await readMessages(page.request, to)
      expect(messages.filter((message) => message.text.includes(text))).toHaveLength(1)
    }
  })
})

async function register(page: Page, nova: Person): Promise<void> {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Your week in the sky, read aloud.' })).toBeVisible()
  await page.getByRole('link', { name: 'Register' }).first().click()
  await expect(page.getByRole('heading', { name: 'Create your Account' })).toBeVisible()
  await fillRegistration(page, nova)
  await sendTheCode(page, nova.email)
  await expect(page.getByRole('heading', { name: 'Verify your Email' })).toBeVisible()

  const code = await receiveCode(page.request, nova.email)
  const goOn = page.getByRole('button', { name: 'Continue' })
  await expect(goOn).toBeDisabled()
  await enterCode(page, otherCode(code))
  await expect(page.getByText('The verification code is not valid or has expired.')).toBeVisible()
  await expect(goOn).toBeDisabled()
  await enterCode(page, code)
  await expect(toast(page, 'OTP verification is successful.')).toBeVisible()

  await expect(page.getByRole('heading', { name: 'Login to your Account' })).toBeVisible()
  await enterLogin(page, nova.username, nova.password)
  await expect(page).toHaveURL('/aurora/dashboard')
  await expect(page.getByRole('button', { name: sign, exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(availableTokens(page)).toHaveText('0')
}

async function playTestAudio(page: Page): Promise<void> {
  const testAudio = page.getByRole('button', { name: 'Play test audio' })
  expect(await glowOf(testAudio)).not.toBe('none')
  await testAudio.click()
  await expect.poll(() => glowOf(page.getByRole('button', { name: /test audio/ }))).toBe('none')
  await page.reload()
  await expect(testAudio).toBeVisible()
  expect(await glowOf(testAudio)).toBe('none')
}

/** Answers the name of the reading that could not be paid. */
async function tryReading(page: Page): Promise<string> {
  const reading = await newestReading(page)
  await playButton(page, reading).click()
  const dialog = page.getByRole('dialog', { name: 'Please Purchase Tokens' })
  await expect(dialog).toContainText(reading)
  await dialog.getByRole('button', { name: 'Purchase Tokens' }).click()
  await expect(page.getByRole('heading', { name: 'Select Token Package' })).toBeVisible()
  return reading
}

async function buyTokens(page: Page, { fullName }: Person): Promise<void> {
  let calls = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/package/purchase/stripe')) calls += 1
  })
  await choosePackage(page, 'Four Weeks')
  const pay = page.getByRole('button', { name: 'Purchase for $25.20' })
  await expect(pay).toBeEnabled()

  await fillCard(page, cards.incomplete, fullName)
  await expect(cardError(page, 'Your card number is incomplete.')).toBeVisible()
  await expect(pay).toBeDisabled()
  expect(calls).toBe(0)

  await fillCard(page, cards.declined, fullName)
  await pay.click()
  await expect(page.getByRole('region', { name: 'Payment' }).getByRole('alert')).toContainText('declined')
  await expect(cardField(page, 'Card number')).toHaveValue(cards.declined)
  await expect(cardField(page, 'Name on card')).toHaveValue(fullName)
  await expect(availableTokens(page)).toHaveText('0')

  await fillCard(page, cards.asksTheBank, fullName)
  await pay.click()
  await answerBank(page, 'Approve')
  await expect(toast(page, 'Payment is successful')).toBeVisible()
  await expect(page).toHaveURL(/\/aurora\/packages$/)
  await expect(availableTokens(page)).toHaveText('28')
}

async function lookAtPurchase(page: Page, { email }: Person): Promise<void> {
  const received = page.getByRole('region', { name: 'Payment received' })
  await expect(received).toContainText('$25.20')
  await page.reload()
  await expect(received).toContainText('$25.20')
  await received.getByRole('link', { name: /^View receipt \d+$/ }).click()
  const receipt = page.getByRole('article', { name: /^Receipt \d+$/ })
  await expect(receipt.getByText('Paid', { exact: true })).toBeVisible()
  await expect(receipt).toContainText(email)
  await page.emulateMedia({ media: 'print' })
  await expect(receipt.locator('img')).toBeVisible()
  for (const frame of ['banner', 'contentinfo', 'complementary'] as const) {
    await expect(page.getByRole(frame)).toBeHidden()
  }
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  for (const format of ['A4', 'Letter']) {
    const sheets = (await page.pdf({ format })).toString('latin1').match(/\/Type \/Page\b/g)
    expect(sheets, format).toHaveLength(1)
  }
  await page.emulateMedia({ media: null })
}

async function playReading(page: Page, reading: string): Promise<void> {
  await goTo(page, 'Play Readings')
  await expect(readingLine(page, reading)).toContainText('7')
  await playButton(page, reading).click()
  await useTokens(page, reading)
  await expectSound(page)
  await expect(readingLine(page, reading)).toContainText('Charged')
  await expect(availableTokens(page)).toHaveText('21')

  await page.reload()
  await expect(readingLine(page, reading)).toContainText('Charged')
  await playButton(page, reading).click()
  await expectSound(page)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(availableTokens(page)).toHaveText('21')
}

async function leaveSession(page: Page, reading: string): Promise<void> {
  await goTo(page, 'Purchase Tokens')
  await expect(leaveDialog(page)).toContainText('Next time you will be charged to play the same audio.')
  await leaveDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/aurora/dashboard')
  await expect(readingLine(page, reading)).toContainText('Charged')

  await chooseInAccountMenu(page, 'My Profile')
  await leaveDialog(page).getByRole('button', { name: 'Proceed' }).click()
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  await goTo(page, 'Play Readings')
  await expect(readingLine(page, reading)).toBeVisible()
  await expect(readingLine(page, reading)).not.toContainText('Charged')
}

async function verifyPhone(page: Page, { phoneNumber }: Person): Promise<void> {
  await chooseInAccountMenu(page, 'My Profile')
  const earlier = await readMessages(page.request, phoneNumber)
  await enterSmsNumber(page, phoneNumber)
  await enterCode(page, await receiveCode(page.request, phoneNumber, earlier.length + 1))
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  const verified = page.getByText('SMS Phone Number', { exact: true }).locator('..')
  await expect(verified).toContainText(inWords(phoneNumber))
  await expect(verified).not.toContainText('(Unverified)')
}

async function publish(
  browser: Browser,
  what: { text: string; textName: string; reading: string },
): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await logIn(page, 'aurora-ops')
  await openCategory(page, sign)
  await scheduleText(page, {
    name: what.textName,
    content: what.text,
    at: () => wallMinute(nextMinute(new Date(), scheduleLeadMs), tenantZone),
  })
  const start = { ...wallMinute(new Date(), tenantZone), hours: '00', minutes: '00' }
  await uploadReading(page, { name: what.reading, file: 'the-open-door.mp3', start })
  await context.close()
}

async function lookAsAdmin(
  browser: Browser,
  { nova, startDay, played }: { nova: Person; startDay: string; played: string },
): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await logIn(page, 'admin', { tenant: 'admin' })
  await expect(page.getByRole('row', { name: /Aurora Astrology.*aurora/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Northstar Almanac.*northstar/ })).toBeVisible()

  await goTo(page, 'Token Transaction History')
  await typeDay(page, 'Start date', startDay)
  await page.getByLabel('Search by Username').fill(nova.username)
  const rows = page.getByRole('table', { name: 'Token Transaction History' }).getByRole('row')
  await expect(rows).toHaveCount(1 + 4)
  // Description, debit, credit, balance.
  await expect(rows.filter({ hasText: 'Purchased Four Weeks' })).toContainText(/0\s*28\s*28/)
  await expect(rows.filter({ hasText: `Reading: ${played}` })).toContainText(/7\s*0\s*21/)
  await expect(rows.filter({ hasText: 'by SMS' })).toContainText(/1\s*0\s*(20|19)/)
  await expect(rows.filter({ hasText: 'by email' })).toContainText(/1\s*0\s*(20|19)/)
  await context.close()
}
