import { pagePaths } from '@almanac/contract/pages'
import { expect, type Page, test } from 'playwright/test'
import { signUp } from './steps/accounts.ts'
import { choosePackage } from './steps/buy.ts'
import { receiveCode } from './steps/inbox.ts'
import { inspectOnTheWay, sitDown, watchPage } from './steps/inspect.ts'
import { inventPerson } from './steps/people.ts'
import { fillPath, type Visitor, visitorOf } from './steps/places.ts'
import { enterAs } from './steps/roles.ts'
import { moveTo } from './steps/shell.ts'
import { openLogin } from './steps/sign-in.ts'

/** A screen or a state of one, and the way there. */
interface Place {
  name: string
  path: string
  /** What is done there, at a desk and by day. */
  act?: (page: Page) => Promise<unknown>
  /** Its address answers 404. */
  isMissing?: true
}

/** It needs a package that was chosen before. */
const purchase = '/:customerUrl/packages/purchase'
const notFound = { name: '404 Page Not Found!' }

const at = (path: string): Place => ({ name: path, path })

/** States that no address of the list leads to. */
const more: Record<Visitor, readonly Place[]> = {
  visitor: [
    at('/northstar'),
    at('/northstar/login'),
    at('/aurora/login#register'),
    { ...at('/aurora/nothing-here'), isMissing: true },
    { ...at('/nobody'), isMissing: true },
    at('/sandbox'),
    at('/sandbox/money'),
    at('/sandbox/phone'),
    at('/sandbox/switches'),
    {
      name: 'a message in the sandbox',
      path: '/sandbox',
      async act(page) {
        const nova = inventPerson('Libra')
        await signUp(page.request, nova)
        await receiveCode(page.request, nova.email)
        await page.goto(`/sandbox?to=${nova.email}`)
        await page.getByRole('link', { name: /verification code/ }).click()
      },
    },
  ],
  consumer: [
    {
      name: purchase,
      path: '/aurora/packages',
      async act(page) {
        await choosePackage(page, 'Season')
        await expect(page.getByTitle('Card details').contentFrame().getByLabel('CVC')).toBeVisible()
      },
    },
    {
      name: 'the subscription dialog',
      path: '/aurora/subscriptions',
      act: (page) => page.getByRole('main').getByRole('button', { name: 'Leo' }).click(),
    },
    {
      name: 'the charge dialog',
      path: '/aurora/dashboard',
      act: (page) =>
        page
          .getByRole('button', { name: /^Play Week of/ })
          .first()
          .click(),
    },
  ],
  customer: [
    {
      name: "a category's short texts",
      path: '/aurora/customer/categories',
      async act(page) {
        await page.getByRole('main').getByRole('link', { name: 'Gemini' }).click()
        await page.getByRole('tab', { name: 'Short Text' }).click()
        await expect(page.getByRole('table', { name: 'Unsent short texts' })).toBeVisible()
      },
    },
    {
      name: 'the Add Audio dialog',
      path: '/aurora/customer/categories',
      async act(page) {
        await page.getByRole('main').getByRole('link', { name: 'Gemini' }).click()
        await page.getByRole('button', { name: 'Upload Audio' }).first().click()
        await expect(page.getByRole('button', { name: 'Calendar Start Date & Time' })).toBeVisible()
      },
    },
  ],
  admin: [],
}

test.describe.configure({ mode: 'parallel' })
// Recording every one of axe's runs would take longer than they do; what is wrong is said in words.
test.use({ trace: 'off' })

for (const visitor of ['visitor', 'consumer', 'customer', 'admin'] as const) {
  test(`every screen of the ${visitor} is accessible, fits a phone, and works without errors`, async ({
    page,
  }) => {
    test.setTimeout(300_000)
    const watch = watchPage(page)
    if (visitor !== 'visitor') await enterAs(page, visitor)
    const paths = pagePaths.filter((path) => visitorOf(path) === visitor && path !== purchase)
    for (const path of paths) await look(page, { name: path, path: await fillPath(page, path) })
    for (const place of more[visitor]) await look(page, place)

    async function look(page: Page, place: Place): Promise<void> {
      await test.step(place.name, async () => {
        if (place.act) await sitDown(page)
        // Pages of visitors are documents of their own; the others are one, which has been loaded.
        if (visitor === 'visitor') await page.goto(place.path)
        else if (new URL(page.url()).pathname !== place.path) await moveTo(page, place.path)
        await place.act?.(page)
        await expect(page.getByRole('heading').first()).toBeVisible()
        const isMissing = await page.getByRole('heading', notFound).isVisible()
        expect.soft(isMissing, `${place.name} leads nowhere`).toBe(place.isMissing === true)
        const expected = place.isMissing ? /^request: 404 / : /^$/
        const problems = await inspectOnTheWay(page)
        problems.push(...watch.take().filter((problem) => !expected.test(problem)))
        expect.soft(problems, place.name).toEqual([])
      })
    }
  })
}

test('what is wrong by day, in the dark alone, or on a phone alone is seen by these tests', async ({
  page,
}) => {
  await openLogin(page)
  await page.evaluate(() => {
    const add = (id: string, text: string) =>
      document
        .querySelector('main')
        ?.append(Object.assign(document.createElement('button'), { id, textContent: text }))
    add('nameless', '')
    add('pale', 'Not to be read in the dark')
    add('phone', '')
    add('tiny', 'Small')
    add('under', 'Covered')
    const under = document.querySelector('#under')
    const place = Object.assign(document.createElement('div'), { id: 'place' })
    under?.replaceWith(place)
    place.append(under ?? '', Object.assign(document.createElement('span'), { id: 'lid' }))
    const style = new CSSStyleSheet()
    style.replaceSync(`
      #nameless, #phone, #pale { padding: 20px }
      #phone { display: none }
      #tiny { height: 30px; padding: 0; width: 60px; color: #000; background: #fff }
      #under { color: #000; background: #fff; height: 60px; padding: 20px; width: 200px }
      #place { position: relative }
      #lid { display: none; inset: 0; position: absolute }
      @media (prefers-color-scheme: dark) { #pale { color: #444; background: #333 } }
      @media (width < 600px) { #phone { display: block } #lid { display: block } }
    `)
    document.adoptedStyleSheets.push(style)
  })
  const found = [
    'axe, desktop, light: button-name at #nameless',
    'axe, desktop, dark: color-contrast at #pale',
    'axe, phone, dark: button-name at #nameless',
    'axe, phone, dark: button-name at #phone',
    'axe, phone, dark: color-contrast at #pale',
    'phone: button "Small" is 60 x 30 px, less than 44',
    'phone: button "Covered" is covered',
  ]
  for (const from of ['a desk', 'a phone']) {
    const problems = await inspectOnTheWay(page)
    expect(
      problems.map((problem) => problem.split(': ', 2).join(': ')),
      `from ${from}`,
    ).toEqual(found)
  }
})
