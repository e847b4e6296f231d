// @vitest-environment happy-dom
import { listGrossSales, readRevenue, readUsage } from '@almanac/contract/reports'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { Component } from '../src/features/reports/revenue-report-page.tsx'
import { operator, pageOf, tenant } from './people.ts'
import { answer, open, showOn, signIn } from './scene.ts'

const pattern = '/aurora/customer/revenue-report'
const shown = 'from=2026-01-10&to=2026-01-20'
/** The days that the server was asked for, once for each report of them. */
const asked: string[] = []

beforeEach(async () => {
  asked.length = 0
  showOn('laptop')
  answer(getCustomerDetailsByUrl, tenant)
  answer(readRevenue, (query) => {
    asked.push(`${query.get('startDate')} ${query.get('endDate')}`)
    return { totalRevenue: 0, totalGrossSales: 0, totalRefunds: 0, totalLostDisputes: 0, revenueData: [] }
  })
  answer(readUsage, { totalAudioPlays: 0, totalSmsSunbrusts: 0, usageData: [] })
  answer(listGrossSales, {
    ...pageOf([]),
    totals: { packageSoldQuantity: 0, tokenCount: 0, totalAmount: 0 },
  })
  await signIn(operator)
})

const parts = () => [...document.querySelectorAll<HTMLElement>('[role=spinbutton]')]
const written = () => parts().map((part) => part.textContent)

/** The report of some days in January, opened from another page, and the first part of its days. */
async function openReport() {
  const scene = await open(Component, { at: pattern, pattern })
  await scene.goTo(`${pattern}?${shown}`)
  await waitFor(() => expect(written()).toEqual(['01', '10', '2026', '01', '20', '2026']))
  await waitFor(() => expect(asked.at(-1)).toBe('2026-01-10 2026-01-20'))
  const begin = () => scene.user.click(parts()[0] as HTMLElement)
  return { ...scene, begin }
}

describe('days that are typed', () => {
  test('are asked for once, in the place of those before in the history', async () => {
    const { user, begin, search, goBack } = await openReport()
    const before = asked.length
    await begin()
    await user.keyboard('0112202601182026{Enter}')
    await waitFor(() => expect(search()).toBe('from=2026-01-12&to=2026-01-18'))
    await waitFor(() => expect(asked.slice(before)).toEqual(['2026-01-12 2026-01-18']))
    expect(written()).toEqual(['01', '12', '2026', '01', '18', '2026'])
    await goBack()
    await waitFor(() => expect(search()).toBe(''))
  })

  test('in the wrong order stay with a sentence, until they are mended', async () => {
    const { user, begin, search } = await openReport()
    await begin()
    await user.keyboard('02')
    await user.click(document.body)
    expect(screen.getByText('Start date can not be after end date')).toBeDefined()
    expect(written()).toEqual(['02', '10', '2026', '01', '20', '2026'])
    expect(search()).toBe(shown)
    await begin()
    await user.keyboard('01')
    await user.click(document.body)
    await waitFor(() => expect(screen.queryByText('Start date can not be after end date')).toBeNull())
    expect(search()).toBe(shown)
  })

  test('in the wrong order go by the preset that is shown', async () => {
    const { user, begin, goBack, search } = await openReport()
    await goBack()
    await waitFor(() => expect(search()).toBe(''))
    const today = written()
    await begin()
    await user.keyboard('{ArrowRight}{ArrowRight}2099')
    await user.click(document.body)
    expect(screen.getByText('Start date can not be after end date')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Today' }))
    expect(screen.queryByText('Start date can not be after end date')).toBeNull()
    expect(written()).toEqual(today)
  })

  test('of which a part is left empty go back to those that are shown', async () => {
    const { user, begin, search } = await openReport()
    await begin()
    await user.keyboard('{Backspace}{Backspace}')
    await user.click(document.body)
    await waitFor(() => expect(written()).toEqual(['01', '10', '2026', '01', '20', '2026']))
    expect(search()).toBe(shown)
  })
})
