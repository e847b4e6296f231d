import { expect, type Locator, type Page } from 'playwright/test'
import { mouse } from './hands.ts'

/** A toast with exactly these words. */
export function toast(page: Page, words: string): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByText(words, { exact: true })
}

/** The balance in the header. */
export function availableTokens(page: Page): Locator {
  return page.getByRole('banner').getByText('Available Tokens').locator('..').locator('b')
}

/** Follows the menu, which on a phone opens from its button. */
export async function goTo(page: Page, entry: string, hands = mouse): Promise<void> {
  const menuButton = page.getByRole('button', { name: 'Menu', exact: true })
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: entry })
  // One of them is there once the page is.
  await expect(menuButton.or(link).filter({ visible: true }).first()).toBeVisible()
  if (!(await menuButton.isVisible())) return hands.press(link)
  await hands.press(menuButton)
  // A tap that comes while the drawer still moves hits nothing, and is made again.
  await expect(async () => {
    if (await link.isVisible()) await hands.press(link)
    await expect(link).toBeHidden({ timeout: 2_000 })
  }).toPass()
}

/** The button that opens the account menu; there is one on every screen of who is signed in. */
export function accountMenu(page: Page): Locator {
  return page.getByRole('button', { name: /, account menu$/ })
}

/** Opens the account menu and chooses. */
export async function chooseInAccountMenu(
  page: Page,
  item: 'My Profile' | 'My Activity' | 'Logout',
  hands = mouse,
): Promise<void> {
  await hands.press(accountMenu(page))
  await hands.press(page.getByRole('menuitem', { name: item }))
}

/** Goes to an address of the app inside of the page that is open, as Back does: nothing is loaded that is there already. */
export async function moveTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    const headings = document.querySelectorAll('main h1')
    if (headings.length === 0) throw new Error('What is shown is no screen of the app.')
    for (const heading of headings) heading.setAttribute('data-left', '')
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await expect(page.locator('[data-left]')).toHaveCount(0)
}
