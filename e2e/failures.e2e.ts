import { expect, test } from 'playwright/test'
import { welcome } from './steps/accounts.ts'
import { cardField, cards, choosePackage, fillCard } from './steps/buy.ts'
import { failCalls, holdCalls, recordCalls } from './steps/calls.ts'
import { ownHands } from './steps/hands.ts'
import { save } from './steps/profile.ts'
import { logInAs } from './steps/roles.ts'
import { toast } from './steps/shell.ts'

test('a default card is added, replaced and deleted, or why not is said', async ({ page }) => {
  await welcome(page, 'Virgo')
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
      await fillCard(page, cards.good, 'Nova Reader')
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
  await test.step('Delete', async () => {
    const failing = await failCalls(page, 'DELETE', calls)
    const dialog = page.getByRole('dialog', { name: 'Delete default payment' })
    await section.getByRole('button', { name: 'Delete' }).click()
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
  })
})

for (const { role, path, calls, words } of [
  {
    role: 'consumer',
    path: '/aurora/profile/change-password',
    calls: /\/customers\/aurora\/profile\/password$/,
    words: 'Error While Updaing Password',
  },
  {
    role: 'customer',
    path: '/aurora/customer/profile/change-password',
    calls: /\/customers\/aurora\/profile\/password$/,
    words: 'Error While Updaing Password',
  },
  {
    role: 'admin',
    path: '/admin/profile/change-password',
    calls: /\/admin\/profile\/password$/,
    words: 'Error While Updaing Password of Admin',
  },
] as const) {
  test(`a password that can not be changed, of the ${role}`, async ({ page }) => {
    const hands = ownHands()
    await logInAs(page, role)
    await page.goto(path)
    const act = page.getByRole('button', { name: 'Change Password' })
    await hands.enter(page.getByLabel('Current Password', { exact: true }), 'almanac-demo')
    await hands.enter(page.getByLabel('New Password', { exact: true }), 'a-long-password')
    await hands.enter(page.getByLabel('Confirm New Password'), 'a-long-password')
    const failing = await failCalls(page, 'PUT', calls)
    await test.step('the button waits while the request is pending', async () => {
      const held = await holdCalls(page, 'PUT', calls)
      const made = recordCalls(page, 'PUT', calls)
      await hands.press(act)
      await expect(act).toBeDisabled()
      await act.dispatchEvent('click')
      await held.letGo()
      await expect(toast(page, words)).toBeVisible()
      await expect(act).toBeEnabled()
      expect(made).toHaveLength(1)
    })
    await failing.letGo()
    await test.step('the words of the server come first', async () => {
      await failCalls(page, 'PUT', calls, 'The moon is in the way.')
      await hands.press(act)
      await expect(toast(page, 'The moon is in the way.')).toBeVisible()
    })
  })
}

test('what fails without words has those of the screen', async ({ page }) => {
  const nova = await welcome(page, 'Scorpio')
  await test.step('the packages', async () => {
    const failing = await failCalls(page, 'GET', /\/consumers\/\d+\/packages$/)
    await page.goto('/aurora/packages')
    await expect(page.getByRole('main').getByText('Error while getting packages')).toBeVisible()
    await failing.letGo()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Single Token', exact: true })).toBeVisible()
  })
  await test.step('a card that the provider does not take in', async () => {
    await choosePackage(page, 'Single Token')
    await fillCard(page, cards.good, nova.fullName)
    await page.route('**/v1/payment_methods', (route) => route.abort())
    await page.getByRole('button', { name: /^Purchase for/ }).click()
    await expect(toast(page, 'Error while purchasing packages')).toBeVisible()
    await expect(cardField(page, 'Card number')).toHaveValue(cards.good)
  })
  await test.step('the profile', async () => {
    const failing = await failCalls(page, 'PUT', /\/consumers\/\d+\/profile$/)
    await page.goto('/aurora/profile/edit')
    await page.getByLabel('Name', { exact: true }).fill('Nova Moon')
    await save(page)
    await expect(toast(page, 'Error While Updaing Profile')).toBeVisible()
    await failing.letGo()
    await save(page)
    await expect(toast(page, 'Profile updated successfully')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Nova Moon, account menu' })).toBeVisible()
  })
})

test('a toast stays for as long as the pointer is over it', async ({ page }) => {
  await welcome(page, 'Libra')
  await page.clock.install()
  await failCalls(page, 'GET', /\/consumers\/\d+\/packages$/, 'The moon is in the way.')
  await page.goto('/aurora/packages')
  const words = toast(page, 'The moon is in the way.')
  await expect(words).toBeVisible()
  await page.clock.fastForward(5_000)
  await words.hover()
  await page.clock.fastForward(60_000)
  await expect(words).toBeVisible()
  await page.mouse.move(5, 5)
  // The rest of its ten seconds.
  await page.clock.fastForward(2_500)
  await expect(words).toBeVisible()
  await page.clock.fastForward(3_000)
  await expect(words).toBeHidden()
})
