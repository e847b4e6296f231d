import { expect, type Page } from 'playwright/test'
import { type Hands, mouse } from './hands.ts'
import { demoPassword, type Person } from './people.ts'
import { accountMenu, toast } from './shell.ts'

/** Shows the login of a tenant, or the admin's, ready to be used: its frame, which is seen first, is not. */
export async function openLogin(page: Page, tenant: string | 'admin' = 'aurora'): Promise<void> {
  await page.goto(`/${tenant}/login`)
  await expect(page.locator('#frame')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Login to your Account' })).toBeVisible()
}

/** Fills the login that is shown and presses Login. */
export async function enterLogin(
  page: Page,
  who: string,
  password = demoPassword,
  hands = mouse,
): Promise<void> {
  await hands.enter(page.getByLabel('Email or Username'), who)
  await hands.enter(page.getByLabel('Password', { exact: true }), password)
  await hands.press(page.getByRole('button', { name: 'Login', exact: true }))
}

/** Goes to a tenant's login (or `admin`'s) and signs in; resolves when the role's first screen is there. */
export async function logIn(
  page: Page,
  who: string,
  options: { tenant?: string; password?: string; hands?: Hands } = {},
): Promise<void> {
  const { tenant = 'aurora', password = demoPassword, hands = mouse } = options
  await openLogin(page, tenant)
  await enterLogin(page, who, password, hands)
  await expect(accountMenu(page)).toBeVisible()
}

/** Fills the registration that is shown, up to the dialog that asks whether the address is right. */
export async function fillRegistration(page: Page, person: Person, hands = mouse): Promise<void> {
  await hands.enter(page.getByLabel('Full Name'), person.fullName)
  await hands.enter(page.getByLabel('Username', { exact: true }), person.username)
  await hands.enter(page.getByLabel('Email'), person.email)
  await hands.enter(page.getByLabel('Mobile Number'), person.phoneNumber)
  await hands.tick(page.getByRole('radio', { name: person.sign }))
  await hands.enter(page.getByLabel('Password', { exact: true }), person.password)
  await hands.enter(page.getByLabel('Confirm Password'), person.password)
  await hands.press(page.getByRole('button', { name: 'Register' }))
}

/** Confirms where the code goes. */
export async function sendTheCode(page: Page, address: string, hands = mouse): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Send Verification Code' })
  await expect(dialog).toContainText(address)
  await hands.press(dialog.getByRole('button', { name: 'Send The Code' }))
}

/** Enters six digits, by touch as a device's code offer does, and sends them. */
export async function enterCode(page: Page, code: string, hands = mouse): Promise<void> {
  await hands.enter(page.getByLabel('Digit 1 of 6'), code)
  await hands.press(page.getByRole('button', { name: 'Continue' }))
}

/** Enters a code that is refused. */
export async function refuseCode(page: Page, code: string, hands = mouse): Promise<void> {
  await enterCode(page, code, hands)
  await expect(page.getByText('The verification code is not valid or has expired.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
}

/** Asks on the step Forgot Password for a code. */
export async function askForPassword(page: Page, who: string, hands = mouse): Promise<void> {
  await hands.enter(page.getByLabel('Email or Username'), who)
  await hands.press(page.getByRole('button', { name: 'Continue' }))
  await sendTheCode(page, who, hands)
}

/** Enters a new password after the code, with a slip in the repetition at first. */
export async function replacePassword(page: Page, password: string, hands = mouse): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Enter New Password' })).toBeVisible()
  await hands.enter(page.getByLabel('New Password', { exact: true }), password)
  const confirm = page.getByLabel('Confirm Password')
  await hands.enter(confirm, `${password}x`)
  await page.keyboard.press('Tab')
  await expect(confirm).toHaveAccessibleDescription('Passwords must match')
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await hands.enter(confirm, password)
  await hands.press(page.getByRole('button', { name: 'Continue' }))
  await expect(toast(page, 'Password changed successfully')).toBeVisible()
}
