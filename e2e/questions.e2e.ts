import { expect, type Page, test } from 'playwright/test'
import { buyQuietly, welcome } from './steps/accounts.ts'
import { type Hands, ownHands } from './steps/hands.ts'
import { leaveDialog, newestReading, playButton, readingLine, useTokens } from './steps/play.ts'
import { accountMenu, availableTokens, chooseInAccountMenu, goTo } from './steps/shell.ts'

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

test('every way out of an audio session asks first @phone', async ({ page }) => {
  const hands = ownHands()
  await welcome(page, 'Scorpio')
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
