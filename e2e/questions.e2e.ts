import { expect, type Page, test } from 'playwright/test'
import { addConsumer, buyQuietly, openSession } from './steps/accounts.ts'
import { type Hands, ownHands } from './steps/hands.ts'
import { openCategory } from './steps/operator.ts'
import { inventPerson } from './steps/people.ts'
import { leaveDialog, newestReading, playButton, readingLine, useTokens } from './steps/play.ts'
import { logInAs } from './steps/roles.ts'
import { accountMenu, availableTokens, chooseInAccountMenu, goTo, toast } from './steps/shell.ts'

interface WayOut {
  name: string
  go: (page: Page, hands: Hands) => Promise<void>
  /** Where it leads. */
  to: string | RegExp
}

/** Every way out of an audio session; the last one ends the login too. */
const waysOut: readonly WayOut[] = [
  {
    name: 'another sign',
    go: (page, hands) => hands.press(page.getByRole('button', { name: 'Gemini', exact: true })),
    to: /\/aurora\/dashboard\?sign=\d+$/,
  },
  {
    name: 'the play tab',
    go: (page, hands) => goTo(page, 'Play Readings', hands),
    to: '/aurora/dashboard',
  },
  {
    name: 'Purchase Tokens',
    go: (page, hands) => goTo(page, 'Purchase Tokens', hands),
    to: '/aurora/packages',
  },
  {
    name: 'the profile',
    go: (page, hands) => chooseInAccountMenu(page, 'My Profile', hands),
    to: '/aurora/profile',
  },
  {
    name: 'Logout',
    go: (page, hands) => chooseInAccountMenu(page, 'Logout', hands),
    to: '/aurora/login',
  },
]

test('every way out of an audio session asks first @phone', async ({ page, request }) => {
  const hands = ownHands()
  const nova = inventPerson('Scorpio')
  await addConsumer(request, nova)
  expect(await openSession(page.request, nova.username, nova.password)).toBe(true)
  await buyQuietly(page.request, 'Season')
  await page.goto('/aurora/dashboard')
  await test.step('the account menu has the profile, the activity and the way out', async () => {
    await hands.press(accountMenu(page))
    await expect(page.getByRole('menuitem')).toHaveText(['My Profile', 'My Activity', 'Logout'])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
    await expect(accountMenu(page)).toBeFocused()
  })
  const reading = await newestReading(page)
  await pay(page, reading, hands)
  const question = leaveDialog(page)

  await test.step('Cancel stays, and keeps what was paid for', async () => {
    for (const { name, go } of waysOut) {
      await go(page, hands)
      await expect(question, name).toContainText('Next time you will be charged to play the same audio.')
      await hands.dismiss(question)
      await expect(page, name).toHaveURL('/aurora/dashboard')
      await expect(readingLine(page, reading), name).toContainText('Charged')
    }
    await expect(availableTokens(page)).toHaveText('84')
  })
  await test.step('Proceed leaves, and the next reading costs tokens again', async () => {
    for (const [index, { name, go, to }] of waysOut.entries()) {
      await go(page, hands)
      await hands.press(question.getByRole('button', { name: 'Proceed' }))
      await expect(page, name).toHaveURL(to)
      if (to === '/aurora/login') break
      await expect.poll(() => isSilent(page), `${name} ends the sound`).toBe(true)
      if (!page.url().includes('/dashboard')) await goTo(page, 'Play Readings', hands)
      await expect(page.getByRole('main').getByText('Charged', { exact: true }), name).toHaveCount(0)
      await pay(page, await newestReading(page), hands)
      await expect(availableTokens(page), name).toHaveText(String(84 - 7 * (index + 1)))
    }
  })
  await expect(accountMenu(page)).toBeHidden()
})

const isSilent = (page: Page) => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.paused)

async function pay(page: Page, reading: string, hands: Hands): Promise<void> {
  await hands.press(playButton(page, reading))
  await useTokens(page, reading, hands)
  await expect(readingLine(page, reading)).toContainText('Charged')
}

test('deleting the default payment warns of what it ends', async ({ page, request }) => {
  const hands = ownHands()
  const nova = inventPerson('Aquarius')
  await addConsumer(request, nova)
  expect(await openSession(page.request, nova.username, nova.password)).toBe(true)
  await buyQuietly(page.request, 'Single Token')
  await page.goto('/aurora/profile')
  const section = page.getByRole('region', { name: 'Default Payment' })
  const remove = section.getByRole('button', { name: 'Delete' })
  const dialog = page.getByRole('dialog', { name: 'Delete default payment' })
  await hands.press(remove)
  await expect(dialog).toContainText('The existing package subscription will be cancelled')
  await hands.dismiss(dialog)
  await expect(section).toContainText('4242')

  await hands.press(remove)
  await hands.press(dialog.getByRole('button', { name: 'Delete' }))
  await expect(toast(page, 'Default card info deleted successfully.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(section.getByText('none')).toBeVisible()
  await expect(section.getByRole('link', { name: 'Add Default Payment' })).toBeVisible()
  await expect(remove).toBeHidden()
})

test('unsaved short texts are given up only after a Yes', async ({ page }) => {
  const hands = ownHands()
  await logInAs(page, 'customer')
  await openCategory(page, 'Gemini')
  await hands.press(page.getByRole('tab', { name: 'Short Text' }))
  await hands.press(page.getByRole('link', { name: 'New Short Text' }))
  const name = page.getByLabel('Message Name')
  await hands.enter(name, 'Half a thought')
  const dialog = page.getByRole('dialog', { name: 'Leave this page?' })
  const words = 'Are you sure, you want to move from the current page? All the unsaved changes will be lost.'
  await test.step('No keeps them', async () => {
    await hands.press(page.getByRole('button', { name: 'Back' }))
    await expect(dialog).toContainText(words)
    await hands.press(dialog.getByRole('button', { name: 'No' }))
    await expect(dialog).toBeHidden()
    await expect(name).toHaveValue('Half a thought')
  })
  await test.step('the menu and the browser ask as well', async () => {
    await goTo(page, 'Packages', hands)
    await expect(dialog).toContainText(words)
    await hands.press(dialog.getByRole('button', { name: 'No' }))
    await page.goBack()
    await expect(dialog).toContainText(words)
    await hands.press(dialog.getByRole('button', { name: 'No' }))
    await expect(name).toHaveValue('Half a thought')
  })
  await test.step('Yes gives them up', async () => {
    await hands.press(page.getByRole('button', { name: 'Back' }))
    await hands.press(dialog.getByRole('button', { name: 'Yes' }))
    await expect(page.getByRole('table', { name: 'Unsent short texts' })).toBeVisible()
    await hands.press(page.getByRole('link', { name: 'New Short Text' }))
    await expect(name).toHaveValue('')
  })
})
