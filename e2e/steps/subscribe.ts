import { expect, type Page } from 'playwright/test'
import { inWords } from './people.ts'

/** Adds a US number on the profile that is shown, up to the screen that asks for its code. */
export async function enterSmsNumber(page: Page, phoneNumber: string): Promise<void> {
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await page.getByLabel('SMS Phone Number').fill(phoneNumber)
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  await expect(dialog).toContainText(inWords(phoneNumber))
  await dialog.getByRole('button', { name: 'Proceed' }).click()
  await expect(page.getByRole('heading', { name: 'Verify your Phone Number' })).toBeVisible()
}

/** Subscribes to a sign's Sunbursts from the screen Daily Sunbursts. */
export async function subscribe(
  page: Page,
  sign: string,
  mediums: readonly ('SMS' | 'Email')[],
): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: sign }).click()
  const dialog = page.getByRole('dialog', { name: sign })
  const act = dialog.getByRole('button', { name: 'Subscribe', exact: true })
  await expect(act).toBeDisabled()
  for (const medium of mediums) await dialog.getByRole('checkbox', { name: medium }).check()
  await act.click()
  await expect(dialog).toBeHidden()
}
