import { expect, type Locator, type Page } from 'playwright/test'
import { mouse } from './hands.ts'
import { chooseInAccountMenu } from './shell.ts'

/** Opens the own profile from the account menu, and from there its form or the change of the password. */
export async function openOwn(
  page: Page,
  what: 'Edit Profile' | 'Change Password',
  hands = mouse,
): Promise<void> {
  await chooseInAccountMenu(page, 'My Profile', hands)
  await hands.press(page.getByRole('main').getByRole('link', { name: what }))
  await expect(page.getByRole('heading', { name: what, level: 1 })).toBeVisible()
}

/** Saves the form that is open. */
export async function save(page: Page, hands = mouse): Promise<void> {
  await hands.press(page.getByRole('button', { name: 'Save', exact: true }))
}

/** The question before another address is saved. */
export function addressQuestion(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Are you sure?' })
}

/** Answers the question with Proceed. */
export async function confirmAddress(page: Page, hands = mouse): Promise<void> {
  await hands.press(addressQuestion(page).getByRole('button', { name: 'Proceed' }))
}

/** A line of the profile, as `Email`. */
export function fact(page: Page, label: string): Locator {
  return page.getByRole('term').filter({ hasText: label }).locator('..').getByRole('definition')
}

/** The picture of the profile that is shown has been drawn anew by the server, at its own size. */
export async function expectOwnPicture(page: Page): Promise<void> {
  // Decoration, which no role leads to.
  const shown = page.locator('main img').first()
  const size = () =>
    shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight].join(' x '))
  await expect.poll(size).toBe('300 x 300')
}
