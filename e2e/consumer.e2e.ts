import { join } from 'node:path'
import { expect, type Page, test } from 'playwright/test'
import { buyQuietly, welcome } from './steps/accounts.ts'
import { recordCalls } from './steps/calls.ts'
import { ownHands } from './steps/hands.ts'
import { inventPerson } from './steps/people.ts'
import { save } from './steps/profile.ts'
import { toast } from './steps/shell.ts'
import { fillRegistration, openLogin, sendTheCode } from './steps/sign-in.ts'

const picture = join(import.meta.dirname, '..', 'server', 'demo', 'images', 'aurora', 'logo.png')

test('a taken username is told on its field; what a Cancel gave up is not sent', async ({ page }) => {
  const hands = ownHands()
  const nova = inventPerson('Aries')
  const corrected = inventPerson('Aries')
  const calls = recordCalls(page, 'POST', /\/consumers\/signup$/)
  await openLogin(page)
  // As a link to the registration does that is followed from the login itself.
  await page.evaluate(() => {
    location.hash = 'register'
  })
  const dialog = page.getByRole('dialog', { name: 'Send Verification Code' })
  const username = page.getByLabel('Username', { exact: true })
  await fillRegistration(page, { ...nova, username: 'stella' }, hands)
  await expect(dialog).toContainText(nova.email)
  await hands.dismiss(dialog)
  await hands.enter(page.getByLabel('Email'), corrected.email)
  await hands.press(page.getByRole('button', { name: 'Register' }))
  await expect(dialog).not.toContainText(nova.email)
  await sendTheCode(page, corrected.email, hands)

  await expect(dialog).toBeHidden()
  await expect(username).toHaveAccessibleDescription(/This username is already taken\./)
  await expect(page.getByRole('button', { name: 'Register' })).toBeDisabled()
  await hands.enter(username, nova.username)
  await hands.press(page.getByRole('button', { name: 'Register' }))
  await sendTheCode(page, corrected.email, hands)
  await expect(toast(page, 'Registration is successful')).toBeVisible()
  expect(calls.map((call) => call.postDataJSON())).toMatchObject([
    { username: 'stella', email: corrected.email },
    { username: nova.username, email: corrected.email },
  ])
})

test('Sunbursts are chosen within the balance, and given up again', async ({ page }) => {
  const hands = ownHands()
  await welcome(page, 'Taurus')
  const card = page.getByRole('main').getByRole('button', { name: 'Taurus' })
  const dialog = page.getByRole('dialog', { name: 'Taurus' })
  const act = (label: string) => dialog.getByRole('button', { name: label, exact: true })
  const email = dialog.getByRole('checkbox', { name: 'Email' })
  const unsubscribing = recordCalls(page, 'PUT', /\/unsubscribe$/)

  await page.goto('/aurora/subscriptions')
  await hands.press(card)
  await test.step('SMS without a number leads to the profile', async () => {
    const sms = dialog.getByRole('checkbox', { name: 'SMS' })
    const prompt = page.getByRole('dialog', { name: 'Add your SMS phone number' })
    await sms.click()
    await hands.dismiss(prompt)
    await expect(sms).not.toBeChecked()
    await sms.click()
    await hands.press(prompt.getByRole('button', { name: 'Go to Profile' }))
    await expect(page).toHaveURL('/aurora/profile')
  })
  await test.step('what costs more than the balance leads to the packages', async () => {
    await page.goto('/aurora/subscriptions')
    await hands.press(card)
    await hands.tick(email)
    await expect(dialog.getByRole('alert')).toContainText('more than your 0 Tokens')
    await expect(act('Subscribe')).toBeDisabled()
    await hands.press(act('Buy Tokens'))
    await expect(page).toHaveURL('/aurora/packages')
  })
  await test.step('the button says what it will do, and does nothing twice', async () => {
    await buyQuietly(page.request, 'Single Token')
    await page.goto('/aurora/subscriptions')
    await hands.press(card)
    await expect(act('Subscribe')).toBeDisabled()
    await hands.tick(email)
    await hands.press(act('Subscribe'))
    await expect(toast(page, 'Subscription updated successfully.')).toBeVisible()
    await hands.press(card)
    await expect(act('Update Subscription')).toBeDisabled()
  })
  await test.step('with nothing ticked one is unsubscribed', async () => {
    expect(unsubscribing).toHaveLength(0)
    await email.uncheck()
    await hands.press(act('Unsubscribe'))
    await expect(toast(page, 'Unsubscribed successfully.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(card).toContainText('Not subscribed')
    expect(unsubscribing).toHaveLength(1)
  })
})

test('a picture is sent as a png of 300 x 300, and not with an error', async ({ page }) => {
  await welcome(page, 'Libra')
  await recordPictures(page)
  await page.goto('/aurora/profile/edit')
  const field = page.getByLabel('Profile picture')
  const act = page.getByRole('button', { name: 'Save', exact: true })
  await test.step('Save waits while the picture has an error', async () => {
    await expect(act).toBeEnabled()
    await field.setInputFiles({ name: 'notes.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
    await expect(page.getByText('* Selected file format is not supported.')).toBeVisible()
    await expect(act).toBeDisabled()
    await page.getByRole('button', { name: 'Continue without a picture' }).click()
    await expect(act).toBeEnabled()
  })
  await field.setInputFiles(picture)
  await save(page)
  await expect(toast(page, 'Profile updated successfully')).toBeVisible()
  expect(await page.evaluate(() => sentPictures)).toEqual(['image/png 300 x 300'])
})

declare global {
  /** In the page: what every picture is that was sent. */
  var sentPictures: string[]
}

/** Looks at pictures on their way out, since a request does not tell of the files in its form. */
async function recordPictures(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.sentPictures = []
    const send = fetch
    globalThis.fetch = async (input, init) => {
      const file = init?.body instanceof FormData ? init.body.get('image') : null
      if (file instanceof File) {
        // A png's first part holds its width and height.
        const head = new DataView(await file.slice(0, 24).arrayBuffer())
        const kind = head.getUint32(0) === 0x89504e47 ? 'image/png' : 'no png'
        sentPictures.push(`${kind} ${head.getUint32(16)} x ${head.getUint32(20)}`)
      }
      return await send(input, init)
    }
  })
}
