import { test as base, expect, type Page } from 'playwright/test'
import { startProduct } from './product.ts'
import { openSession, welcome } from './steps/accounts.ts'
import { cards, choosePackage, readCaptures, readOwnUser, readReceipts } from './steps/buy.ts'
import { type LiveProduct, startLiveProduct } from './steps/live-product.ts'
import { demoPassword } from './steps/people.ts'
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

test('with test keys a card is declined, and the bank asked: refused, put away, then approved', async ({
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
  await answerStripeBank(page, 'Close')
  await expect(refusal(page)).toContainText('The payment was not confirmed with your bank')

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

test("with test keys a card is kept on the profile once the bank agrees; the demo's card is not there", async ({
  page,
  watch,
}) => {
  await test.step("stella's saved card belongs to the sandbox", async () => {
    expect(await openSession(page.request, 'stella', demoPassword)).toBe(true)
    const { id } = await readOwnUser(page.request)
    const answer = await page.request.get(`/v1/customers/aurora/consumers/${id}/default-payment`)
    expect(await answer.json()).toMatchObject({ noDefaultPayment: true })
  })
  await page.context().clearCookies()
  const nova = await welcome(page, 'Leo')
  await page.goto('/aurora/profile/default-payment/update')
  await fillStripeCard(page, cards.asksTheBank, nova.fullName)
  await page.getByRole('button', { name: 'Add Card' }).click()
  await answerStripeBank(page, 'Approve')
  await expect(toast(page, 'Default card info added successfully.')).toBeVisible()
  expect(watch.violations).toEqual([])
})

test("Stripe's events are taken; without them, and without an answer, a purchase settles all the same", async ({
  page,
  live,
}) => {
  const nova = await welcome(page, 'Pisces')
  await openPayment(page, 'Single Token')
  await fillStripeCard(page, cards.good, nova.fullName)
  await pay(page).click()
  await expect(availableTokens(page)).toHaveText('1')
  await expect.poll(async () => (await readEventFates(live)).open).toBe(0)
  expect(await readEventFates(live)).toMatchObject({ refused: 0 })
  expect((await readEventFates(live)).taken).toBeGreaterThan(0)

  await live.sandbox.control('webhooks', { provider: 'stripe', lose: -1 })
  const fault = { kind: 'error_500_after_success', method: 'POST', path: '/v1/payment_intents' }
  await live.sandbox.control('faults', { provider: 'stripe', ...fault })
  await openPayment(page, 'Single Token')
  await fillStripeCard(page, cards.good, nova.fullName)
  await pay(page).click()
  await expect(availableTokens(page)).toHaveText('2', { timeout: 40_000 })
  await live.sandbox.control('webhooks', { provider: 'stripe', lose: 0 })
  const { id } = await readOwnUser(page.request)
  expect(await readCaptures(page.request, id)).toHaveLength(2)
})

/** What became of the events that Stripe sent, by number. */
async function readEventFates({ sandbox }: LiveProduct) {
  const answer = await fetch(`${sandbox.url}/sandbox/control/state`)
  const { data } = (await answer.json()) as { data: { deliveries: { provider: string; state: string }[] } }
  const count = (state: string) =>
    data.deliveries.filter((one) => one.provider === 'stripe' && one.state === state).length
  return { open: count('waiting'), taken: count('delivered'), refused: count('failed') }
}

test('card fields that do not come are told of, and tried again', async ({ page }) => {
  await welcome(page, 'Pisces')
  const fields = 'https://js.stripe.com/endive/elements-inner.html*'
  await page.route(fields, (route) => route.abort())
  await openPayment(page, 'Single Token')
  await expect(page.getByText('The card fields could not be loaded.')).toBeVisible({ timeout: 20_000 })
  await page.unroute(fields)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(stripeField(page, 'Card number')).toBeEnabled()
  await expect(pay(page)).toBeEnabled()
})

test("a page may load nothing else, the sandbox's card fields included", async ({ page, live, watch }) => {
  await welcome(page, 'Pisces')
  await openPayment(page, 'Single Token')
  await expect(stripeField(page, 'Card number')).toBeVisible()
  expect(watch.violations).toEqual([])
  await page.evaluate((sandboxFrame) => {
    const add = (kind: 'img' | 'iframe' | 'script', src: string) =>
      document.body.append(Object.assign(document.createElement(kind), { src }))
    add('iframe', sandboxFrame)
    add('script', 'https://elsewhere.example/stripe.js')
    add('img', 'https://js.stripe.com/pixel.png')
    void fetch('https://js.stripe.com/').catch(() => undefined)
  }, `${live.sandbox.url}/sandbox-frame/card`)
  const blocked = () => watch.violations.filter((one) => !one.startsWith('console')).toSorted()
  await expect
    .poll(blocked)
    .toEqual([
      'connect-src https://js.stripe.com/',
      expect.stringMatching(/^frame-src http:\/\/127\.0\.0\.1:/),
      'img-src https://js.stripe.com/pixel.png',
      'script-src-elem https://elsewhere.example/stripe.js',
    ])
})

test('a start with a key that Stripe does not accept ends with a sentence', async ({ live }) => {
  test.setTimeout(120_000)
  const starting = startProduct({
    env: { ...live.environment, STRIPE_SECRET_KEY: 'sk_test_51SomebodyElses' },
  })
  await expect(starting).rejects.toThrow(
    /ended \(code 1\)[\s\S]*STRIPE_SECRET_KEY: Stripe does not accept this key/,
  )
})

test('a start with test keys says how events get here', async ({ live }) => {
  expect(live.output()).toContain('stripe listen --forward-to')
  expect(live.output()).toContain('lands at')
})
