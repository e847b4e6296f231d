import { expect, test } from 'playwright/test'
import { welcome } from './steps/accounts.ts'
import { cardField, cards, choosePackage, fillCard } from './steps/buy.ts'
import { failCalls, holdCalls } from './steps/calls.ts'
import { ownHands } from './steps/hands.ts'
import { goTo, toast } from './steps/shell.ts'

test('a default card is added, replaced and deleted, or why not is said', async ({ page }) => {
  const nova = await welcome(page, 'Virgo')
  const calls = /\/default-payment(\/stripe)?$/
  const section = page.getByRole('region', { name: 'Default Payment' })
  for (const { open, button, method, failed, done } of [
    {
      open: 'Add Default Payment',
      button: 'Add Card',
      method: 'POST',
      failed: 'Error while adding default payment.',
      done: 'Default card info added successfully.',
    },
    {
      open: 'Update Default Payment',
      button: 'Update Card',
      method: 'PUT',
      failed: 'Error while updating default card info.',
      done: 'Default card info updated successfully.',
    },
  ] as const) {
    await test.step(open, async () => {
      await page.goto('/aurora/profile')
      await section.getByRole('link', { name: open }).click()
      await fillCard(page, cards.good, nova.fullName)
      const failing = await failCalls(page, method, calls)
      const act = page.getByRole('button', { name: button })
      await act.click()
      await expect(page.getByRole('main').getByRole('alert')).toHaveText(failed)
      await failing.letGo()
      await act.click()
      await expect(toast(page, done)).toBeVisible()
      await expect(section).toContainText('4242')
    })
  }
  const remove = section.getByRole('button', { name: 'Delete' })
  const dialog = page.getByRole('dialog', { name: 'Delete default payment' })
  await test.step('Delete warns of what it ends', async () => {
    const hands = ownHands()
    await hands.press(remove)
    await expect(dialog).toContainText('The existing package subscription will be cancelled')
    await hands.dismiss(dialog)
    await expect(section).toContainText('4242')
  })
  await test.step('Delete', async () => {
    const failing = await failCalls(page, 'DELETE', calls)
    await remove.click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, 'Error while deleting default card info.')).toBeVisible()
    await failing.letGo()
    const held = await holdCalls(page, 'DELETE', calls)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled()
    // The browser itself closes a dialog at the second Escape.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await expect(dialog).toBeVisible()
    await held.letGo()
    await expect(toast(page, 'Default card info deleted successfully.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(section.getByText('none')).toBeVisible()
    await expect(section.getByRole('link', { name: 'Add Default Payment' })).toBeVisible()
    await expect(remove).toBeHidden()
  })
  await test.step('a card that the provider does not take in', async () => {
    await goTo(page, 'Purchase Tokens')
    await choosePackage(page, 'Single Token')
    await fillCard(page, cards.good, nova.fullName)
    await page.route('**/v1/payment_methods', (route) => route.abort())
    await page.getByRole('button', { name: /^Purchase for/ }).click()
    await expect(toast(page, 'Error while purchasing packages')).toBeVisible()
    await expect(cardField(page, 'Card number')).toHaveValue(cards.good)
  })
})
