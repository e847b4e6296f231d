// @vitest-environment happy-dom
import { listTokenTransactions } from '@almanac/contract/ledger'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { Component } from '../src/features/ledger/token-transactions-page.tsx'
import { admin, pageOf } from './people.ts'
import { answer, open, showOn, signIn } from './scene.ts'

let asked: Record<string, string>[]

beforeEach(async () => {
  showOn('laptop')
  asked = []
  answer(listTokenTransactions, (query) => {
    asked.push(Object.fromEntries(query))
    return pageOf([])
  })
  await signIn(admin)
})

const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name })
/** Month, day and year of the start, then of the end. */
const parts = () => [...document.querySelectorAll<HTMLElement>('[role=spinbutton]')]
const written = () => parts().map((part) => part.textContent)

async function openHistory() {
  const scene = await open(Component, { at: '/admin?from=2026-01-10&to=2026-01-20' })
  await waitFor(() => expect(asked).toHaveLength(1))
  const type = async (part: number, keys: string) => {
    // A screen that has just arrived has the focus on its heading, perhaps after the click.
    await waitFor(async () => {
      await scene.user.click(parts()[part] as HTMLElement)
      expect(document.activeElement).toBe(parts()[part])
    })
    await scene.user.keyboard(keys)
  }
  return { ...scene, type }
}

test('the token history is sorted by the column and in the direction that are chosen', async () => {
  const { user } = await openHistory()
  expect(asked.at(-1)).toMatchObject({ shortByColumn: 'createdAt', isShortAscending: 'false' })
  expect([...select('Sort Type').options].map(({ text }) => text)).toEqual(['Ascending', 'Descending'])
  await user.selectOptions(select('Sort Type'), 'Ascending')
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({ shortByColumn: 'createdAt', isShortAscending: 'true' }),
  )
  expect([...select('Sort By').options].map(({ text }) => text)).toEqual([
    ...['Date Time', 'Username', 'Description', 'Token Debit', 'Token Credit', 'Token Balance'],
  ])
  await user.selectOptions(select('Sort By'), 'Token Balance')
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({ shortByColumn: 'newTokenBalance', isShortAscending: 'true' }),
  )
})

describe('its days', () => {
  test('may not begin after they end: that is said, and the list stays as it is until it is mended', async () => {
    const { type, search } = await openHistory()
    await type(0, '02')
    expect(await screen.findByText('Start date can not be after end date')).toBeDefined()
    expect(written()).toEqual(['02', '10', '2026', '01', '20', '2026'])
    expect([asked.length, search()]).toEqual([1, 'from=2026-01-10&to=2026-01-20'])
    await type(3, '03')
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject({ startDate: '2026-02-10', endDate: '2026-03-20' }),
    )
    expect(screen.queryByText('Start date can not be after end date')).toBeNull()
  })

  test('may not end before they begin', async () => {
    const { type } = await openHistory()
    await type(4, '09')
    expect(await screen.findByText('End date can not be before start date')).toBeDefined()
    expect(asked).toHaveLength(1)
  })
})
