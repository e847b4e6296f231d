import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import { addConsumer, openSession } from './steps/accounts.ts'
import { ownHands } from './steps/hands.ts'
import { otherCode, readMessages, receiveCode } from './steps/inbox.ts'
import { demoPassword, inventPerson, inWords } from './steps/people.ts'
import { addressQuestion, confirmAddress, expectOwnPicture, fact, openOwn, save } from './steps/profile.ts'
import { enterAs } from './steps/roles.ts'
import { accountMenu, goTo, toast } from './steps/shell.ts'
import { enterCode, enterLogin, refuseCode } from './steps/sign-in.ts'

const picture = join(import.meta.dirname, '..', 'server', 'demo', 'images', 'aurora', 'logo.png')

test('a new email and a new SMS number are proved one after the other', async ({ page, request }) => {
  const hands = ownHands()
  const nova = inventPerson('Cancer')
  const next = inventPerson('Cancer')
  await addConsumer(request, nova)
  expect(await openSession(page.request, nova.username, nova.password)).toBe(true)
  await page.goto('/aurora/profile')
  await openOwn(page, 'Edit Profile', hands)
  const email = page.getByLabel('Email', { exact: true })
  const sms = page.getByLabel('SMS Phone Number')
  const question = addressQuestion(page)

  await test.step("somebody else's email is refused on its field", async () => {
    await hands.enter(email, 'stella@aurora.example')
    await save(page, hands)
    await expect(question).toContainText('stella@aurora.example')
    await confirmAddress(page, hands)
    await expect(email).toHaveAccessibleDescription('This email is already in use.')
    await expect(email).toBeFocused()
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  })
  await test.step('the SMS number follows the mobile number; Cancel keeps what was entered', async () => {
    const isSame = page.getByRole('checkbox', { name: 'Use same number for SMS service' })
    await expect(isSame).not.toBeChecked()
    await hands.tick(isSame)
    await expect(sms).toHaveValue(inWords(nova.phoneNumber))
    await hands.enter(page.getByLabel('Mobile Number'), next.phoneNumber)
    await expect(sms).toHaveValue(next.phoneNumber)
    await expect(isSame).toBeChecked()
    await hands.enter(email, next.email)
    await save(page, hands)
    await expect(question).toContainText(next.email)
    await expect(question).toContainText(inWords(next.phoneNumber))
    await hands.dismiss(question)
    await expect(email).toHaveValue(next.email)
    await expect(sms).toHaveValue(inWords(next.phoneNumber))
    expect(await readMessages(request, next.email)).toEqual([])
  })

  const earlier = await readMessages(request, next.phoneNumber)
  await save(page, hands)
  await confirmAddress(page, hands)
  await test.step('the code of the email comes first; until then the old one logs in', async () => {
    await expect(page.getByRole('heading', { name: 'Verify your Email' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(next.email)
    expect(await openSession(request, nova.email, nova.password)).toBe(true)
    expect(await openSession(request, next.email, nova.password)).toBe(false)
    const code = await receiveCode(request, next.email)
    await refuseCode(page, otherCode(code), hands)
    await enterCode(page, code, hands)
  })
  await test.step('then the code of the phone; the new email logs in already', async () => {
    await expect(page.getByRole('heading', { name: 'Verify your Phone Number' })).toBeVisible()
    expect(await openSession(request, next.email, nova.password)).toBe(true)
    expect(await openSession(request, nova.email, nova.password)).toBe(false)
    await enterCode(page, await receiveCode(request, next.phoneNumber, earlier.length + 1), hands)
  })
  await expect(toast(page, 'Profile updated successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  await expect(fact(page, 'Email')).toHaveText(next.email)
  for (const number of ['Mobile Number', 'SMS Phone Number'])
    await expect(fact(page, number)).toHaveText(inWords(next.phoneNumber))
})

test('a changed password signs every other browser out', async ({ page, request, browser }) => {
  const hands = ownHands()
  const nova = inventPerson('Libra')
  const newPassword = 'another-long-password'
  await addConsumer(request, nova)
  expect(await openSession(page.request, nova.username, nova.password)).toBe(true)
  await page.goto('/aurora/profile')
  const elsewhere = await browser.newContext()
  const otherPage = await elsewhere.newPage()
  expect(await openSession(elsewhere.request, nova.username, nova.password)).toBe(true)
  await otherPage.goto('/aurora/dashboard')
  await expect(accountMenu(otherPage)).toBeVisible()

  await openOwn(page, 'Change Password', hands)
  const current = page.getByLabel('Current Password', { exact: true })
  const wanted = page.getByLabel('New Password', { exact: true })
  const confirm = page.getByLabel('Confirm New Password')
  const change = page.getByRole('button', { name: 'Change Password' })
  await test.step('each slip is told on its field', async () => {
    await hands.enter(current, 'not-my-password')
    await hands.enter(wanted, newPassword)
    await hands.enter(confirm, `${newPassword}x`)
    await page.keyboard.press('Tab')
    await expect(confirm).toHaveAccessibleDescription('Passwords must match')
    await expect(change).toBeDisabled()
    await hands.enter(confirm, newPassword)
    await hands.press(change)
    await expect(current).toHaveAccessibleDescription('The current password is not correct.')
    await expect(current).toBeFocused()

    await hands.enter(current, nova.password)
    await hands.enter(wanted, nova.password)
    await hands.enter(confirm, nova.password)
    await hands.press(change)
    await expect(confirm).toHaveAccessibleDescription('The new password must differ from the current one.')
    await expect(confirm).toBeFocused()
  })
  await hands.enter(wanted, newPassword)
  await hands.enter(confirm, newPassword)
  await hands.press(change)
  await expect(toast(page, 'Password changed successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()

  await test.step('the other browser is led to the login, which takes the new password alone and leads back', async () => {
    await goTo(otherPage, 'Daily Sunbursts')
    await expect(otherPage).toHaveURL('/aurora/login')
    await enterLogin(otherPage, nova.username, nova.password)
    await expect(otherPage.getByText('Invalid username or password.')).toBeVisible()
    await enterLogin(otherPage, nova.username, newPassword)
    await expect(otherPage).toHaveURL('/aurora/subscriptions')
  })
  await goTo(page, 'Daily Sunbursts', hands)
  await expect(page.getByRole('heading', { name: 'Select Sign' })).toBeVisible()
  await elsewhere.close()
})

test('an operator changes the zone and the picture', async ({ page }) => {
  const hands = ownHands()
  expect(await openSession(page.request, 'north-ops', demoPassword, 'northstar')).toBe(true)
  await page.goto('/northstar/customer/profile')
  await openOwn(page, 'Edit Profile', hands)
  const zone = page.getByLabel('Time Zone')
  // Another one than a run before has left.
  const isCentral = (await zone.inputValue()) === 'America/Chicago'
  const wanted = isCentral ? 'Pacific Time (Vancouver)' : 'Central Time (Chicago)'
  await hands.choose(zone, wanted)
  const opened = page.waitForEvent('filechooser')
  await hands.press(page.getByLabel('Profile picture'))
  await (await opened).setFiles(picture)
  await expect(page.getByLabel('Profile picture: logo.png')).toBeAttached()
  await save(page, hands)
  await expect(toast(page, 'Profile updated successfully')).toBeVisible()
  await expect(page).toHaveURL('/northstar/customer/profile')
  await expect(fact(page, 'Time Zone')).toHaveText(wanted)
  await expectOwnPicture(page)
})

test('an admin changes the name and the picture @phone-only', async ({ page }) => {
  const hands = ownHands()
  const { username } = inventPerson('Aries')
  const name = `Ada ${username.replace(/\d/g, '')}`
  await enterAs(page, 'admin')
  await openOwn(page, 'Edit Profile', hands)
  await page.getByLabel('Profile picture').setInputFiles({
    name: 'notes.gif',
    mimeType: 'image/gif',
    buffer: Buffer.from('GIF89a'),
  })
  await expect(page.getByText('* Selected file format is not supported.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.getByLabel('Profile picture').setInputFiles(picture)
  await hands.enter(page.getByLabel('Name', { exact: true }), name)
  await save(page, hands)
  await expect(toast(page, 'Profile updated successfully')).toBeVisible()
  await expect(page).toHaveURL('/admin/profile')
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(accountMenu(page)).toHaveAccessibleName(`${name}, account menu`)
  await expectOwnPicture(page)
})
