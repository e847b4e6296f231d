// @vitest-environment happy-dom
import { setTimeout as wait } from 'node:timers/promises'
import { listAudio } from '@almanac/contract/audio'
import { listConsumerCategories } from '@almanac/contract/categories'
import { listOwnTokenTransactions, listTokenTransactions } from '@almanac/contract/ledger'
import { pages } from '@almanac/contract/pages'
import { listOpenPurchases, listPurchases } from '@almanac/contract/payments'
import { listGrossSales, readRevenue, readUsage } from '@almanac/contract/reports'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { listOwnTickets } from '@almanac/contract/support'
import { listShortTexts } from '@almanac/contract/texts'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Component as Activity } from '../src/features/activity/activity-page.tsx'
import { Component as TokenTransactions } from '../src/features/ledger/token-transactions-page.tsx'
import { Component as Revenue } from '../src/features/reports/revenue-report-page.tsx'
import { Component as Category } from '../src/shells/category-screen.tsx'
import { SEARCH_REST_MS } from '../src/ui/text-field.tsx'
import { pagedScreens } from './lists.ts'
import { admin, category, operator, pageOf, stella, tenant } from './people.ts'
import { answer, arriveAt, hold, meanwhile, nth, open, showOn, signIn } from './scene.ts'

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const next = () => button('Next page')
const currentPage = () => screen.getByRole('button', { current: 'page' }).textContent
const arrive = (row: string) => screen.findByText(`Row ${row}.`)
const pressed = (group: string) =>
  [...screen.getByRole('group', { name: group }).querySelectorAll('[aria-pressed=true]')].map(
    ({ textContent }) => textContent,
  )

async function openAt(title: string, search = '', script?: Promise<void>) {
  const list = pagedScreens.find((one) => one.title === title)
  if (!list) throw new Error(`There is no list ${title}.`)
  list.serve()
  await signIn(list.user)
  return open(list.Screen, { at: `/aurora${search}`, ...(script && { script }) })
}

beforeEach(() => {
  showOn('laptop')
  answer(getCustomerDetailsByUrl, tenant)
  answer(listConsumerCategories, pageOf([category()]))
})

describe('a page', () => {
  test('stands in the address, and Back leads to the one before', async () => {
    const scene = await openAt('the customers')
    await arrive('1.1')
    expect(scene.search()).toBe('')
    await scene.user.click(next())
    await arrive('2.1')
    await scene.user.click(button('Page 3'))
    await arrive('3.1')
    expect(scene.search()).toBe('page=3')
    await scene.goBack()
    await arrive('2.1')
    await scene.goBack()
    await arrive('1.1')
    expect(scene.search()).toBe('')
  })

  test('comes back by a link, with its number of rows', async () => {
    await openAt('the customers', '?page=2&size=10')
    await arrive('2.1')
    expect(screen.getByText('11–20 of 25 entries')).toBeDefined()
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Items per page' }).value).toBe('10')
  })

  test.each(['?page=0', '?page=two', '?page=-1', '?page=1e3', '?size=7', '?size=9999999'])(
    'that makes no sense in an address is the first: %s',
    async (search) => {
      await openAt('the customers', search)
      await arrive('1.1')
      expect(screen.getByText('1–20 of 45 entries')).toBeDefined()
    },
  )

  test('beyond the end leads to the last', async () => {
    const scene = await openAt('the customers', '?page=400')
    await arrive('3.1')
    expect(scene.search()).toBe('page=3')
  })

  test('of a list in a dialog is no address', async () => {
    const scene = await openAt('the deliveries of a figure', '?page=3')
    await arrive('1.1')
    await scene.user.click(next())
    await arrive('2.1')
    expect(scene.search()).toBe('page=3')
  })
})

describe('turning pages', () => {
  test('leaves the focus where it was, at the last one too', async () => {
    const { user } = await openAt('the customers', '?page=2')
    await arrive('2.1')
    next().focus()
    await user.keyboard('{Enter}')
    await arrive('3.1')
    expect(document.activeElement).toBe(next())
    expect(next().getAttribute('aria-disabled')).toBe('true')
    await user.keyboard('{Enter}')
    expect(currentPage()).toBe('3')
    button('Page 1').focus()
    await user.keyboard('{Enter}')
    await arrive('1.1')
    expect(document.activeElement).toBe(button('Page 1'))
    expect(button('Previous page').getAttribute('aria-disabled')).toBe('true')
  })

  test('brings the top of the list into view once its rows are there, not before', async () => {
    const { user } = await openAt('the customers')
    await arrive('1.1')
    const list = screen.getByRole('table').closest<HTMLElement>('[data-list]')
    if (!list) throw new Error('The list has no frame.')
    vi.spyOn(list, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -900, 800, 1000))
    const into = vi.spyOn(list, 'scrollIntoView').mockImplementation(() => undefined)
    const calls = pagedScreens.find(({ title }) => title === 'the customers')?.hold()
    await user.click(next())
    await waitFor(() => expect(calls?.()).toHaveLength(1))
    expect(into).not.toHaveBeenCalled()
    await meanwhile(() => calls?.()[0]?.answer())
    await arrive('2.1')
    expect(into).toHaveBeenCalledWith({ block: 'start' })
  })
})

describe('a list on a phone', () => {
  test('says that it is at its end where Load More was, which had the focus', async () => {
    showOn('phone')
    const { user } = await openAt('the customers')
    await arrive('1.1')
    for (const row of ['2.1', '3.1']) {
      button('Load More').focus()
      await user.keyboard('{Enter}')
      await arrive(row)
    }
    expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull()
    expect(document.activeElement?.textContent).toBe('All 45 entries are shown.')
  })

  test('keeps its rows where more of them fail, and asks again', async () => {
    showOn('phone')
    const { user } = await openAt('the customers')
    await arrive('1.1')
    const calls = pagedScreens.find(({ title }) => title === 'the customers')?.hold()
    await user.click(button('Load More'))
    await waitFor(() => expect(calls?.()).toHaveLength(1))
    await meanwhile(() => calls?.()[0]?.fail())
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(calls?.()).toHaveLength(2))
    await meanwhile(() => calls?.()[1]?.answer())
    await arrive('2.1')
    await arrive('1.1')
  })

  test('shows a row once when it moved to the next page between two loads', async () => {
    showOn('phone')
    const row = (id: number) => ({ ...ticket, id, description: `Ticket ${id}.` })
    const pageAt = (currentPage: number, ids: number[]) => ({
      ...{ totalItems: 104, totalPages: 2, currentPage },
      data: ids.map(row),
    })
    answer(listOwnTickets, (query) => (query.get('page') === '1' ? pageAt(1, [1, 2]) : pageAt(2, [2, 3])))
    await signIn(stella)
    const list = pagedScreens.find(({ title }) => title === 'one’s own tickets')
    if (!list) throw new Error('There is no such list.')
    const { user } = await open(list.Screen, { at: '/aurora' })
    await screen.findByText('Ticket 2.')
    await user.click(button('Load More'))
    await screen.findByText('Ticket 3.')
    expect(screen.getAllByText('Ticket 2.')).toHaveLength(1)
  })

  test.each(['the audio files', 'the short texts'])(
    'of %s is read again from the first page after its last page was loaded',
    async (title) => {
      showOn('phone')
      const { user } = await openAt(title)
      await arrive('1.1')
      await user.click(button('Load More'))
      await arrive('2.1')
      const calls = pagedScreens.find((one) => one.title === title)?.hold()
      await user.click(button('Load More'))
      await waitFor(() => expect(calls?.()).toHaveLength(1))
      await meanwhile(() => calls?.()[0]?.answer())
      await waitFor(() => expect(calls?.()).toHaveLength(2))
      expect(calls?.().map(({ query }) => query.get('page'))).toEqual(['3', '1'])
    },
  )

  test('has what was loaded when one comes back', async () => {
    showOn('phone')
    const scene = await openAt('the customers')
    await arrive('1.1')
    await scene.user.click(button('Load More'))
    await arrive('2.1')
    await scene.goTo('/elsewhere')
    await scene.goBack()
    await arrive('1.1')
    await arrive('2.1')
  })
})

describe('the token transactions', () => {
  const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name })
  const head = (name: string) => screen.getByRole('columnheader', { name })

  test('are put in order by their heads, which agree with the fields above', async () => {
    const scene = await openAt('the token transactions', '?page=2')
    await arrive('2.1')
    expect(head('Date Time').getAttribute('aria-sort')).toBe('descending')
    await scene.user.click(button('Username'))
    await arrive('1.1')
    expect(scene.search()).toBe('sort=username&order=ascending')
    expect(head('Username').getAttribute('aria-sort')).toBe('ascending')
    expect(head('Date Time').getAttribute('aria-sort')).toBeNull()
    expect([select('Sort By').value, select('Sort Type').value]).toEqual(['username', 'ascending'])
    await scene.user.click(button('Username'))
    expect(head('Username').getAttribute('aria-sort')).toBe('descending')
    await scene.user.selectOptions(select('Sort By'), 'tokenDebit')
    expect(head('Token Debit').getAttribute('aria-sort')).toBe('descending')
    await scene.goBack()
    await scene.goBack()
    expect([select('Sort By').value, select('Sort Type').value]).toEqual(['username', 'ascending'])
  })

  test('are those of the days of the zone that is chosen, on its clock, now and next time', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T04:30:00Z') })
    const row = { id: 1, username: 'stella', customerUrl: 'aurora', description: 'Reading: Leo' }
    const moved = { ...row, tokenDebit: 7, tokenCredit: 0, newTokenBalance: 93 }
    const asked: URLSearchParams[] = []
    answer(listTokenTransactions, (query) => {
      asked.push(query)
      return pageOf([{ ...moved, createdAt: '2026-11-18T04:15:00Z' }])
    })
    await signIn(admin)
    const scene = await open(TokenTransactions, { at: '/admin' })
    await scene.user.selectOptions(await screen.findByRole('combobox', { name: 'Time Zone' }), 'America/Adak')
    expect(await screen.findByText('Nov 17, 2026 18:15')).toBeDefined()
    expect(screen.getByText('Days and times in Hawaii-Aleutian Time.')).toBeDefined()
    const ofAdak = { timeZone: 'America/Adak', startDate: '2026-11-17', endDate: '2026-11-17' }
    expect(Object.fromEntries(asked.at(-1) ?? [])).toMatchObject(ofAdak)
    expect(scene.search()).toBe('zone=America%2FAdak')
    await scene.goTo('/admin')
    await waitFor(() => expect(select('Time Zone').value).toBe('America/Adak'))
    await scene.goTo('/admin?zone=America%2FDenver')
    expect(await screen.findByText('Nov 17, 2026 21:15')).toBeDefined()
    localStorage.clear()
    vi.useRealTimers()
  })

  test('ask for what a link says', async () => {
    await signIn(admin)
    const calls = hold(listTokenTransactions)
    const list = pagedScreens.find(({ title }) => title === 'the token transactions')
    if (!list) throw new Error('There is no such list.')
    const search = '?from=2026-11-01&to=2026-11-14&sort=username&order=ascending&q=ste&page=2&size=50'
    await open(list.Screen, { at: `/admin${search}` })
    expect(Object.fromEntries((await nth(calls, 1)).query)).toMatchObject({
      startDate: '2026-11-01',
      endDate: '2026-11-14',
      shortByColumn: 'username',
      isShortAscending: 'true',
      searchText: 'ste',
      page: '2',
      itemPerPage: '50',
    })
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('ste')
  })
})

describe('a search', () => {
  test('takes the place of the address as it is typed, and begins at page 1', async () => {
    const scene = await openAt('one’s own tickets', '?page=2')
    await arrive('2.1')
    await scene.user.type(screen.getByRole('searchbox'), 'moon')
    await waitFor(() => expect(scene.search()).toBe('q=moon'))
    await arrive('1.1')
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('moon')
  })

  test('that rests once its person has left for another screen does not hold them back', async () => {
    const script = Promise.withResolvers<void>()
    const scene = await openAt('the customers', '', script.promise)
    await arrive('1.1')
    await scene.user.type(screen.getByRole('searchbox'), 'moon')
    await scene.setOutFor('/on-its-way')
    await act(() => wait(2 * SEARCH_REST_MS))
    expect(scene.search()).toBe('')
    await meanwhile(script.resolve)
    await arriveAt('/on-its-way')
  })

  test('that has not rested yet does not undo a link that is followed', async () => {
    const scene = await openAt('the customers', '?page=2')
    await arrive('2.1')
    await scene.user.type(screen.getByRole('searchbox'), 'moon')
    const link = document.body.appendChild(document.createElement('a'))
    link.href = '/aurora?page=3'
    link.addEventListener('click', (event) => event.preventDefault())
    await scene.user.click(link)
    await scene.goTo('/aurora?page=3')
    await act(() => wait(2 * SEARCH_REST_MS))
    expect(scene.search()).toBe('page=3')
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
    link.remove()
  })

  test('that finds nothing can be cleared there', async () => {
    answer(listOwnTickets, (query) =>
      query.has('searchText') ? pageOf([]) : pageOf([{ ...ticket, description: 'When?' }]),
    )
    await signIn(stella)
    const list = pagedScreens.find(({ title }) => title === 'one’s own tickets')
    if (!list) throw new Error('There is no such list.')
    const scene = await open(list.Screen, { at: '/aurora?q=moon' })
    await scene.user.click(await screen.findByRole('button', { name: 'Clear Search' }))
    await screen.findByText('When?')
    expect(scene.search()).toBe('')
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  })
})

const ticket = {
  id: 3,
  email: 's@mail.example',
  status: 'open' as const,
  createdAt: '2026-11-18T12:00:00Z',
  answers: [],
}

test('another filter keeps the rows under their own name until its rows are there', async () => {
  const { user, search } = await openAt('the short texts')
  await arrive('1.1')
  const calls = hold(listShortTexts)
  await user.click(button('Sent'))
  await nth(calls, 1)
  expect(pressed('Short text filter')).toEqual(['Sent'])
  const table = screen.getByRole('table', { name: 'Unsent short texts' })
  expect(table.getAttribute('aria-busy')).toBe('true')
  await arrive('1.1')
  await meanwhile(() => calls[0]?.answer(pageOf([])))
  await screen.findByText('No short texts have been sent yet.')
  expect(search()).toBe('texts=sent')
})

test('the tabs of My Activity stand in the address, and each begins at page 1', async () => {
  for (const title of ['the token history', 'the purchases']) {
    pagedScreens.find((list) => list.title === title)?.serve()
  }
  answer(listOpenPurchases, { purchases: [] })
  await signIn(stella)
  const scene = await open(Activity, { at: '/aurora/activity?page=2' })
  await arrive('2.1')
  const asked = hold(listPurchases)
  await scene.user.click(screen.getByRole('tab', { name: 'Purchases' }))
  expect((await nth(asked, 1)).query.get('page')).toBe('1')
  expect(scene.search()).toBe('show=purchases')
  const back = hold(listOwnTokenTransactions)
  await scene.goBack()
  await arrive('2.1')
  expect(scene.search()).toBe('page=2')
  expect(back).toHaveLength(0)
})

test('the two lists of a category stand side by side in the address', async () => {
  for (const title of ['the audio files', 'the short texts']) {
    pagedScreens.find((list) => list.title === title)?.serve()
  }
  await signIn(operator)
  const scene = await open(Category, {
    at: '/aurora/customer/categories/5?audio=expired&page=2',
    pattern: pages.operator.category,
  })
  await arrive('2.1')
  expect(pressed('Audio filter')).toEqual(['Expired Files'])
  await scene.user.click(screen.getByRole('tab', { name: 'Short Text' }))
  await arrive('1.1')
  const asked = hold(listAudio)
  await scene.user.click(screen.getAllByRole('button', { name: 'Next page' }).at(-1) as HTMLElement)
  await waitFor(() => expect(scene.search()).toBe('audio=expired&page=2&tab=short-text&texts-page=2'))
  await scene.user.click(button('Sent'))
  await waitFor(() => expect(scene.search()).toBe('audio=expired&page=2&tab=short-text&texts=sent'))
  expect(asked).toHaveLength(0)
})

test('who comes to a category with the navigation state has the tab in the address', async () => {
  for (const title of ['the audio files', 'the short texts']) {
    pagedScreens.find((list) => list.title === title)?.serve()
  }
  await signIn(operator)
  const scene = await open(Category, {
    at: '/aurora/customer/categories/5',
    pattern: pages.operator.category,
    state: { viewShortTextPage: true },
  })
  await arrive('1.1')
  expect(scene.search()).toBe('tab=short-text')
  await scene.user.click(screen.getByRole('tab', { name: 'Audio' }))
  expect(screen.getByRole('tab', { name: 'Audio' }).getAttribute('aria-selected')).toBe('true')
  expect(scene.search()).toBe('')
})

test('the days of the report stand in the address', async () => {
  answer(readUsage, { totalAudioPlays: 0, totalSmsSunbrusts: 0, usageData: [] })
  answer(listGrossSales, {
    ...pageOf([]),
    totals: { packageSoldQuantity: 0, tokenCount: 0, totalAmount: 0 },
  })
  const asked: URLSearchParams[] = []
  answer(readRevenue, (query) => {
    asked.push(query)
    return { totalRevenue: 0, totalGrossSales: 0, totalRefunds: 0, totalLostDisputes: 0, revenueData: [] }
  })
  await signIn(operator)
  const days = 'from=2026-11-01&to=2026-11-14'
  const scene = await open(Revenue, { at: `/aurora/customer/revenue-report?${days}` })
  await waitFor(() => expect(String(asked[0])).toBe('startDate=2026-11-01&endDate=2026-11-14'))
  expect(pressed('Days of the report')).toEqual([])
  await scene.user.click(button('This Month'))
  await waitFor(() => expect(pressed('Days of the report')).toEqual(['This Month']))
  expect(scene.search()).toBe('range=month')
  await scene.goBack()
  await waitFor(() => expect(pressed('Days of the report')).toEqual([]))
  expect(scene.search()).toBe(days)
})
