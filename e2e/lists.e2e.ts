import { expect, type Page, test } from 'playwright/test'
import { openSession } from './steps/accounts.ts'
import { recordCalls } from './steps/calls.ts'
import { ownHands } from './steps/hands.ts'
import { demoPassword } from './steps/people.ts'

const history = /\/token-transactions\?/
const line = (page: Page, number: number) =>
  page.getByRole('row', { name: new RegExp(`^Movement ${number}\\b`) })

/** Answers a token history of so many lines. */
async function serveHistory(page: Page, totalItems: number): Promise<void> {
  await page.route(history, (route) => {
    const query = new URL(route.request().url()).searchParams
    const [currentPage, itemPerPage] = [Number(query.get('page')), Number(query.get('itemPerPage'))]
    const all = Array.from({ length: totalItems }, (_, index) => ({
      id: totalItems - index,
      description: `Movement ${index + 1}`,
      createdAt: '2026-01-06T12:00:00.000Z',
      tokenDebit: 1,
      tokenCredit: 0,
      newTokenBalance: totalItems - index,
    }))
    const data = all.slice((currentPage - 1) * itemPerPage, currentPage * itemPerPage)
    const totalPages = Math.ceil(totalItems / itemPerPage)
    return route.fulfill({ json: { totalItems, totalPages, currentPage, data } })
  })
}

/** Holds every page of the token history from now on, until what is answered is called. */
async function holdHistory(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(history, async (route) => {
    await promise
    await route.fallback()
  })
  return resolve
}

/** Opens a token history of so many lines. */
async function openHistory(page: Page, totalItems: number): Promise<void> {
  await serveHistory(page, totalItems)
  await page.goto('/aurora/activity')
  await expect(line(page, 1)).toBeVisible()
}

test.beforeEach(async ({ page }) => {
  expect(await openSession(page.request, 'stella', demoPassword)).toBe(true)
  // Of what others do as her meanwhile the page would be told, and ask for its lines again.
  await page.route('**/v1/events', (route) => route.abort())
})

test('on a phone Load More appends the next page while there is one @phone-only', async ({ page }) => {
  const hands = ownHands()
  const calls = recordCalls(page, 'GET', history)
  await openHistory(page, 45)
  const more = page.getByRole('button', { name: 'Load More' })
  for (const loaded of [20, 40, 45]) {
    await expect(line(page, loaded)).toBeVisible()
    await expect(line(page, loaded + 1)).toHaveCount(0)
    await expect(line(page, 1)).toBeVisible()
    if (loaded < 45) await hands.press(more)
  }
  await expect(more).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden()
  expect(calls.map((call) => new URL(call.url()).search)).toEqual(
    [1, 2, 3].map((number) => `?page=${number}&itemPerPage=20`),
  )
})

test('at a desk a list of more than ten has pages of 10, 20 or 50', async ({ page }) => {
  const hands = ownHands()
  await openHistory(page, 45)
  const pager = page.getByRole('navigation', { name: 'Pages' })
  const size = pager.getByLabel('Items per page')
  await expect(size.getByRole('option')).toHaveText(['10', '20', '50'])
  await expect(size).toHaveValue('20')
  await expect(pager).toContainText('1–20 of 45 entries')
  await test.step('a page on its way leaves what is shown, and comes with its top and its address', async () => {
    const release = await holdHistory(page)
    const next = pager.getByRole('button', { name: 'Next page' })
    await hands.press(next)
    await expect(pager.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-busy', 'true')
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true')
    await expect(pager).toContainText('1–20 of 45 entries')
    await expect(line(page, 20)).toBeVisible()
    await expect(line(page, 21)).toHaveCount(0)
    release()
    await expect(pager).toContainText('21–40 of 45 entries')
    await expect(line(page, 21)).toBeInViewport()
    await expect(line(page, 20)).toHaveCount(0)
    await expect(next).toBeFocused()
    await expect(page).toHaveURL('/aurora/activity?page=2')
    await page.reload()
    await expect(line(page, 21)).toBeVisible()
    await page.goBack()
    await expect(pager).toContainText('1–20 of 45 entries')
    await page.goForward()
    await expect(pager).toContainText('21–40 of 45 entries')
  })
  await size.selectOption('10')
  await expect(pager).toContainText('1–10 of 45 entries')
  await expect(line(page, 11)).toHaveCount(0)
  await size.selectOption('50')
  await expect(pager).toContainText('1–45 of 45 entries')
  await expect(line(page, 45)).toBeVisible()
  const more = page.getByRole('button', { name: 'Load More' })
  await expect(more).toBeHidden()

  await test.step('a screen begins at its top, and Back leads to where one was on the one before', async () => {
    const scrolledPx = () => page.evaluate(() => Math.round(scrollY))
    await line(page, 30).evaluate((row) => row.scrollIntoView({ block: 'start' }))
    const before = await scrolledPx()
    expect(before).toBeGreaterThan(500)
    // Where it stands: a hand would have to scroll there first.
    await page.getByRole('link', { name: 'Play Readings' }).dispatchEvent('click')
    await expect(page.getByRole('heading', { name: 'Select Reading to Play' })).toBeVisible()
    expect(await scrolledPx()).toBe(0)
    await page.goBack()
    await expect(line(page, 45)).toBeVisible()
    await expect.poll(scrolledPx).toBe(before)
  })

  await test.step('as the window narrows to less than 576 px, Load More takes their place', async () => {
    await page.setViewportSize({ width: 575, height: 900 })
    await expect(more).toBeVisible()
    await expect(pager).toBeHidden()
    await page.setViewportSize({ width: 576, height: 900 })
    await expect(more).toBeHidden()
    await expect(pager).toContainText('1–45 of 45 entries')
  })

  await page.unroute(history)
  await openHistory(page, 11)
  await expect(pager).toContainText('of 11 entries')
  await page.unroute(history)
  await openHistory(page, 10)
  await expect(pager).toBeHidden()
})

test('a page that is gone by the time it is opened leads to the last one that there is', async ({ page }) => {
  await page.clock.install()
  await openHistory(page, 45)
  const pager = page.getByRole('navigation', { name: 'Pages' })
  await page.unroute(history)
  await serveHistory(page, 15)
  // What was read before counts as old by then.
  await page.clock.fastForward(60_000)
  await pager.getByRole('button', { name: 'Next page' }).click()
  await expect(line(page, 15)).toBeVisible()
  await expect(pager).toContainText('1–15 of 15 entries')
})

test('a search waits until typing has rested for 300 ms', async ({ page }) => {
  const calls = recordCalls(page, 'GET', /\/tickets\?.*searchText=/)
  const searched = () => calls.map((call) => new URL(call.url()).searchParams.get('searchText'))
  await page.clock.install()
  await page.goto('/aurora/support-tickets')
  const field = page.getByLabel('Search Tickets')
  await expect(field).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  for (const letter of 'moon') {
    await field.press(letter)
    await page.clock.runFor(299)
  }
  expect(searched()).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(searched).toEqual(['moon'])
  await page.clock.runFor(2_000)
  expect(searched()).toEqual(['moon'])
})
