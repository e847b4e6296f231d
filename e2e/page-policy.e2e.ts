import { expect, type Page, test } from 'playwright/test'
import { cardField, choosePackage } from './steps/buy.ts'
import { enterAs, roles } from './steps/roles.ts'

/** Collects what the browser refuses a page, and what it says of the policies themselves. */
async function watchPolicies(page: Page): Promise<() => string[]> {
  const found: string[] = []
  await page.exposeFunction('noteViolation', (violation: string) => void found.push(violation))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const note = (globalThis as unknown as { noteViolation: (text: string) => void }).noteViolation
      note(`${event.effectiveDirective}: ${event.blockedURI} ${event.sample} (${event.sourceFile})`)
    })
  })
  page.on('console', (message) => {
    if (/polic(y|ies)/i.test(message.text())) found.push(`console: ${message.text()}`)
  })
  return () => found.splice(0)
}

/** What a browser lets a page do. */
const allows = (page: Page, feature: string) =>
  page.evaluate(
    (name) =>
      (
        document as unknown as { featurePolicy: { allowsFeature(name: string): boolean } }
      ).featurePolicy.allowsFeature(name),
    feature,
  )

/** The screens that set styles while they are used: calendars, charts, the player, the card's frame, dialogs, toasts. */
const uses: Record<(typeof roles)[number]['name'], (page: Page) => Promise<void>> = {
  async consumer(page) {
    await page.getByRole('button', { name: 'Play test audio' }).click()
    await expect(page.locator('audio')).toHaveCount(1)
    await page.goto('/aurora/packages')
    await choosePackage(page, 'Season')
    await expect(cardField(page, 'CVC')).toBeVisible()
  },
  async customer(page) {
    await page.goto('/aurora/customer/categories')
    await page.getByRole('main').getByRole('link', { name: 'Gemini' }).click()
    await page.getByRole('button', { name: 'Upload Audio' }).first().click()
    await page.getByRole('button', { name: 'Calendar Start Date & Time' }).click()
    await expect(page.getByRole('dialog', { name: 'Calendar Start Date & Time' })).toBeVisible()
    await page.goto('/aurora/customer/reports')
    await expect(page.getByRole('heading').first()).toBeVisible()
  },
  async admin(page) {
    await page.goto('/admin/profile/edit')
    await expect(page.getByRole('heading').first()).toBeVisible()
  },
}

for (const role of roles) {
  test(`the ${role.name}'s screens need no style and no power that their policies refuse`, async ({
    page,
  }) => {
    const refused = await watchPolicies(page)
    await enterAs(page, role.name)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await uses[role.name](page)
    expect(refused()).toEqual([])
    expect([await allows(page, 'autoplay'), await allows(page, 'microphone')]).toEqual([true, false])
  })
}

test("a visitor's pages have their styles", async ({ page }) => {
  const refused = await watchPolicies(page)
  const paths = [
    '/',
    '/aurora',
    '/nobody',
    '/aurora/login',
    '/aurora/login#register',
    '/docs',
    '/v1/unsubscribe/1-1',
  ]
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading').first()).toBeVisible()
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(paper, `${path} has no style`).not.toBe('rgba(0, 0, 0, 0)')
  }
  expect(refused()).toEqual([])
})

test('a style that is not of our files is refused, and seen by these tests', async ({ page }) => {
  const refused = await watchPolicies(page)
  await page.goto('/aurora/login')
  await expect(page.getByRole('heading').first()).toBeVisible()
  await page.evaluate(() => {
    const sheet = document.createElement('style')
    sheet.textContent = 'body { display: none }'
    document.head.append(sheet)
    document.body.insertAdjacentHTML('beforeend', '<p style="color: red">foreign</p>')
  })
  await expect.poll(() => refused().join('\n')).toMatch(/style-src-(elem|attr): inline/)
  await expect(page.getByRole('heading').first()).toBeVisible()
})
