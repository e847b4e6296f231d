import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { expect, type Page, test } from 'playwright/test'
import { cards, choosePackage, fillCard } from './steps/buy.ts'
import { type Hands, ownHands } from './steps/hands.ts'
import { receiveCode } from './steps/inbox.ts'
import { inspectScreen } from './steps/inspect.ts'
import { inventPerson } from './steps/people.ts'
import { fact, save } from './steps/profile.ts'
import { enterAs } from './steps/roles.ts'
import { accountMenu, availableTokens, goTo, toast } from './steps/shell.ts'
import { enterCode, enterLogin, fillRegistration, logIn, openLogin, sendTheCode } from './steps/sign-in.ts'

const picture = join(import.meta.dirname, '..', 'server', 'demo', 'images', 'aurora', 'logo.png')
const password = 'a-long-password'

/** A customer that does not exist yet. */
function inventCustomer() {
  const name = `pol-${randomInt(36 ** 6).toString(36)}`
  // One long word, as company names of some languages are.
  const companyName = name.slice(4).padEnd(27, 'W')
  return { url: name, username: name, companyName, email: `${name}@mail.example` }
}
type Customer = ReturnType<typeof inventCustomer>

async function fillIn(page: Page, customer: Customer, hands: Hands): Promise<void> {
  // The browser's own picker is no page.
  await page.locator('input[type=file]').setInputFiles(picture)
  await expect(page.getByText('200 x 100 px')).toBeVisible()
  await hands.enter(page.getByLabel('Company Name'), customer.companyName)
  await hands.enter(page.getByLabel('Customer Url'), customer.url)
  await hands.enter(page.getByLabel('Details'), 'Readings by the pole star, one each Tuesday.')
  await hands.enter(page.getByLabel('Threshold Token'), '3')
  await hands.choose(page.getByLabel('Time Zone'), 'Mountain Time (Denver)')
  await hands.enter(page.getByLabel('Name', { exact: true }), 'Nova Polar')
  await hands.enter(page.getByLabel('Username'), customer.username)
  await hands.enter(page.getByLabel('Email'), customer.email)
  await hands.enter(page.getByLabel('Mobile Number'), '6175550134')
  await hands.enter(page.getByLabel('Password', { exact: true }), password)
  await hands.enter(page.getByLabel('Confirm Password'), password)
}

const goOn = (page: Page, hands: Hands) => hands.press(page.getByRole('button', { name: 'Continue' }))

/** How far the page scrolls sideways, in px; a phone's own `innerWidth` would grow with it. */
const overhang = async (page: Page) =>
  (await page.evaluate(() => document.documentElement.scrollWidth)) - (page.viewportSize()?.width ?? 0)

const step = (page: Page) => page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]')

test('a customer is made by the wizard, seen, changed and deleted @phone', async ({ page, browser }) => {
  const hands = ownHands()
  const polaris = inventCustomer()
  await enterAs(page, 'admin')

  await test.step('a url that another one has is refused on its field', async () => {
    await hands.press(page.getByRole('link', { name: 'Add Customer' }))
    await expect(page.getByRole('heading', { name: 'Add Customer' })).toBeVisible()
    await fillIn(page, { ...polaris, url: 'Aurora' }, hands)
    await goOn(page, hands)
    await expect(page.getByLabel('Customer Url')).toHaveAccessibleDescription('This url is already taken.')
    await expect(page.getByLabel('Customer Url')).toBeFocused()
  })
  await test.step('the first step makes it, the others can be left and continued', async () => {
    await hands.enter(page.getByLabel('Customer Url'), polaris.url)
    await goOn(page, hands)
    await expect(toast(page, 'Customer info created successfully.')).toBeVisible()
    await expect(step(page)).toContainText('Category')
    await expect(page.getByText(polaris.companyName).first()).toBeVisible()
    expect(await overhang(page)).toBeLessThanOrEqual(0)
    await goTo(page, 'Customers', hands)
    await hands.enter(page.getByLabel('Search Customers'), polaris.url)
    const way = page.getByRole('link', { name: `Continue ${polaris.companyName}` })
    await expect(page.getByRole('row').filter({ has: way })).toContainText('No category or package yet')
    await hands.press(way)
    await expect(step(page)).toContainText('Category')
    await hands.press(page.getByRole('button', { name: 'Back' }))
    await expect(page.getByLabel('Company Name')).toHaveValue(polaris.companyName)
    await goOn(page, hands)
    await expect(step(page)).toContainText('Category')
    await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
    await goTo(page, 'Customers', hands)
    await expect(page.getByRole('heading', { name: 'All Customers' })).toBeVisible()
  })

  const elsewhere = await browser.newContext()
  const desk = await elsewhere.newPage()
  await test.step('its landing page is there, and its operator can log in', async () => {
    await desk.goto(`/${polaris.url}`)
    await expect(desk.getByRole('heading', { name: `About ${polaris.companyName}` })).toBeVisible()
    await openLogin(desk, polaris.url)
    await enterLogin(desk, polaris.username, password)
    await expect(accountMenu(desk)).toBeVisible()
    await expect(desk).toHaveURL(`/${polaris.url}/customer/revenue-report`)
  })

  await test.step('it is shown with its logo, and changed', async () => {
    await hands.enter(page.getByLabel('Search Customers'), polaris.url)
    await expect(page.getByRole('button', { name: /^View / })).toHaveCount(1)
    await hands.press(page.getByRole('button', { name: `View ${polaris.companyName}` }))
    await expect(fact(page, 'Threshold Token')).toHaveText('3 Tokens')
    const logo = page.locator('main img').first()
    await expect
      .poll(() => logo.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
      .toEqual([200, 100])
    for (const tab of ['Category', 'Package', 'Customer Info']) {
      await hands.press(page.getByRole('tab', { name: tab }))
      await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
    }
    await hands.press(page.getByRole('link', { name: 'Edit Customer' }))
    await expect(page.getByLabel('Customer Url')).toHaveAttribute('readonly')
    expect(await overhang(page)).toBeLessThanOrEqual(0)
    await hands.enter(page.getByLabel('Company Name'), `${polaris.companyName} II`)
    await save(page, hands)
    await expect(toast(page, 'Customer info updated successfully.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: `${polaris.companyName} II` })).toBeVisible()
    await expect(async () => {
      await desk.goto(`/${polaris.url}/nothing`)
      await expect(desk.getByText(`${polaris.companyName} II`)).toBeVisible({ timeout: 1_000 })
    }).toPass()
  })

  await test.step('it is deleted once its url is typed, and nobody finds it then', async () => {
    await hands.press(page.getByRole('button', { name: 'Delete Customer' }))
    const dialog = page.getByRole('dialog', { name: `Delete ${polaris.companyName} II?` })
    await expect(dialog.getByRole('term').filter({ hasText: 'People signed in' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Delete Customer' })).toBeDisabled()
    await hands.enter(dialog.getByLabel(`Type ${polaris.url} to confirm`), polaris.url)
    await hands.press(dialog.getByRole('button', { name: 'Delete Customer' }))
    await expect(toast(page, 'Customer deleted successfully.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'All Customers' })).toBeVisible()
    await expect(async () => {
      const [landing, login] = [await desk.goto(`/${polaris.url}`), await desk.goto(`/${polaris.url}/login`)]
      expect([landing?.status(), login?.status()]).toEqual([404, 404])
    }).toPass()
    const session = await desk.request.get('/v1/token-validity')
    expect(session.status()).toBe(401)
  })
  await elsewhere.close()
})

const star = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M12 2v20M2 12h20" stroke="#000"/></svg>',
)

test('a new customer has its first sale @phone', async ({ page, browser }) => {
  const hands = ownHands()
  const polaris = inventCustomer()
  const nova = inventPerson('Ursa Minor')
  await enterAs(page, 'admin')
  await hands.press(page.getByRole('link', { name: 'Add Customer' }))
  await fillIn(page, polaris, hands)
  await goOn(page, hands)

  await test.step('a category and a package are added in the wizard', async () => {
    await hands.press(page.getByRole('button', { name: 'Add Category' }).first())
    const category = page.getByRole('dialog', { name: 'Add Category' })
    const logo = { name: 'star.svg', mimeType: 'image/svg+xml', buffer: star }
    await category.locator('input[type=file]').setInputFiles(logo)
    await hands.enter(category.getByLabel('Category Name'), nova.sign)
    await hands.enter(category.getByLabel('Sort Order'), '1')
    await hands.enter(category.getByLabel('Audio Tokens'), '7')
    await hands.enter(category.getByLabel('SMS Tokens'), '1')
    await hands.enter(category.getByLabel('Email Tokens'), '1')
    await hands.press(category.getByRole('button', { name: /^(Add|Save)/ }))
    await expect(toast(page, 'Category added successfully.')).toBeVisible()
    await goOn(page, hands)
    await hands.press(page.getByRole('button', { name: 'Add Package' }).first())
    const offer = page.getByRole('dialog', { name: 'Add Package' })
    await offer.locator('input[type=file]').setInputFiles(picture)
    await hands.enter(offer.getByLabel('Package Name'), 'First Light')
    await hands.enter(offer.getByLabel('Price in dollars', { exact: true }), '12.50')
    await hands.enter(offer.getByLabel('Tokens', { exact: true }), '14')
    await hands.press(offer.getByRole('button', { name: /^(Add|Save)/ }))
    await expect(toast(page, 'Package added successfully.')).toBeVisible()
    await goOn(page, hands)
    const row = page.getByRole('row').filter({ hasText: polaris.companyName })
    await hands.enter(page.getByLabel('Search Customers'), polaris.url)
    await expect(row).toBeVisible()
    await expect(row.getByText('No category')).toHaveCount(0)
  })

  const elsewhere = await browser.newContext()
  const shop = await elsewhere.newPage()
  await test.step('a visitor of its landing page signs up and buys it', async () => {
    await shop.goto(`/${polaris.url}`)
    await shop.getByRole('link', { name: 'Register' }).first().click()
    await expect(shop.getByRole('heading', { name: 'Create your Account' })).toBeVisible()
    await fillRegistration(shop, nova, hands)
    await sendTheCode(shop, nova.email, hands)
    await enterCode(shop, await receiveCode(shop.request, nova.email), hands)
    await expect(toast(shop, 'OTP verification is successful.')).toBeVisible()
    await enterLogin(shop, nova.username, nova.password)
    await expect(availableTokens(shop)).toHaveText('0')
    await shop.goto(`/${polaris.url}/packages`)
    await choosePackage(shop, 'First Light')
    await fillCard(shop, cards.good, nova.fullName)
    await shop.getByRole('button', { name: /^Purchase/ }).click()
    await expect(availableTokens(shop)).toHaveText('14')
  })

  await test.step('it is in the operator’s report, and in the admin’s books', async () => {
    const desk = await (await browser.newContext()).newPage()
    await logIn(desk, polaris.username, { tenant: polaris.url, password })
    await expect(desk.getByRole('region', { name: 'Gross Sales' })).toContainText('First Light')
    await expect(desk.getByRole('region', { name: 'Revenue Summary' })).toContainText('$12.50')
    await desk.context().close()
    await page.goto('/admin/credit-refund')
    await hands.enter(page.getByLabel('Search Payments'), nova.email)
    await expect(page).toHaveURL(/[?&]q=/)
    await expect(page.getByRole('row').filter({ hasText: nova.username })).toHaveCount(1)
    await goTo(page, 'Consumers', hands)
    await hands.enter(page.getByLabel('Search Consumers'), nova.username)
    await expect(page.getByRole('row').filter({ hasText: polaris.url })).toContainText(nova.email)
  })
  await elsewhere.close()
})

test('the customers’ screens are accessible, fit a phone and the dark', async ({ page }) => {
  await enterAs(page, 'admin')
  const problems = new Map<string, string[]>()
  const look = async (name: string) => problems.set(name, await inspectScreen(page))
  await look('list')
  await page.goto('/admin/customers/add')
  await page.getByRole('button', { name: 'Continue' }).click()
  await look('wizard with errors')
  const { data } = (await (await page.request.get('/v1/admin/customers')).json()) as {
    data: { id: number }[]
  }
  await page.goto(`/admin/customers/add?customer=${data[0]?.id}&step=2`)
  await look('second step')
  await page.goto(`/admin/customers/${data[0]?.id}`)
  await look('view')
  await page.getByRole('button', { name: 'Delete Customer' }).click()
  await look('deletion')
  await page.goto(`/admin/customers/${data[0]?.id}/edit`)
  await look('edit')
  expect(Object.fromEntries(problems)).toEqual(
    Object.fromEntries([...problems.keys()].map((name) => [name, []])),
  )
})
