import { expect, test } from 'playwright/test'
import { choosePackage } from './steps/buy.ts'
import { expectSound, leaveDialog, newestReading, playButton, readingLine, useTokens } from './steps/play.ts'
import { enterAs } from './steps/roles.ts'
import { availableTokens, goTo, toast } from './steps/shell.ts'

test('a reading plays on while one looks around, and the saved card pays for it @phone-only', async ({
  page,
}) => {
  await enterAs(page, 'consumer')
  const reading = await newestReading(page)
  const balanceTokens = Number(await availableTokens(page).textContent())
  const player = page.getByRole('region', { name: 'Player' })
  await expect(player).toBeHidden()

  await playButton(page, reading).click()
  await useTokens(page, reading)
  await expectSound(page)
  await expect(readingLine(page, reading)).toContainText('Charged')
  await expect(availableTokens(page)).toHaveText(String(balanceTokens - 7))
  await expect(player).toContainText(reading)

  await test.step('the player unfolds to the whole screen and back', async () => {
    await player.getByRole('button', { name: 'Open the player' }).click()
    const sheet = page.getByRole('dialog', { name: 'Player' })
    await expect(sheet.getByRole('heading', { name: reading })).toBeVisible()
    await sheet.getByRole('button', { name: 'Pause' }).click()
    await expect(sheet.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
    await sheet.getByLabel('Speed').selectOption('1.5')
    await sheet.getByRole('button', { name: 'Play', exact: true }).click()
    await sheet.getByRole('button', { name: 'Collapse the player' }).click()
    await expect(sheet).toBeHidden()
  })
  await test.step('it plays on at the Sunbursts, and leads back', async () => {
    await goTo(page, 'Daily Sunbursts')
    await expect(page.getByRole('heading', { name: 'Select Sign' })).toBeVisible()
    await expectSound(page)
    await player.getByRole('link', { name: reading }).click()
    await expect(readingLine(page, reading)).toContainText('Charged')
  })
  await test.step('the saved card buys a reading', async () => {
    await goTo(page, 'Purchase Tokens')
    await leaveDialog(page).getByRole('button', { name: 'Proceed' }).click()
    await expect(player).toBeHidden()
    await choosePackage(page, 'Single Reading')
    await page.getByRole('button', { name: 'Purchase With Default Payment Method' }).click()
    await expect(toast(page, 'Payment is successful')).toBeVisible()
    await expect(page).toHaveURL(/\/aurora\/packages$/)
    await expect(availableTokens(page)).toHaveText(String(balanceTokens))
  })
  await test.step('what was paid is not come back to', async () => {
    const received = page.getByRole('region', { name: 'Payment received' })
    await expect(received).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Select Token Package' })).toBeVisible()
    await expect(received).toBeHidden()
    await page.goForward()
    await expect(received).toBeVisible()
    await received.getByRole('button', { name: 'Dismiss the confirmation' }).click()
    await expect(received).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Select Token Package' })).toBeVisible()
    await expect(received).toBeHidden()
  })
})
