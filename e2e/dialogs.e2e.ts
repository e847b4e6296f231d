import { expect, type Page, test } from 'playwright/test'
import { welcome } from './steps/accounts.ts'
import { inspectOnTheWay, sitDown } from './steps/inspect.ts'
import { inspectWidely } from './steps/inspect-widely.ts'
import { fillPath } from './steps/places.ts'
import { enterAs, type RoleName } from './steps/roles.ts'
import { goTo } from './steps/shell.ts'

/** A dialog, menu or calendar that no other test looks at, and the way there. */
interface Part {
  name: string
  path: string
  open: (page: Page) => Promise<unknown>
}

const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name }).first().click()

async function actOnText(page: Page, act: string): Promise<void> {
  await page.getByRole('tab', { name: 'Short Text' }).click()
  await press(page, /^Actions for/)
  if (act) await page.getByRole('menuitem', { name: act }).click()
}

async function inTab(page: Page, tab: string, button: string | RegExp): Promise<void> {
  await page.getByRole('tab', { name: tab }).click()
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
  await press(page, button)
}

const category = '/:customerUrl/customer/categories/:categoryId'
const customer = '/admin/customers/:customerId'

const parts: Record<RoleName, readonly Part[]> = {
  consumer: [
    {
      name: 'default payment to delete',
      path: '/:customerUrl/profile',
      open: (page) => press(page, 'Delete'),
    },
    {
      name: 'leaving a message',
      path: '/:customerUrl/contact-support',
      async open(page) {
        await page.getByLabel('Message').fill('Half a question')
        await goTo(page, 'Daily Sunbursts')
      },
    },
    {
      name: 'account menu',
      path: '/:customerUrl/faq',
      open: (page) => page.getByRole('button', { name: /, account menu$/ }).click(),
    },
  ],
  customer: [
    { name: 'player', path: category, open: (page) => press(page, /^Play /) },
    { name: 'recording to copy', path: category, open: (page) => press(page, /^Copy /) },
    { name: 'actions for a text', path: category, open: (page) => actOnText(page, '') },
    { name: 'text to edit', path: category, open: (page) => actOnText(page, 'Edit') },
    { name: 'text to copy', path: category, open: (page) => actOnText(page, 'Copy') },
    { name: 'text to delete', path: category, open: (page) => actOnText(page, 'Delete') },
    {
      name: 'days of a report',
      path: '/:customerUrl/customer/revenue-report',
      open: (page) => press(page, /^Calendar/),
    },
    {
      name: 'day of a rehearsal',
      path: '/:customerUrl/customer/calendar/rehearsal',
      open: (page) => main(page).getByRole('table').getByRole('button').first().click(),
    },
  ],
  admin: [
    { name: 'new category', path: customer, open: (page) => inTab(page, 'Category', 'Add Category') },
    { name: 'category to delete', path: customer, open: (page) => inTab(page, 'Category', /^Delete /) },
    { name: 'new package', path: customer, open: (page) => inTab(page, 'Package', 'Add Package') },
    { name: 'package to delete', path: customer, open: (page) => inTab(page, 'Package', /^Delete /) },
    { name: 'refund', path: '/admin/credit-refund', open: (page) => press(page, /^Edit/) },
    {
      name: 'what was done',
      path: '/admin/audit',
      open: (page) => main(page).getByRole('table').getByRole('button').first().click(),
    },
    { name: 'bulk upload', path: '/admin/customers', open: (page) => press(page, /^Upload Short Text/) },
  ],
}

test.describe.configure({ mode: 'parallel' })
test.use({ trace: 'off' })

for (const role of ['consumer', 'customer', 'admin'] as const) {
  test(`what opens over the screens of the ${role} is accessible at every width and in every color`, async ({
    page,
  }) => {
    test.setTimeout(300_000)
    await enterAs(page, role)
    const problems = new Map<string, string[]>()
    for (const { name, path, open } of parts[role]) {
      await test.step(name, async () => {
        await sitDown(page)
        await page.goto(await fillPath(page, path))
        await open(page)
        const part = page.locator('dialog[open], [role=menu], [role=dialog]').first()
        await expect(part).toBeVisible()
        problems.set(name, [...(await inspectOnTheWay(page)), ...(await inspectWidely(page))])
        await expect(part).toBeVisible()
      })
    }
    const found = [...problems].filter(([, those]) => those.length > 0)
    expect(Object.fromEntries(found)).toEqual({})
  })
}

test('a toast never lies over the acts of a dialog that one opens, on the lowest phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await welcome(page, 'Leo')
  await page.goto('/aurora/profile/edit')
  await page.getByLabel('Name', { exact: true }).fill('Nova Leo')
  await page.getByRole('button', { name: 'Save' }).click()
  const line = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')
  await expect(line).toBeVisible()
  await line.hover()
  await goTo(page, 'Daily Sunbursts')
  await main(page).getByRole('button', { name: 'Leo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leo' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
  const toastTop = (await line.boundingBox())?.y ?? 0
  for (const name of ['Subscribe', 'Cancel']) {
    await expect
      .poll(async () => {
        const box = await dialog.getByRole('button', { name }).boundingBox()
        return (box?.y ?? 0) + (box?.height ?? 0)
      })
      .toBeLessThanOrEqual(toastTop)
  }
})
