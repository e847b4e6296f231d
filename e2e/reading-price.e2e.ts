import { expect, type Locator, type Page, test } from 'playwright/test'
import { buyQuietly, welcome } from './steps/accounts.ts'
import { recordCalls } from './steps/calls.ts'
import { ownHands } from './steps/hands.ts'
import { expectSound, newestReading, playButton, readingLine, useTokens } from './steps/play.ts'
import { availableTokens } from './steps/shell.ts'

const categoryPath = /\/v1\/customers\/aurora\/consumer-category\?/
const chargePath = /\/charge\?/

/** Opens the readings as they were before their price changed: they cost `shownTokens` then, and 7 by now. */
async function openWithPriceOf(page: Page, shownTokens: number): Promise<void> {
  await page.route(categoryPath, async (route) => {
    const response = await route.fetch()
    const list = await response.json()
    for (const { deliveryMediums } of list.data)
      for (const medium of deliveryMediums) if (medium.name === 'audio') medium.numberOfTokens = shownTokens
    await route.fulfill({ response, json: list })
  })
  await page.goto('/aurora/dashboard')
  await expect(page.getByRole('main').getByRole('listitem').last()).toBeVisible()
  await page.unroute(categoryPath)
}

const news = (dialog: Locator) => dialog.getByRole('alert')

test('a reading whose price changed is not charged until its new price was agreed to', async ({ page }) => {
  const hands = ownHands()
  await welcome(page, 'Libra')
  await buyQuietly(page.request, 'Single Reading')
  await openWithPriceOf(page, 5)
  const reading = await newestReading(page)
  const line = readingLine(page, reading)
  const charges = recordCalls(page, 'PUT', chargePath)
  const streams = recordCalls(page, 'GET', /\/stream\?/)
  const asked = (tokens: number) => page.getByRole('dialog', { name: `Use ${tokens} Tokens?` })

  await test.step('the price that is shown is sent; the new one is shown and asked about', async () => {
    await expect(line).toContainText('5 Tokens')
    await hands.press(playButton(page, reading))
    await expect(news(asked(5))).toHaveCount(0)
    await hands.press(asked(5).getByRole('button', { name: 'Proceed' }))
    await expect(news(asked(7))).toHaveText('This reading now costs 7 tokens. Nothing was charged.')
    await expect(asked(7)).toContainText('Do you want to use 7 Tokens to play')
    await expect(line).toContainText('7 Tokens')
    expect(charges.map((call) => new URL(call.url()).searchParams.get('expectedTokens'))).toEqual(['5'])
  })
  await test.step('Cancel leaves no mark', async () => {
    await hands.dismiss(asked(7))
    await expect(availableTokens(page)).toHaveText('7')
    await expect(line).not.toContainText('Charged')
    expect(charges).toHaveLength(1)
    expect(streams).toHaveLength(0)
  })
  await test.step('a new click charges the new price, once', async () => {
    await hands.press(playButton(page, reading))
    await expect(news(asked(7))).toHaveCount(0)
    await useTokens(page, reading, hands)
    await expectSound(page)
    await expect(line).toContainText('Charged')
    await expect(availableTokens(page)).toHaveText('0')
    expect(charges.map((call) => new URL(call.url()).searchParams.get('expectedTokens'))).toEqual(['5', '7'])
  })
})
