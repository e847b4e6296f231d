// @vitest-environment happy-dom
import { listPurchases } from '@almanac/contract/payments'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { PurchaseList } from '../src/features/activity/purchase-list.tsx'
import { stella, tenant } from './people.ts'
import { answer, hold, meanwhile, nth, open, showOn, signIn } from './scene.ts'

const TOTAL_ITEMS = 90

/** A page of purchases, each named after its page. */
function purchasesOf(page: number) {
  const purchase = {
    numberOfTokens: 1,
    amount: 1,
    refundedAmount: 0,
    lostAmount: 0,
    state: 'paid' as const,
    paymentMethod: 'card',
    cardBrand: 'visa',
    lastFourDigit: '4242',
    isAutoPurchase: false,
    createdAt: '2026-11-22T14:05:00Z',
  }
  const data = [1, 2].map((row) => ({
    ...purchase,
    id: page * 100 + row,
    packageName: `Package ${page}.${row}`,
  }))
  return { data, totalItems: TOTAL_ITEMS, totalPages: TOTAL_ITEMS / 2, currentPage: page }
}

const shown = () => screen.queryAllByText(/^Package \d\.\d$/).map((cell) => cell.firstChild?.textContent)
const rowsOf = (...pages: number[]) => pages.flatMap((page) => [`Package ${page}.1`, `Package ${page}.2`])
const currentPage = () => screen.getByRole('button', { current: 'page' }).textContent
const entries = () =>
  within(screen.getByRole('navigation', { name: 'Pages' })).getByText(/entries$/).textContent

/** The list at its first page; later pages wait for the test. */
async function openList() {
  answer(listPurchases, purchasesOf(1))
  const scene = await open(PurchaseList)
  await screen.findByText('Package 1.1')
  return { ...scene, calls: hold(listPurchases) }
}
const next = () => screen.getByRole('button', { name: 'Next page' })
const pageOf = ({ query }: { query: URLSearchParams }) => Number(query.get('page'))

beforeEach(async () => {
  answer(getCustomerDetailsByUrl, tenant)
  await signIn(stella)
})

describe('a list by pages', () => {
  beforeEach(() => showOn('laptop'))

  test('keeps the rows that are there until those of the next page come', async () => {
    const { user, calls } = await openList()
    await user.click(next())
    const second = await nth(calls, 1)
    expect(pageOf(second)).toBe(2)
    expect(currentPage()).toBe('1')
    expect(entries()).toBe('1–20 of 90 entries')
    expect(shown()).toEqual(rowsOf(1))
    second.answer(purchasesOf(2))
    await screen.findByText('Package 2.1')
    expect(shown()).toEqual(rowsOf(2))
    expect(entries()).toBe('21–40 of 90 entries')
    expect(calls).toHaveLength(1)
  })

  test('goes two pages on by two quick clicks', async () => {
    const { user, calls } = await openList()
    await user.dblClick(next())
    const third = await nth(calls, 2)
    expect(calls.map(pageOf)).toEqual([2, 3])
    third.answer(purchasesOf(3))
    await screen.findByText('Package 3.1')
    expect(shown()).toEqual(rowsOf(3))
    expect(currentPage()).toBe('3')
  })

  test('is not overwritten by an older answer that comes late', async () => {
    const { user, calls } = await openList()
    await user.click(next())
    const second = await nth(calls, 1)
    await user.click(next())
    const third = await nth(calls, 2)
    third.answer(purchasesOf(3))
    await screen.findByText('Package 3.1')
    await meanwhile(() => second.answer(purchasesOf(2)))
    expect(shown()).toEqual(rowsOf(3))
    expect(currentPage()).toBe('3')
    // It is page 3 too that stays until the rows of another one come.
    await user.click(screen.getByRole('button', { name: 'Page 4' }))
    expect(shown()).toEqual(rowsOf(3))
    expect(pageOf(await nth(calls, 3))).toBe(4)
  })

  test('begins again where it is shown by another number of rows', async () => {
    const { user, calls } = await openList()
    await user.click(next())
    const second = await nth(calls, 1)
    second.answer(purchasesOf(2))
    await screen.findByText('Package 2.1')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Items per page' }), '50')
    const larger = await nth(calls, 2)
    expect(Object.fromEntries(larger.query)).toEqual({ page: '1', itemPerPage: '50' })
  })
})

describe('a list on a phone', () => {
  beforeEach(() => showOn('phone'))

  test('grows by a page for two quick clicks', async () => {
    const { user, calls } = await openList()
    const more = screen.getByRole('button', { name: 'Load More' })
    await user.dblClick(more)
    const second = await nth(calls, 1)
    expect(more.getAttribute('aria-busy')).toBe('true')
    expect(shown()).toEqual(rowsOf(1))
    second.answer(purchasesOf(2))
    await screen.findByText('Package 2.1')
    expect(shown()).toEqual(rowsOf(1, 2))
    expect(calls.map(pageOf)).toEqual([2])
  })
})
