// @vitest-environment happy-dom
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type PagedScreen, pagedScreens } from './lists.ts'
import { tenant } from './people.ts'
import { answer, meanwhile, open, showOn, signIn } from './scene.ts'

const shown = () => [...(document.body.textContent ?? '').matchAll(/Row \d+\.\d+\./g)].map(([name]) => name)
const pager = () => within(screen.getByRole('navigation', { name: 'Pages' }))
const button = (name: string) => pager().getByRole('button', { name })
const next = () => button('Next page')
const currentPage = () => screen.getByRole('button', { current: 'page' }).textContent
const entries = () => pager().getByText(/entries$/).textContent
const isBusy = () => document.querySelector('[data-list] > [aria-busy=true]') !== null
const isBusyTable = () => screen.queryByRole('table')?.getAttribute('aria-busy') ?? null

/** Page by page: nothing of one page is said of another. */
function expectPage(page: number, { itemPerPage }: PagedScreen) {
  const totalItems = 2 * itemPerPage + 5
  expect(shown()).toEqual([`Row ${page}.1.`, `Row ${page}.2.`])
  expect(currentPage()).toBe(String(page))
  const last = Math.min(totalItems, page * itemPerPage)
  expect(entries()).toBe(`${(page - 1) * itemPerPage + 1}–${last} of ${totalItems} entries`)
}

async function openList(list: PagedScreen) {
  list.serve()
  await signIn(list.user)
  const scene = await open(list.Screen, { at: '/aurora' })
  await screen.findByText(/^Row \d\.1/)
  return scene
}

async function pressNext(user: UserEvent) {
  next().focus()
  await user.keyboard('{Enter}')
}

beforeEach(() => {
  showOn('laptop')
  sessionStorage.clear()
  answer(getCustomerDetailsByUrl, tenant)
})

describe.each(pagedScreens.map((list) => [list.title, list] as const))('%s by pages', (_title, list) => {
  test('show no rows of one page under the number of another', async () => {
    const { user } = await openList(list)
    expectPage(1, list)
    const calls = list.hold()
    await pressNext(user)
    await waitFor(() => expect(calls()).toHaveLength(1))
    expectPage(1, list)
    expect(isBusy()).toBe(true)
    expect(button('Page 2').getAttribute('aria-busy')).toBe('true')
    if (screen.queryByRole('table')) expect(isBusyTable()).toBe('true')
    await meanwhile(() => calls()[0]?.answer())
    await screen.findByText(/^Row 2\.1/)
    expectPage(2, list)
    expect(isBusy()).toBe(false)
    expect(document.activeElement).toBe(next())
  })

  test('keep what is shown where the next page fails, and ask for it again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { user } = await openList(list)
    const calls = list.hold()
    await pressNext(user)
    await waitFor(() => expect(calls()).toHaveLength(1))
    await meanwhile(() => calls()[0]?.fail())
    await screen.findByText(/The list is as it was before\.$/)
    expectPage(1, list)
    expect(isBusy()).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(calls()).toHaveLength(2))
    await meanwhile(() => calls()[1]?.answer())
    await screen.findByText(/^Row 2\.1/)
    expectPage(2, list)
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })
})
