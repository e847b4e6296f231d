import { expect, type Page } from 'playwright/test'
import type { RunningProduct } from './product.ts'
import { buyQuietly, welcome } from './steps/accounts.ts'
import {
  answerBank,
  cardField,
  cards,
  choosePackage,
  fillCard,
  readCaptures,
  readOwnUser,
} from './steps/buy.ts'
import { recordCalls } from './steps/calls.ts'
import { inspectScreen } from './steps/inspect.ts'
import { changeRows, failProvider, test } from './steps/own-product.ts'
import { availableTokens, goTo, toast } from './steps/shell.ts'

const purchases = /\/package\/purchase\/(default-payment\/)?stripe$/
const payWithCard = (page: Page) => page.getByRole('button', { name: /^Purchase for/ })
const unfinished = (page: Page) => page.getByRole('region', { name: 'Unfinished purchases' })

/** What was taken from who is signed in, in dollars, the newest first. */
async function takenFrom(page: Page): Promise<number[]> {
  const { id } = await readOwnUser(page.request)
  return (await readCaptures(page.request, id)).map(({ amount }) => amount)
}

function sell(product: RunningProduct, name: string, priceCents: number, numberOfTokens: number) {
  return changeRows(product, 'update packages set price_cents = $2, number_of_tokens = $3 where name = $1', [
    name,
    priceCents,
    numberOfTokens,
  ])
}

test('a price that changed is shown before the click or by its refusal, and only what is shown is charged', async ({
  page,
  product,
}) => {
  const calls = recordCalls(page, 'POST', purchases)
  const nova = await welcome(page, 'Aries')
  await page.goto('/aurora/packages')
  await choosePackage(page, 'Four Weeks')
  await test.step('with a card', async () => {
    await fillCard(page, cards.good, nova.fullName)
    await sell(product, 'Four Weeks', 2_940, 30)
    await payWithCard(page).click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      'The price has changed from $25.20 for 28 Tokens to $29.40 for 30 Tokens. Nothing was charged. Purchase only if you agree to the new price.',
    )
    await expect(payWithCard(page)).toHaveText('Purchase for $29.40')
    await expect(page.locator('s')).toHaveText(['before $25.20', 'before 28 Tokens'])
    await expect(cardField(page, 'Card number')).toHaveValue(cards.good)
    await expect(cardField(page, 'CVC')).toHaveValue('123')
    expect(await takenFrom(page)).toEqual([])
    expect(await inspectScreen(page)).toEqual([])
    await payWithCard(page).click()
    await expect(toast(page, 'Payment is successful')).toBeVisible()
    await expect(availableTokens(page)).toHaveText('30')
    expect(await takenFrom(page)).toEqual([29.4])
  })
  await test.step('with the default card, the list of packages being on screen before', async () => {
    await buyQuietly(page.request, 'Single Token')
    await page.goto('/aurora/packages')
    await choosePackage(page, 'Four Weeks')
    const act = page.getByRole('button', { name: 'Purchase With Default Payment Method' })
    await expect(act).toBeEnabled()
    await sell(product, 'Four Weeks', 2_520, 28)
    // A balance that moves brings the list anew, and with it the other price.
    const listed = page.waitForResponse(/\/consumers\/\d+\/packages$/)
    await buyQuietly(page.request, 'Single Token')
    await (await listed).finished()
    await expect(availableTokens(page)).toHaveText('32')
    await expect(page.getByRole('main').getByRole('alert')).toContainText('to $25.20 for 28 Tokens')
    await expect(payWithCard(page)).toHaveText('Purchase for $25.20')
    await act.click()
    await expect(toast(page, 'Payment is successful')).toBeVisible()
    expect(await takenFrom(page)).toEqual([25.2, 1, 1, 29.4])
  })
  await test.step('a package that is sold no longer says so when it is paid', async () => {
    await choosePackage(page, 'Season')
    await fillCard(page, cards.good, nova.fullName)
    await changeRows(product, 'update packages set deleted_at = now() where name = $1', ['Season'])
    await payWithCard(page).click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('This package is no longer sold.')
    expect(await takenFrom(page)).toHaveLength(4)
  })
  expect(calls.map((call) => call.postDataJSON())).toMatchObject([
    { expectedPrice: 25.2, expectedTokens: 28 },
    { expectedPrice: 29.4, expectedTokens: 30 },
    { expectedPrice: 25.2, expectedTokens: 28 },
    {},
  ])
})

test('after a lost answer and a closed tab the payment is told of, and another one asks first', async ({
  page,
  context,
  product,
}) => {
  test.setTimeout(120_000)
  const nova = await welcome(page, 'Gemini')
  const path = '/v1/payment_intents'
  const answerAgain = await failProvider(product, {
    kind: 'reset_after_success',
    method: 'POST',
    path,
    times: 50,
  })
  const lookAgain = await failProvider(product, {
    kind: 'error_500_before',
    method: 'GET',
    path,
    times: 10_000,
  })
  await page.goto('/aurora/packages')
  await choosePackage(page, 'Four Weeks')
  await fillCard(page, cards.good, nova.fullName)
  await payWithCard(page).click()
  await expect(page.getByText('Your payment is still being confirmed.')).toBeVisible({ timeout: 30_000 })
  await page.close()

  const next = await context.newPage()
  const calls = recordCalls(next, 'POST', purchases)
  const word = 'We are checking whether your payment of $25.20 went through.'
  await test.step('it is told on the packages and under My Activity', async () => {
    await next.goto('/aurora/packages')
    await expect(unfinished(next)).toContainText(word)
    expect(await inspectScreen(next)).toEqual([])
    await next.goto('/aurora/activity')
    await expect(unfinished(next)).toContainText(word)
  })
  await test.step('another purchase asks first, and nothing is sent where the answer is no', async () => {
    await goTo(next, 'Purchase Tokens')
    await choosePackage(next, 'Single Token')
    await expect(unfinished(next)).toContainText(word)
    await fillCard(next, cards.good, nova.fullName)
    await payWithCard(next).click()
    const dialog = next.getByRole('dialog', { name: 'You may be charged twice' })
    await expect(dialog).toContainText('your payment of $25.20 for Four Weeks')
    await dialog.getByRole('button', { name: 'Do Not Purchase' }).click()
    await expect(dialog).toBeHidden()
    await expect(cardField(next, 'Card number')).toHaveValue(cards.good)
    expect(calls).toHaveLength(0)
  })
  await test.step('it goes through where the answer is yes', async () => {
    await answerAgain()
    await payWithCard(next).click()
    await next
      .getByRole('dialog', { name: 'You may be charged twice' })
      .getByRole('button', { name: 'Purchase Anyway' })
      .click()
    await expect(toast(next, 'Payment is successful')).toBeVisible()
    expect(calls).toHaveLength(1)
    await expect(unfinished(next)).toContainText(word)
  })
  await test.step('how the first one ended is told without asking', async () => {
    await lookAgain()
    await expect(toast(next, 'Your payment of $25.20 went through: you have 28 Tokens more.')).toBeVisible({
      timeout: 60_000,
    })
    await expect(unfinished(next)).toBeHidden()
    await next.getByRole('link', { name: 'View Receipt', exact: true }).click()
    await expect(next.getByRole('article', { name: /^Receipt \d+$/ })).toContainText('Four Weeks')
    await expect(availableTokens(next)).toHaveText('29')
    expect((await takenFrom(next)).sort()).toEqual([1, 25.2])
  })
})

test('a payment that the bank has not confirmed is finished later, canceled, or given up for another', async ({
  page,
}) => {
  const nova = await welcome(page, 'Cancer')
  const bank = page.getByRole('dialog', { name: 'Confirm with your bank' })
  async function beginAtBank() {
    await page.goto('/aurora/packages')
    await choosePackage(page, 'Single Reading')
    await fillCard(page, cards.asksTheBank, nova.fullName)
    await payWithCard(page).click()
    await expect(bank).toBeVisible()
  }
  const word = 'Your bank has not confirmed your payment of $6.65.'

  await test.step('finished from the packages after the page was left', async () => {
    await beginAtBank()
    await page.goto('/aurora/packages')
    await expect(unfinished(page)).toContainText(word)
    await unfinished(page).getByRole('button', { name: 'Confirm Payment' }).click()
    await answerBank(page, 'Approve')
    await expect(toast(page, 'Payment is successful')).toBeVisible()
    await expect(page).toHaveURL(/\/aurora\/packages$/)
    await expect(unfinished(page)).toBeHidden()
    await expect(availableTokens(page)).toHaveText('7')
  })
  await test.step('left once more, then canceled', async () => {
    await beginAtBank()
    await page.goto('/aurora/activity')
    await unfinished(page).getByRole('button', { name: 'Confirm Payment' }).click()
    await expect(bank).toBeVisible()
    await page.goto('/aurora/packages')
    await expect(unfinished(page)).toContainText(word)
    expect(await inspectScreen(page)).toEqual([])
    await unfinished(page).getByRole('button', { name: 'Cancel Payment' }).click()
    await expect(toast(page, 'The payment was canceled. Nothing was charged.')).toBeVisible()
    await expect(page).toHaveURL('/aurora/packages')
    await expect(unfinished(page)).toBeHidden()
  })
  await test.step('left, then paid with another card: once', async () => {
    await beginAtBank()
    await page.goto('/aurora/packages')
    await expect(unfinished(page)).toContainText(word)
    await choosePackage(page, 'Single Reading')
    await fillCard(page, cards.good, nova.fullName)
    await payWithCard(page).click()
    await expect(toast(page, 'Payment is successful')).toBeVisible()
    await expect(unfinished(page)).toBeHidden()
    await expect(availableTokens(page)).toHaveText('14')
    expect(await takenFrom(page)).toEqual([6.65, 6.65])
  })
  await test.step('put away, which has ended it: nothing is charged, and the next press tries again', async () => {
    await beginAtBank()
    await bank.getByRole('button', { name: 'Cancel' }).click()
    await expect(bank).toBeHidden()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'The payment was not confirmed with your bank, so nothing was charged.',
    )
    await expect(unfinished(page)).toBeHidden()
    await payWithCard(page).click()
    await answerBank(page, 'Approve')
    await expect(toast(page, 'Payment is successful')).toBeVisible()
    await expect(availableTokens(page)).toHaveText('21')
    expect(await takenFrom(page)).toEqual([6.65, 6.65, 6.65])
  })
})
