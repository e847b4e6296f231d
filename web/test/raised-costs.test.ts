// @vitest-environment happy-dom
import { listConsumerCategories } from '@almanac/contract/categories'
import { listReceivedSunbursts } from '@almanac/contract/delivery'
import { paths } from '@almanac/contract/pages'
import { getConsumerProfile } from '@almanac/contract/profile'
import { readOutlook } from '@almanac/contract/rehearsal'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { answerRaisedCost, listRaisedCosts } from '@almanac/contract/subscriptions'
import { screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { RaisedCostBar } from '../src/features/subscriptions/raised-cost-bar.tsx'
import { SubscriptionsPage } from '../src/features/subscriptions/subscriptions-page.tsx'
import { nothingComing } from './coming.ts'
import { category, pageOf, profile, stella, tenant, virgo } from './people.ts'
import { answer, hold, meanwhile, nth, open, showOn, signIn } from './scene.ts'

const raised = {
  consumerCategoryId: virgo.id,
  categoryName: 'Virgo',
  raisedDateTime: '2026-11-20T12:00:00.000Z',
  costs: [{ medium: 'email' as const, fromTokens: 1, toTokens: 2 }],
}

const at = paths.subscriptions('aurora')
const pattern = '/:customerUrl/subscriptions'
const Page = () => createElement(SubscriptionsPage, { footNote: null })

beforeEach(async () => {
  showOn('laptop')
  answer(getCustomerDetailsByUrl, tenant)
  answer(listConsumerCategories, pageOf([virgo, category()]))
  answer(listReceivedSunbursts, { sunbursts: [] })
  answer(listRaisedCosts, { raisedCosts: [raised] })
  answer(readOutlook, nothingComing)
  answer(getConsumerProfile, profile)
  await signIn(stella)
})

describe('a cost that rose since one subscribed', () => {
  test('is said with what it was, and ended by one press, once, whatever its answer', async () => {
    const calls = hold(answerRaisedCost)
    const { user } = await open(Page, { at, pattern })
    const notice = within(await screen.findByRole('list', { name: 'Costs that rose' }))
    expect(notice.getByText('Virgo costs more: by email 2 tokens, until now 1.')).toBeDefined()
    await user.click(notice.getByRole('button', { name: 'End Virgo' }))
    await user.click(notice.getByRole('button', { name: 'Keep It' }))
    const first = await nth(calls, 1)
    expect(first.body).toEqual({ isKept: false, costs: [{ medium: 'email', toTokens: 2 }] })
    await meanwhile(() => first.drop())
    await user.click(notice.getByRole('button', { name: 'End Virgo' }))
    const second = await nth(calls, 2)
    expect(calls).toHaveLength(2)
    answer(listRaisedCosts, { raisedCosts: [] })
    await meanwhile(() => second.answer({ message: 'Unsubscribed successfully.' }))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Costs that rose' })).toBeNull())
    expect(screen.getByText('Unsubscribed successfully.')).toBeDefined()
  })

  test('is kept by a press', async () => {
    const calls = hold(answerRaisedCost)
    const { user } = await open(Page, { at, pattern })
    await user.click(await screen.findByRole('button', { name: 'Keep It' }))
    expect((await nth(calls, 1)).body).toMatchObject({ isKept: true })
  })

  test('is said on every other screen in a line that leads there', async () => {
    await open(RaisedCostBar, { at: paths.dashboard('aurora'), pattern: '/:customerUrl/dashboard' })
    const link = await screen.findByRole('link', { name: 'Keep or End It' })
    expect(link.getAttribute('href')).toBe(at)
  })
})

describe('what is coming up', () => {
  test('says until when it is covered, and leads to the packages where it is not', async () => {
    answer(listRaisedCosts, { raisedCosts: [] })
    answer(readOutlook, {
      ...nothingComing,
      tokenBalance: 1,
      tokens: 2,
      signs: [
        {
          consumerCategoryId: virgo.id,
          categoryName: 'Virgo',
          mediums: ['email'],
          scheduled: 2,
          covered: 1,
          nextDateTime: '2026-11-24T12:00:00.000Z',
          next: [{ medium: 'email', dateTime: '2026-11-24T12:00:00.000Z' }],
        },
      ],
      lastDateTime: '2026-11-25T12:00:00.000Z',
      coveredUntilDateTime: '2026-11-24T12:00:00.000Z',
      firstUncovered: { dateTime: '2026-11-25T12:00:00.000Z', categoryName: 'Virgo', comesBy: null },
    })
    await open(Page, { at, pattern })
    const part = within(await screen.findByRole('region', { name: 'Coming Up' }))
    expect(part.getByText('Covered until Tuesday, November 24')).toBeDefined()
    expect(part.getByText('1 of 2 covered')).toBeDefined()
    expect(part.getByRole('link', { name: 'Purchase Tokens' }).getAttribute('href')).toBe(
      paths.packages('aurora'),
    )
  })
})
