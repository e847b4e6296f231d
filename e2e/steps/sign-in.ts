import { expect, type Page } from 'playwright/test'
import { demoPassword, type Person } from './people.ts'
import { accountMenu } from './shell.ts'

/** Shows the login of a tenant, or the admin's. */
export async function openLogin(page: Page, tenant: string | 'admin' = 'aurora'): Promise<void> {
  await page.goto(`/${tenant}/login`)
  await expect(page.getByRole('heading', { name: 'Login to your Account' })).toBeVisible()
}

/** Fills the login that is shown and presses Login. */
export async function enterLogin(page: Page, who: string, password = demoPassword): Promise<void> {
  await page.getByLabel('Email or Username').fill(who)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** Goes to a tenant's login (or `admin`'s) and signs in; resolves when the role's first screen is there. */
export async function logIn(
  page: Page,
  who: string,
  { tenant = 'aurora', password = demoPassword }: { tenant?: string; password?: string } = {},
): Promise<void> {
  await openLogin(page, tenant)
  await enterLogin(page, who, password)
  await expect(accountMenu(page)).toBeVisible()
}

/** Fills the registration that is shown, up to the dialog that asks whether the address is right. */
export async function fillRegistration(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Full Name').fill(person.fullName)
  await page.getByLabel('Username', { exact: true }).fill(person.username)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Mobile Number').fill(person.phoneNumber)
  await page.getByRole('radio', { name: person.sign }).check({ force: true })
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm Password').fill(person.password)
  await page.getByRole('button', { name: 'Register' }).click()
}

/** Confirms where the code goes. */
export async function sendTheCode(page: Page, address: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Send Verification Code' })
  await expect(dialog).toContainText(address)
  await dialog.getByRole('button', { name: 'Send The Code' }).click()
}

/** Enters six digits as a device's code offer does, and goes on. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Digit 1 of 6').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}
