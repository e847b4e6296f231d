import { type Browser, expect, type Locator, type Page, test } from 'playwright/test'
import { welcome } from './steps/accounts.ts'
import { type Hands, mouse, ownHands } from './steps/hands.ts'
import { receiveCode } from './steps/inbox.ts'
import { inspectOnTheWay, inspectScreen, watchPage } from './steps/inspect.ts'
import type { Person } from './steps/people.ts'
import { enterAs } from './steps/roles.ts'
import { availableTokens, goTo, toast } from './steps/shell.ts'
import { enterCode } from './steps/sign-in.ts'

/** A new consumer of Aurora at their own browser. */
async function openNova(browser: Browser, sign: string): Promise<{ nova: Person; theirs: Page }> {
  const theirs = await (await browser.newContext()).newPage()
  const nova = await welcome(theirs, sign)
  await theirs.goto('/aurora/packages')
  await expect(availableTokens(theirs)).toHaveText('0')
  return { nova, theirs }
}

/** Looks a consumer up among those of all customers. */
async function find(page: Page, { username }: Person, hands: Hands): Promise<void> {
  await goTo(page, 'Consumers', hands)
  await hands.enter(page.getByRole('searchbox', { name: 'Search Consumers' }), username)
  await expect(page.getByRole('button', { name: /^View / })).toHaveCount(1)
  await expect(page.getByRole('table', { name: 'All Consumers' })).toContainText(username)
}

/** Opens what can be done with the one consumer that was found. */
async function openFound(page: Page, act: 'View' | 'Edit', hands: Hands): Promise<Locator> {
  await hands.press(page.getByRole('button', { name: new RegExp(`^${act} `) }))
  return page.getByRole('dialog')
}

test('an admin finds a consumer, looks at all of it, and edits the tokens, which both histories show @phone', async ({
  page,
  browser,
}) => {
  const hands = ownHands()
  const watch = watchPage(page)
  const { nova, theirs } = await openNova(browser, 'Libra')
  await enterAs(page, 'admin')
  await find(page, nova, hands)
  expect(await inspectOnTheWay(page)).toEqual([])

  await test.step('view', async () => {
    const dialog = await openFound(page, 'View', hands)
    await expect(dialog.getByRole('heading', { name: 'aurora', exact: true })).toBeVisible()
    await expect(dialog).toContainText(nova.email)
    await expect(dialog).toContainText('Libra')
    expect(await inspectOnTheWay(page)).toEqual([])
    await hands.press(dialog.getByRole('button', { name: 'Close' }).last())
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: /^View / })).toBeFocused()
  })

  const balance = (dialog: Locator) => dialog.getByRole('status', { name: 'New Balance' })

  await test.step('add', async () => {
    const dialog = await openFound(page, 'Edit', hands)
    await hands.tick(dialog.getByRole('radio', { name: 'Edit Token Balance' }))
    await hands.enter(dialog.getByRole('textbox', { name: 'Add tokens' }), '30')
    await expect(balance(dialog)).toHaveText('30')
    await hands.enter(dialog.getByRole('textbox', { name: /^Reason/ }), 'Promised by phone')
    expect(await inspectOnTheWay(page)).toEqual([])
    await hands.press(dialog.getByRole('button', { name: 'Save' }))
    await expect(toast(page, 'Token updated successfully.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: /^Edit / })).toBeFocused()
    await expect(availableTokens(theirs)).toHaveText('30')
  })

  await test.step('subtract', async () => {
    const dialog = await openFound(page, 'Edit', hands)
    await hands.tick(dialog.getByRole('radio', { name: 'Edit Token Balance' }))
    const subtract = dialog.getByRole('textbox', { name: 'Subtract tokens' })
    await hands.enter(subtract, '31')
    await hands.enter(dialog.getByRole('textbox', { name: /^Reason/ }), 'Too many')
    const words = '* Substract token value can not be greater than current balance.'
    await expect(dialog.getByText(words)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    expect(await inspectOnTheWay(page)).toEqual([])
    await hands.enter(subtract, '8')
    await expect(balance(dialog)).toHaveText('22')
    await hands.press(dialog.getByRole('button', { name: 'Save' }))
    await expect(dialog).toBeHidden()
    await expect(availableTokens(theirs)).toHaveText('22')
  })

  await test.step('the history', async () => {
    await goTo(page, 'Token Transaction History', hands)
    await hands.enter(page.getByRole('searchbox', { name: 'Search by Username' }), nova.username)
    const table = page.getByRole('table', { name: 'Token Transaction History' })
    await expect(table.getByRole('row').filter({ hasText: nova.username })).toHaveCount(2)
    await expect(table).toContainText('Tokens added')
    await expect(table).toContainText('Tokens subtracted')
    await theirs.goto('/aurora/activity')
    await expect(theirs.getByText('Tokens subtracted')).toBeVisible()
  })
  expect(watch.take()).toEqual([])
  await theirs.context().close()
})

test('a balance that moved behind the form is shown, and edited only after another click', async ({
  page,
  browser,
}) => {
  const { nova, theirs } = await openNova(browser, 'Aries')
  await enterAs(page, 'admin')
  await find(page, nova, mouse)
  const dialog = await openFound(page, 'Edit', mouse)
  await dialog.getByRole('radio', { name: 'Edit Token Balance' }).check()
  await dialog.getByRole('textbox', { name: 'Add tokens' }).fill('5')
  await expect(dialog.getByRole('status', { name: 'New Balance' })).toHaveText('5')

  const colleague = await page.context().newPage()
  await colleague.goto('/admin/consumers')
  await find(colleague, nova, mouse)
  const other = await openFound(colleague, 'Edit', mouse)
  await other.getByRole('radio', { name: 'Edit Token Balance' }).check()
  await other.getByRole('textbox', { name: 'Add tokens' }).fill('10')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(availableTokens(theirs)).toHaveText('10')

  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The balance has changed from 0 to 10 meanwhile.')
  await expect(dialog.getByRole('status', { name: 'New Balance' })).toHaveText('15')
  await expect(availableTokens(theirs)).toHaveText('10')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(availableTokens(theirs)).toHaveText('15')
  await theirs.context().close()
})

test('an address that an admin changed is unverified until the consumer has entered its code', async ({
  page,
  browser,
}) => {
  const watch = watchPage(page)
  const { nova, theirs } = await openNova(browser, 'Leo')
  const email = `new-${nova.email}`
  await enterAs(page, 'admin')
  await find(page, nova, mouse)
  await test.step('one that somebody has is refused under its field', async () => {
    const dialog = await openFound(page, 'Edit', mouse)
    await dialog.getByRole('textbox', { name: 'Email' }).fill('stella@aurora.example')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('This email is already in use.')).toBeVisible()
    expect(watch.take()).toEqual([
      expect.stringMatching(/^request: 409 .*\/v1\/admin\/consumer\/aurora\/\d+$/),
    ])
    await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Consumer updated successfully.')).toBeVisible()
    await expect(dialog).toBeHidden()
  })
  const view = async () => {
    const dialog = await openFound(page, 'View', mouse)
    await expect(dialog).toContainText('Astrological SignLeo')
    return dialog
  }
  const before = await view()
  await expect(before).toContainText(`${email} (Unverified)`)
  expect(await inspectScreen(page)).toEqual([])
  await page.keyboard.press('Escape')

  await theirs.goto('/aurora/profile')
  await theirs.getByRole('link', { name: 'Enter the code' }).click()
  await enterCode(theirs, await receiveCode(theirs.request, email))
  await expect(theirs).toHaveURL('/aurora/profile')
  const after = await view()
  await expect(after).toContainText(email)
  await expect(after).not.toContainText('(Unverified)')
  expect(watch.take()).toEqual([])
  await theirs.context().close()
})
