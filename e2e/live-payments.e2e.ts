import { test as base, expect, type Page } from 'playwright/test'
import { welcome } from './steps/accounts.ts'
import { cards, choosePackage, readCaptures, readOwnUser, readReceipts } from './steps/buy.ts'
import { type LiveProduct, startLiveProduct } from './steps/live-product.ts'
import { availableTokens, toast } from './steps/shell.ts'
import {
  answerStripeBank,
  fillStripeCard,
  standForStripe,
  stripeField,
  type Watch,
} from './steps/stripe-hosts.ts'

const test = base.extend<{ watch: Watch }, { live: LiveProduct }>({
  live: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const live = await startLiveProduct()
      await use(live)
      await live.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ live }, use) => use(live.url),
  watch: [
    async ({ context, live }, use) => {
      const watch = await standForStripe(context, { sandboxUrl: live.sandbox.url, productUrl: live.url })
      await use(watch)
      expect(watch.strays).toEqual([])
    },
    { auto: true },
  ],
})

async function openPayment(page: Page, packageName: string): Promise<void> {
  await page.goto('/aurora/packages')
  await choosePackage(page, packageName)
}

const pay = (page: Page) => page.getByRole('button', { name: /^Purchase for/ })
const refusal = (page: Page) => page.getByRole('region', { name: 'Payment' }).getByRole('alert')

test('with test keys a card is declined, and the bank asked: refused, then approved', async ({
  page,
  watch,
}) => {
  const nova = await welcome(page, 'Pisces')
  await openPayment(page, 'Four Weeks')
  await expect(stripeField(page, 'Card number')).toBeVisible()
  await fillStripeCard(page, cards.incomplete, nova.fullName)
  await expect(page.getByText('Your card number is incomplete.')).toBeVisible()
  await expect(pay(page)).toBeDisabled()

  await fillStripeCard(page, cards.declined, nova.fullName)
  await pay(page).click()
  await expect(refusal(page)).toContainText('declined')
  await expect(stripeField(page, 'Card number')).toHaveValue(cards.declined)

  await fillStripeCard(page, cards.asksTheBank, nova.fullName)
  await pay(page).click()
  await answerStripeBank(page, 'Fail')
  await expect(refusal(page)).toBeVisible()
  await expect(availableTokens(page)).toHaveText('0')

  await pay(page).click()
  await answerStripeBank(page, 'Approve')
  await expect(toast(page, 'Payment is successful')).toBeVisible()
  await expect(availableTokens(page)).toHaveText('28')
  const { id } = await readOwnUser(page.request)
  expect(await readCaptures(page.request, id)).toMatchObject([{ amount: 25.2, status: 'succeeded' }])
  expect(watch.violations).toEqual([])
})

test('with test keys a card is saved with a purchase, and pays the next one', async ({ page, watch }) => {
  const nova = await welcome(page, 'Pisces')
  await openPayment(page, 'Four Weeks')
  await fillStripeCard(page, cards.good, nova.fullName)
  await page.getByLabel('Save card as default').check()
  await pay(page).click()
  await expect(toast(page, 'Payment is successful')).toBeVisible()
  await expect(availableTokens(page)).toHaveText('28')

  await openPayment(page, 'Single Token')
  await page.getByRole('button', { name: 'Purchase With Default Payment Method' }).click()
  await expect(toast(page, 'Payment is successful')).toBeVisible()
  await expect(availableTokens(page)).toHaveText('29')

  const { id } = await readOwnUser(page.request)
  const captures = await readCaptures(page.request, id)
  const receipts = await readReceipts(page.request, id)
  expect(captures).toHaveLength(2)
  expect(receipts.map(({ paymentReference }) => paymentReference)).toEqual(captures.map(({ id }) => id))
  expect(watch.violations).toEqual([])
})
