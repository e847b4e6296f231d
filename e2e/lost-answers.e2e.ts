import { join } from 'node:path'
import { expect, type Page, type Request, test } from 'playwright/test'
import { buyQuietly, openSession, welcome } from './steps/accounts.ts'
import { cards, choosePackage, fillCard, readCaptures, readOwnUser, readReceipts } from './steps/buy.ts'
import { dropAnswers, failCalls, holdAnswers, holdCalls, recordCalls } from './steps/calls.ts'
import { readMessages } from './steps/inbox.ts'
import { openCategory } from './steps/operator.ts'
import { pickTime, wallMinute } from './steps/pick-time.ts'
import { expectSound, newestReading, playButton, readingLine, useTokens } from './steps/play.ts'
import { confirmAddress, openOwn, save } from './steps/profile.ts'
import { enterAs } from './steps/roles.ts'
import { availableTokens, goTo, toast } from './steps/shell.ts'
import { asksBeforeUnload, expectCloseAsks } from './steps/unload.ts'

const purchases = /\/package\/purchase\/stripe$/
const charges = /\/charge\?/
const lists = /\/consumers\/\d+\/audio\?/
const profiles = /\/consumers\/\d+\/profile$/
const shortTexts = /\/customers\/aurora\/short-text$/
const uploads = /\/customers\/aurora\/audio$/

const NO_ANSWER = 'We cannot reach the server right now. Please try again shortly.'

const keysOf = (calls: readonly Request[]) => calls.map((call) => call.headers()['idempotency-key'])

test('a purchase whose answer is lost or late is captured once', async ({ page }) => {
  const nova = await welcome(page, 'Aries')
  const { id } = await readOwnUser(page.request)
  const taken = async () => (await readCaptures(page.request, id)).map(({ amount }) => amount)
  const calls = recordCalls(page, 'POST', purchases)

  await test.step('the answer is dropped: the same try goes again under the same key', async () => {
    await page.goto('/aurora/packages')
    await choosePackage(page, 'Four Weeks')
    await fillCard(page, cards.good, nova.fullName)
    const dropped = await dropAnswers(page, 'POST', purchases)
    await page.getByRole('button', { name: /^Purchase for/ }).click()
    await expect(toast(page, NO_ANSWER)).toBeVisible()
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(again).toBeEnabled()
    expect(await taken()).toEqual([25.2])
    await dropped.letGo()
    await again.click()
    await expect.poll(() => calls.length).toBe(2)
    expect(new Set(keysOf(calls)).size, 'keys').toBe(1)
    await expect(toast(page, 'Payment is successful')).toBeVisible()
    expect(await taken()).toEqual([25.2])
    await expect(availableTokens(page)).toHaveText('28')
  })

  await test.step('the answer is late: another click does nothing', async () => {
    await choosePackage(page, 'Single Token')
    await fillCard(page, cards.good, nova.fullName)
    const held = await holdAnswers(page, 'POST', purchases)
    const act = page.getByRole('button', { name: /^Purchase for/ })
    await act.click()
    await held.reached
    await act.dispatchEvent('click')
    await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit())
    await held.letGo()
    await expect(toast(page, 'Payment is successful')).toBeVisible()
    expect(calls).toHaveLength(3)
    expect(new Set(keysOf(calls)).size).toBe(2)
    expect((await taken()).sort()).toEqual([1, 25.2])
    const receipts = await readReceipts(page.request, id)
    expect(receipts.map(({ amount }) => amount)).toEqual([1, 25.2])
    expect((await readOwnUser(page.request)).tokenBalance).toBe(29)
  })
})

test('a reading is marked Charged once that is certain, charged once, and paid in its login alone', async ({
  page,
}) => {
  const nova = await welcome(page, 'Virgo')
  await buyQuietly(page.request, 'Four Weeks')
  await page.goto('/aurora/dashboard')
  const reading = await newestReading(page)
  const line = readingLine(page, reading)
  const calls = recordCalls(page, 'PUT', charges)
  const question = page.getByRole('dialog', { name: 'Use 7 Tokens?' })
  const sessions = () => calls.map((call) => new URL(call.url()).searchParams.get('session') ?? '')
  const spent = async () => {
    const { id } = await readOwnUser(page.request)
    const answer = await page.request.get(`/v1/customers/aurora/consumers/${id}/token-transactions`)
    const { data } = (await answer.json()) as { data: { tokenDebit: number | null }[] }
    return data.flatMap(({ tokenDebit }) => tokenDebit || [])
  }

  await test.step('a charge that fails leaves no mark', async () => {
    const failing = await failCalls(page, 'PUT', charges, 'The moon is in the way.')
    await playButton(page, reading).click()
    await useTokens(page, reading)
    await expect(toast(page, 'The moon is in the way.')).toBeVisible()
    await expect(line).toContainText('7 Tokens')
    expect(await spent()).toEqual([])
    await failing.letGo()
  })

  await test.step('nor does one that is under way, and a second click adds none', async () => {
    const dropped = await dropAnswers(page, 'PUT', charges)
    const held = await holdCalls(page, 'PUT', charges)
    await playButton(page, reading).click()
    await question.getByRole('button', { name: 'Proceed' }).click()
    await question.getByRole('button', { name: 'Proceed' }).dispatchEvent('click')
    await expect(line).toContainText('7 Tokens')
    expect(calls).toHaveLength(2)
    // Then it reaches the server, and its answer is lost with all else that would tell of it.
    await page.route(lists, (route) => route.abort('connectionreset'))
    await held.letGo()
    await expect(toast(page, NO_ANSWER)).toBeVisible()
    await expect(line).toContainText('7 Tokens')
    await dropped.letGo()
  })

  await test.step('the retry is the same charge', async () => {
    await playButton(page, reading).click()
    await useTokens(page, reading)
    await expectSound(page)
    await expect(line).toContainText('Charged')
    expect(new Set(sessions()).size).toBe(1)
    expect(await spent()).toEqual([7])
    await expect(availableTokens(page)).toHaveText('21')
    await page.unroute(lists)
  })

  await test.step('another one is charged beside it', async () => {
    const readings = page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 2 })
    const other = (await readings.nth(1).textContent()) ?? ''
    await playButton(page, other).click()
    await useTokens(page, other)
    await expect(readingLine(page, other)).toContainText('Charged')
    expect(await spent()).toEqual([7, 7])
  })

  await test.step('after a new login neither list nor stream takes it for paid', async () => {
    const [session = ''] = sessions()
    const stream = () => {
      const [charge = ''] = calls.map((call) => call.url())
      return page.request.get(charge.replace(/\/charge\?.*/, `/stream?session=${session}`), {
        headers: { range: 'bytes=0-99' },
      })
    }
    expect((await stream()).status()).toBe(206)
    expect(await openSession(page.request, nova.username, nova.password)).toBe(true)
    await page.goto('/aurora/packages')
    // Without asking about a session that is none any more.
    await goTo(page, 'Play Readings')
    await expect(page).toHaveURL('/aurora/dashboard')
    await expect(line).toContainText('7 Tokens')
    expect((await stream()).status()).toBe(402)
    await playButton(page, reading).click()
    await useTokens(page, reading)
    await expectSound(page)
    await expect(line).toContainText('Charged')
    expect(sessions().at(-1)).not.toBe(session)
    expect(await spent()).toEqual([7, 7, 7])
  })
})

test('a profile is saved once and its code sent once, and the tab asks while something typed is not saved', async ({
  page,
}) => {
  const nova = await welcome(page, 'Libra')
  await page.goto('/aurora/profile')
  const calls = recordCalls(page, 'PUT', profiles)
  const name = page.getByLabel('Name', { exact: true })

  await test.step('the answer is late: another click saves nothing twice', async () => {
    await openOwn(page, 'Edit Profile')
    await expect(name).toHaveValue(nova.fullName)
    expect(await asksBeforeUnload(page)).toBe(false)
    await name.fill('Nova Moon')
    expect(await asksBeforeUnload(page)).toBe(true)
    const held = await holdAnswers(page, 'PUT', profiles)
    await save(page)
    await held.reached
    await page.getByRole('button', { name: 'Save', exact: true }).dispatchEvent('click')
    await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit())
    await held.letGo()
    await expect(toast(page, 'Profile updated successfully')).toBeVisible()
    expect(calls).toHaveLength(1)
    expect(await asksBeforeUnload(page)).toBe(false)
    await page.unroute(profiles)
  })

  await test.step('the answer is dropped: what was typed stays, and saving it again sends no second code', async () => {
    await openOwn(page, 'Edit Profile')
    const address = `new.${nova.email}`
    await page.getByLabel('Email').fill(address)
    const dropped = await dropAnswers(page, 'PUT', profiles)
    await save(page)
    await confirmAddress(page)
    await expect(toast(page, NO_ANSWER)).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(address)
    await expectCloseAsks(page)
    await dropped.letGo()
    await save(page)
    await confirmAddress(page)
    await expect(page).toHaveURL('/aurora/profile/edit/verification')
    await expect.poll(async () => (await readMessages(page.request, address)).length).toBe(1)
    expect(calls).toHaveLength(3)
    const answer = await page.request.get(calls[0]?.url() ?? '')
    expect(await answer.json()).toMatchObject({ fullName: 'Nova Moon', unverifiedEmail: address })
  })

  await test.step('a message, and a choice in a dialog', async () => {
    await goTo(page, 'Contact Us')
    expect(await asksBeforeUnload(page)).toBe(false)
    await page.getByLabel('Message').fill('Where is the reading of this week?')
    expect(await asksBeforeUnload(page)).toBe(true)
    await page.getByRole('button', { name: 'Send Message' }).click()
    await page
      .getByRole('dialog', { name: 'Message submitted' })
      .getByRole('button', { name: 'Back' })
      .click()
    expect(await asksBeforeUnload(page)).toBe(false)
    await goTo(page, 'Daily Sunbursts')
    await page.getByRole('main').getByRole('button', { name: 'Libra' }).click()
    expect(await asksBeforeUnload(page)).toBe(false)
    await page.getByRole('dialog').getByLabel('Email').click({ force: true })
    expect(await asksBeforeUnload(page)).toBe(true)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    expect(await asksBeforeUnload(page)).toBe(true)
    await page.getByRole('button', { name: 'Discard' }).click()
    expect(await asksBeforeUnload(page)).toBe(false)
  })
})

/** The names of the short texts that wait in the category that is open. */
async function waitingTexts(page: Page): Promise<string[]> {
  const categoryId = /categories\/(\d+)/.exec(page.url())?.[1]
  const query = `consumerCategoryId=${categoryId}&isUnsent=true&noPagination=true`
  const answer = await page.request.get(`/v1/customers/aurora/short-text?${query}`)
  return ((await answer.json()) as { data: { messageName: string }[] }).data.map((text) => text.messageName)
}

test('short texts are scheduled once, and the tab asks while something typed is not saved', async ({
  page,
}) => {
  await enterAs(page, 'customer')
  await openCategory(page, 'Scorpio')
  const calls = recordCalls(page, 'POST', shortTexts)
  const at = () => wallMinute(new Date(Date.now() + 20 * 86_400_000), 'America/New_York')
  const act = page.getByRole('button', { name: 'Save all' })
  async function open(name: string) {
    await page.getByRole('tab', { name: 'Short Text' }).click()
    await page.getByRole('link', { name: 'New Short Text' }).click()
    await expect(page.getByLabel('Message Name')).toBeVisible()
    expect(await asksBeforeUnload(page)).toBe(false)
    await page.getByLabel('Message Name').fill(name)
    expect(await asksBeforeUnload(page)).toBe(true)
    await page.getByLabel('Text', { exact: true }).fill('Say the small thing first.')
    await pickTime(page, 'Schedule Date & Time', at())
  }
  const isAdded = () => expect(toast(page, 'Short text added successfully.')).toBeVisible()
  const timesOf = async (name: string) => (await waitingTexts(page)).filter((one) => one === name).length

  await test.step('the answer is dropped: the retry carries the same key', async () => {
    const name = `Lost ${crypto.randomUUID()}`
    await open(name)
    const dropped = await dropAnswers(page, 'POST', shortTexts)
    await act.click()
    await expect(toast(page, NO_ANSWER)).toBeVisible()
    await expect(page.getByLabel('Message Name')).toHaveValue(name)
    expect(await timesOf(name)).toBe(1)
    await dropped.letGo()
    await act.click()
    await isAdded()
    expect(calls).toHaveLength(2)
    expect(keysOf(calls)[0]).toBeTruthy()
    expect(new Set(keysOf(calls)).size).toBe(1)
    expect(await timesOf(name)).toBe(1)
    expect(await asksBeforeUnload(page)).toBe(false)
  })

  await test.step('a reading that is being added, and its upload', async () => {
    await page.getByRole('tab', { name: 'Audio' }).click()
    await page.getByRole('button', { name: 'Upload Audio' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add Audio' })
    expect(await asksBeforeUnload(page)).toBe(false)
    await dialog.getByLabel('Audio Name').fill('A reading that is not kept')
    expect(await asksBeforeUnload(page)).toBe(true)
    await dialog
      .getByLabel('Audio file')
      .setInputFiles(join(import.meta.dirname, '..', 'server', 'demo', 'audio', 'the-clear-evening.mp3'))
    await failCalls(page, 'POST', uploads)
    const held = await holdCalls(page, 'POST', uploads)
    await dialog.getByRole('button', { name: 'Upload' }).click()
    await expect(dialog).toBeHidden()
    expect(await asksBeforeUnload(page)).toBe(true)
    await held.letGo()
    await expect(page.getByRole('button', { name: /^Try again to upload/ })).toBeVisible()
    expect(await asksBeforeUnload(page)).toBe(false)
  })

  await test.step('an upload that is left asks first, and is stopped', async () => {
    const held = await holdCalls(page, 'POST', uploads)
    const stopped = page.waitForEvent('requestfailed', (call) => uploads.test(call.url()))
    await page.getByRole('button', { name: /^Try again to upload/ }).click()
    const question = page.getByRole('dialog', { name: 'Uploads are running' })
    await goTo(page, 'Packages')
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(page.getByRole('progressbar', { name: /^Upload of/ })).toBeVisible()
    await goTo(page, 'Packages')
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL('/aurora/customer/packages')
    expect((await stopped).failure()?.errorText).toBe('net::ERR_ABORTED')
    await held.letGo()
  })
})
