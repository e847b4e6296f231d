import { expect, type Locator, type Page, test } from 'playwright/test'
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
const pressIn = (page: Page, name: string | RegExp) =>
  main(page).getByRole('button', { name }).first().click()

async function actOnText(page: Page, act: string): Promise<void> {
  await inTab(page, 'Short Text', /^Actions for/)
  if (act) await page.getByRole('menuitem', { name: act }).click()
}

async function inTab(page: Page, tab: string, button: string | RegExp): Promise<void> {
  await page.getByRole('tab', { name: tab }).click()
  // Until the panel is changed, what has the same name in the one before is found in its place.
  const panel = page.getByRole('tabpanel', { name: tab })
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
  await panel.getByRole('button', { name: button }).first().click()
}

const category = '/:customerUrl/customer/categories/:categoryId'
const customer = '/admin/customers/:customerId'

const parts: Record<RoleName, readonly Part[]> = {
  consumer: [
    {
      name: 'default payment to delete',
      path: '/:customerUrl/profile',
      open: (page) => pressIn(page, 'Delete'),
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
    { name: 'player', path: category, open: (page) => pressIn(page, /^Play /) },
    { name: 'recording to copy', path: category, open: (page) => pressIn(page, /^Copy /) },
    { name: 'actions for a text', path: category, open: (page) => actOnText(page, '') },
    { name: 'text to edit', path: category, open: (page) => actOnText(page, 'Edit') },
    { name: 'text to copy', path: category, open: (page) => actOnText(page, 'Copy') },
    { name: 'text to delete', path: category, open: (page) => actOnText(page, 'Delete') },
    {
      name: 'days of a report',
      path: '/:customerUrl/customer/revenue-report',
      open: (page) => pressIn(page, /^Calendar/),
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
    { name: 'refund', path: '/admin/credit-refund', open: (page) => pressIn(page, /^Edit/) },
    {
      name: 'what was done',
      path: '/admin/audit',
      open: (page) => main(page).getByRole('table').getByRole('button').first().click(),
    },
    { name: 'bulk upload', path: '/admin/customers', open: (page) => pressIn(page, /^Upload Short Text/) },
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
  // The pointer stays where it is, and the toast with it.
  const press = async (part: Locator) => {
    await part.focus()
    await page.keyboard.press('Enter')
  }
  await press(page.getByRole('button', { name: 'Menu', exact: true }))
  await press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Daily Sunbursts' }))
  await expect(page.getByRole('heading', { name: 'Select Sign' })).toBeVisible()
  await press(main(page).getByRole('button', { name: 'Leo' }))
  const dialog = page.getByRole('dialog', { name: 'Leo' })
  const cancel = dialog.getByRole('button', { name: 'Cancel' })
  await expect(cancel).toBeVisible()
  const bottomOf = async (part: Locator) => {
    const box = await part.boundingBox()
    return box ? box.y + box.height : Number.NaN
  }
  await expect.poll(async () => Math.floor(await bottomOf(cancel))).toBeLessThanOrEqual(await topOf(line))
  expect(await bottomOf(dialog.getByRole('button', { name: 'Subscribe' }))).toBeLessThan(await topOf(line))
})

test('Tab and Shift+Tab go round a dialog, and reach nothing under it', async ({ page }) => {
  await enterAs(page, 'consumer')
  await page.goto('/aurora/subscriptions')
  await main(page).getByRole('button', { name: 'Virgo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Virgo' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
  for (const key of ['Tab', 'Shift+Tab']) {
    const reached: string[] = []
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press(key)
      reached.push(
        await page.evaluate(() => {
          const { activeElement } = document
          if (!activeElement || activeElement === document.body) return 'the browser'
          if (!activeElement.closest('dialog[open]')) return 'the page'
          return activeElement.getAttribute('aria-label') ?? activeElement.textContent ?? ''
        }),
      )
    }
    expect(reached).not.toContain('the page')
    expect(reached.filter((name) => name === 'Cancel').length).toBeGreaterThan(1)
    expect(reached).toContain('Close')
  }
})

const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN
