import { expect, type Page, test } from 'playwright/test'
import { openSession } from './steps/accounts.ts'
import { readOwnUser } from './steps/buy.ts'
import { type Hands, ownHands } from './steps/hands.ts'
import { readMessages } from './steps/inbox.ts'
import { inspectOnTheWay } from './steps/inspect.ts'
import { demoPassword } from './steps/people.ts'
import { toast } from './steps/shell.ts'

const calls = '**/v1/customers/aurora/consumers/*/tickets'

test('a message to the support says what failed, is put back, and is sent', async ({ page }) => {
  const hands = ownHands()
  expect(await openSession(page.request, 'stella', demoPassword)).toBe(true)
  await page.goto('/aurora/contact-support')
  await expect(page.getByText('Click Support on the left before sending a message')).toBeVisible()
  const message = page.getByLabel('Message', { exact: true })

  await test.step('of seven errors five are shown, and that there are more', async () => {
    const lines = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map((word) => `Problem ${word}.`)
    await failWith(page, 400, { message: 'Refused.', code: 'invalid_input', errorMessageList: lines })
    await send(page, 'When does the next reading come?', hands)
    for (const line of [...lines.slice(0, 5), 'More error message exists.'])
      await expect(toast(page, line)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(6)
    await expect(message).toHaveValue('')
  })
  await test.step('a failure without words has those of the screen', async () => {
    await failWith(page, 500)
    await send(page, 'When does the next reading come?', hands)
    await expect(toast(page, 'Error while sending support email')).toBeVisible()
    await expect(message).toHaveValue('')
    await hands.press(page.getByRole('button', { name: 'Put it back' }))
    await expect(message).toHaveValue('When does the next reading come?')
  })

  await page.unroute(calls)
  const dialog = page.getByRole('dialog', { name: 'Message submitted' })
  await test.step('Back stays with an empty form', async () => {
    await hands.press(page.getByRole('button', { name: 'Send Message' }))
    await expect(dialog).toContainText('Your message was sent to the customer support of Aurora Astrology.')
    await hands.press(dialog.getByRole('button', { name: 'Back' }))
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL('/aurora/contact-support')
    await expect(message).toHaveValue('')
  })
  await test.step('Go to Dashboard goes there', async () => {
    await send(page, 'Thank you.', hands)
    await hands.press(dialog.getByRole('button', { name: 'Go to Dashboard' }))
    await expect(page).toHaveURL('/aurora/dashboard')
    await expect(page.getByRole('heading', { name: 'Select Reading to Play' })).toBeVisible()
  })
})

test('a message is answered in the app and by mail @phone', async ({ page, browser }) => {
  const hands = ownHands()
  const words = `Where is the reading of ${test.info().project.name}, ${Date.now()}?`
  expect(await openSession(page.request, 'leo', demoPassword)).toBe(true)
  await page.goto('/aurora/contact-support')
  await hands.enter(page.getByLabel('Message', { exact: true }), words)
  await hands.press(page.getByRole('button', { name: 'Send Message' }))
  await expect(page.getByRole('dialog', { name: 'Message submitted' })).toBeVisible()
  const { email } = await readOwnUser(page.request)

  const { viewport, hasTouch, isMobile } = test.info().project.use
  const desk = await (await browser.newContext({ viewport, hasTouch, isMobile })).newPage()
  expect(await openSession(desk.request, 'aurora-ops', demoPassword)).toBe(true)
  await desk.goto('/aurora/customer/tickets')
  await hands.press(
    desk
      .getByRole('listitem')
      .filter({ hasText: words })
      .getByRole('button', { name: /^Answer/ }),
  )
  const dialog = desk.getByRole('dialog')
  await hands.enter(dialog.getByRole('textbox'), `It comes on Tuesday: ${words}`)
  expect(await inspectOnTheWay(desk)).toEqual([])
  await hands.press(dialog.getByRole('button', { name: 'Send Answer' }))
  await expect(dialog).toBeHidden()
  await desk.context().close()

  await page.goto('/aurora/support-tickets')
  await expect(page.getByRole('main')).toContainText(`It comes on Tuesday: ${words}`)
  await expect
    .poll(
      async () => (await readMessages(page.request, email)).filter(({ text }) => text.includes(words)).length,
    )
    .toBe(1)
})

async function send(page: Page, words: string, hands: Hands): Promise<void> {
  await hands.enter(page.getByLabel('Message', { exact: true }), words)
  await hands.press(page.getByRole('button', { name: 'Send Message' }))
}

/** The server refuses every message from now on; without a body it says nothing about it. */
async function failWith(page: Page, status: number, body?: unknown): Promise<void> {
  await page.unroute(calls)
  await page.route(calls, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status, ...(body === undefined ? {} : { json: body }) })
      : route.fallback(),
  )
}
