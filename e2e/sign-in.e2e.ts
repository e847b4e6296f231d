import { expect, type Locator, type Page, test } from 'playwright/test'
import { addConsumer, signUp } from './steps/accounts.ts'
import { otherCode, receiveCode } from './steps/inbox.ts'
import { inventPerson } from './steps/people.ts'
import { accountMenu, toast } from './steps/shell.ts'
import { enterCode, enterLogin, openLogin, sendTheCode } from './steps/sign-in.ts'

const wrongPassword = 'not-my-password'
const refused = 'Invalid username or password.'
const notValid = 'The verification code is not valid or has expired.'

test('an unverified login leads to the code, and after it in @phone', async ({ page, request }) => {
  const nova = inventPerson('Leo')
  await signUp(request, nova)
  await openLogin(page)
  await enterLogin(page, nova.username, wrongPassword)
  await expect(page.getByText(refused)).toBeVisible()
  await expect(page.getByLabel('Email or Username')).toHaveAttribute('aria-invalid', 'true')

  await enterLogin(page, nova.email, nova.password)
  await expect(page.getByRole('heading', { name: 'Verify your Email' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(nova.email)
  await enterCode(page, await receiveCode(request, nova.email))
  await expect(page.getByRole('heading', { name: 'Login to your Account' })).toBeVisible()
  await enterLogin(page, nova.username, nova.password)
  await expect(page).toHaveURL('/aurora/dashboard')
})

test('a forgotten password is replaced with a code @phone', async ({ page, request }) => {
  const nova = inventPerson('Virgo')
  await addConsumer(request, nova)
  const newPassword = 'another-long-password'
  await openLogin(page)
  await page.getByRole('button', { name: 'Forgot Password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible()
  const who = page.getByLabel('Email or Username')
  await who.fill('nobody-of-this-name')
  await page.getByRole('button', { name: 'Continue' }).click()
  await sendTheCode(page, 'nobody-of-this-name')
  await expect(page.getByText('There is no user with this email or username.')).toBeVisible()

  await who.fill(nova.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await sendTheCode(page, nova.email)
  await expect(page.getByRole('heading', { name: 'Enter Verification Code' })).toBeVisible()
  const code = await receiveCode(request, nova.email, 2)
  await enterCode(page, otherCode(code))
  await expect(page.getByText(notValid)).toBeVisible()
  await enterCode(page, code)

  await expect(page.getByRole('heading', { name: 'Enter New Password' })).toBeVisible()
  await page.getByLabel('New Password', { exact: true }).fill(newPassword)
  await page.getByLabel('Confirm Password').fill(`${newPassword}x`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Passwords must match')).toBeVisible()
  await page.getByLabel('Confirm Password').fill(newPassword)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(toast(page, 'Password changed successfully')).toBeVisible()

  await enterLogin(page, nova.username, nova.password)
  await expect(page.getByText(refused)).toBeVisible()
  await enterLogin(page, nova.username, newPassword)
  await expect(page).toHaveURL('/aurora/dashboard')
})

test('registration and login by keyboard alone', async ({ page, request }) => {
  const nova = inventPerson('Taurus')
  await page.goto('/aurora')
  await tabTo(page, page.getByRole('link', { name: 'Register' }).first())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Create your Account' })).toBeVisible()

  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label, { exact: true }))
    await page.keyboard.type(text)
  }
  await type('Full Name', nova.fullName)
  await type('Username', nova.username)
  await type('Email', nova.email)
  await type('Mobile Number', nova.phoneNumber)
  await tabTo(page, page.getByRole('radio', { name: 'Aries' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: nova.sign })).toBeChecked()
  await type('Password', nova.password)
  await type('Confirm Password', nova.password)
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Send Verification Code' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await tabTo(page, page.getByRole('button', { name: 'Register' }))
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Send The Code' }))
  await page.keyboard.press('Enter')

  await expect(page.getByLabel('Digit 1 of 6')).toBeFocused()
  await page.keyboard.type(await receiveCode(request, nova.email))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Login to your Account' })).toBeFocused()
  await type('Email or Username', nova.username)
  await type('Password', nova.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/aurora/dashboard')
  await tabTo(page, accountMenu(page))
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/aurora/login')
})

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}
