import { expect, test } from 'playwright/test'
import { addConsumer, signUp } from './steps/accounts.ts'
import { ownHands } from './steps/hands.ts'
import { otherCode, receiveCode } from './steps/inbox.ts'
import { inventPerson } from './steps/people.ts'
import { chooseInAccountMenu, toast } from './steps/shell.ts'
import {
  askForPassword,
  enterCode,
  enterLogin,
  fillRegistration,
  openLogin,
  refuseCode,
  replacePassword,
  sendTheCode,
} from './steps/sign-in.ts'

const wrongPassword = 'not-my-password'
const refused = 'Invalid username or password.'

test('a visitor registers, with a wrong code before the right one @phone', async ({ page, request }) => {
  const hands = ownHands()
  const nova = inventPerson('Taurus')
  await page.goto('/aurora')
  await hands.press(page.getByRole('link', { name: 'Register' }).first())
  await expect(page.getByRole('heading', { name: 'Create your Account' })).toBeVisible()
  await fillRegistration(page, nova, hands)
  const dialog = page.getByRole('dialog', { name: 'Send Verification Code' })
  await expect(dialog.getByRole('button', { name: 'Send The Code' })).toBeFocused()
  await hands.dismiss(dialog)
  await hands.press(page.getByRole('button', { name: 'Register' }))
  await sendTheCode(page, nova.email, hands)
  await expect(toast(page, 'Registration is successful')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Verify your Email' })).toBeVisible()

  await test.step('only six digits go on, and only the right ones lead further', async () => {
    const first = page.getByLabel('Digit 1 of 6')
    await expect(first).toBeFocused()
    await hands.enter(first, 'x')
    await expect(page.getByText('Verification Code must be a numeric value')).toBeVisible()
    // At once, as by pasting: the digits among the letters are no code either.
    await first.fill('12ab34')
    await expect(page.getByText('Verification Code must be a numeric value')).toBeVisible()
    await expect(first).toHaveValue('')
    const code = await receiveCode(request, nova.email)
    await hands.enter(first, code.slice(0, 5))
    await expect(page.getByText('Verification Code must be a numeric value')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
    await refuseCode(page, otherCode(code), hands)
    await expect(first).toBeFocused()
    await enterCode(page, code, hands)
    await expect(toast(page, 'OTP verification is successful.')).toBeVisible()
  })

  await expect(page.getByRole('heading', { name: 'Login to your Account' })).toBeFocused()
  await enterLogin(page, nova.username, nova.password, hands)
  await expect(page).toHaveURL('/aurora/dashboard')
  await expect(toast(page, 'Login is successful')).toBeVisible()
  await chooseInAccountMenu(page, 'Logout', hands)
  await expect(page).toHaveURL('/aurora/login')
})

test('an unverified login leads to the code, and after it in', async ({ page, request }) => {
  const hands = ownHands()
  const nova = inventPerson('Leo')
  await page.clock.install()
  await signUp(request, nova)
  await openLogin(page)
  await enterLogin(page, nova.username, wrongPassword, hands)
  await expect(page.getByText(refused)).toBeVisible()
  await expect(page.getByLabel('Email or Username')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(refused)

  await enterLogin(page, nova.email, nova.password, hands)
  await expect(toast(page, 'Please verify your email first. A code is on its way.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Verify your Email' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(nova.email)
  await test.step('no code is sent again within half a minute, whatever the clock of the browser says', async () => {
    const first = page.getByLabel('Digit 1 of 6')
    await hands.enter(first, '123')
    const resend = page.getByRole('button', { name: 'Resend Code' })
    await expect(resend).toBeDisabled()
    await page.clock.fastForward(30_000)
    await hands.press(resend)
    await expect(toast(page, 'Too many requests. Please wait a moment and try again.')).toBeVisible()
    await expect(resend).toBeDisabled()
    await expect(first).toHaveValue('')
  })
  const code = await receiveCode(request, nova.email)
  await refuseCode(page, otherCode(code), hands)
  await enterCode(page, code, hands)
  await expect(page.getByRole('heading', { name: 'Login to your Account' })).toBeVisible()
  await enterLogin(page, nova.username, nova.password, hands)
  await expect(page).toHaveURL('/aurora/dashboard')
})

test('a forgotten password is replaced with a code', async ({ page, request }) => {
  const hands = ownHands()
  const nova = inventPerson('Virgo')
  await addConsumer(request, nova)
  const newPassword = 'another-long-password'
  await openLogin(page)
  await hands.press(page.getByRole('button', { name: 'Forgot Password?' }))
  await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible()
  await test.step('nobody is told on the field', async () => {
    await askForPassword(page, 'nobody-of-this-name', hands)
    const who = page.getByLabel('Email or Username')
    await expect(who).toHaveAccessibleDescription('There is no user with this email or username.')
  })

  await askForPassword(page, nova.email, hands)
  await expect(page.getByRole('heading', { name: 'Enter Verification Code' })).toBeVisible()
  const code = await receiveCode(request, nova.email, 2)
  await refuseCode(page, otherCode(code), hands)
  await enterCode(page, code, hands)
  await replacePassword(page, newPassword, hands)

  await enterLogin(page, nova.username, nova.password, hands)
  await expect(page.getByText(refused)).toBeVisible()
  await enterLogin(page, nova.username, newPassword, hands)
  await expect(page).toHaveURL('/aurora/dashboard')
})

test('the login is seen before any other file has come, and nothing jumps when they come @phone', async ({
  page,
}) => {
  const files = Promise.withResolvers<void>()
  await page.route(/\.(?:js|css)$/, async (route) => {
    await files.promise
    await route.continue()
  })
  await page.goto('/aurora/login', { waitUntil: 'commit' })
  const frame = page.locator('#frame')
  await expect(frame).toHaveAttribute('inert')
  const early = frame.getByText('Login to your Account')
  await expect(early).toBeVisible()
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(paper, 'it has its styles').not.toBe('rgba(0, 0, 0, 0)')
  const before = await early.boundingBox()
  files.resolve()
  await expect(frame).toHaveCount(0)
  await expect(page.getByText('Aurora Astrology')).toBeVisible()
  expect(await page.getByRole('heading', { name: 'Login to your Account' }).boundingBox()).toEqual(before)
})

test('a link to registration shows no login first', async ({ page }) => {
  await page.route('**/assets/*.js', () => undefined)
  await page.goto('/aurora/login#register', { waitUntil: 'commit' })
  await expect(page.locator('#frame')).toBeAttached()
  await expect(page.getByText('Login to your Account')).toBeHidden()
})
