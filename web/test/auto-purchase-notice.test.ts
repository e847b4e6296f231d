// @vitest-environment happy-dom
import {
  type AutoPurchaseRule,
  getAutoPurchase,
  resumeAutoPurchase,
  toggleAutoPurchase,
} from '@almanac/contract/auto-purchase'
import { listConsumerPackages } from '@almanac/contract/packages'
import { deleteDefaultPayment, getDefaultPayment, listPurchases } from '@almanac/contract/payments'
import { getConsumerProfile } from '@almanac/contract/profile'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { createElement, Fragment } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient, refresh } from '../src/api/query-client.ts'
import { AutoPurchaseBar } from '../src/features/auto-purchase/auto-purchase-bar.tsx'
import { AutoPurchaseNews } from '../src/features/auto-purchase/auto-purchase-news.tsx'
import { Component as ProfileScreen } from '../src/shells/consumer-profile-screen.tsx'
import { hideToast, readToasts } from '../src/ui/toast-store.ts'
import {
  noPayment,
  noRule,
  offer,
  pageOf,
  profile,
  receipt,
  rule,
  savedCard,
  stella,
  tenant,
} from './people.ts'
import { answer, arriveAt, hold, meanwhile, nth, open, signIn } from './scene.ts'

const MONTH = 'A Month of Tuesdays'
const declined: Partial<AutoPurchaseRule> = {
  state: 'paused',
  pauseReason: 'declined',
  failureMessage: 'Your card has insufficient funds.',
}
const dearer: Partial<AutoPurchaseRule> = {
  state: 'paused',
  pauseReason: 'price',
  offerNow: { price: 24, numberOfTokens: 28 },
}
const ruleIs = (changes: Partial<AutoPurchaseRule> | null) =>
  answer(getAutoPurchase, changes ? { ...noRule, rule: rule(changes) } : noRule)
const resumed = { ...noRule, rule: rule(), message: 'Automatic purchase is on.' }

const notice = () => screen.findByRole('region', { name: 'Automatic purchase' })
const isNoticeGone = () =>
  waitFor(() => expect(screen.queryByRole('region', { name: 'Automatic purchase' })).toBeNull())
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const showProfile = () => open(ProfileScreen, { at: '/aurora/profile' })

afterEach(() => void vi.useRealTimers())
beforeEach(async () => {
  localStorage.clear()
  answer(getCustomerDetailsByUrl, tenant)
  answer(getConsumerProfile, { ...profile, autoRenewPackage: MONTH })
  answer(getDefaultPayment, savedCard)
  answer(listConsumerPackages, { packages: [offer()] })
  answer(listPurchases, pageOf([]))
  ruleIs({})
  await signIn(stella)
})

describe('what stands in the way', () => {
  test.each<[string, Partial<AutoPurchaseRule>, string[], Record<string, string | null>]>([
    [
      'a decline after which another try follows',
      {
        failureMessage: 'Your card was declined.',
        nextTryAt: '2026-11-22T15:05:00Z',
        waitReason: 'declined',
      },
      [
        'Your automatic purchase did not go through.',
        'Your card was declined.',
        `Nothing was charged for ${MONTH}. We try again on Nov 22, 2026 at 10:05 AM, if your balance is still at 2 tokens`,
      ],
      { 'Change Payment Method': '/aurora/profile/default-payment/update' },
    ],
    [
      'the limit of a day',
      { nextTryAt: '2026-11-22T15:05:00Z', waitReason: 'limit' },
      [
        'Your automatic purchase waits: the limit for 24 hours is reached.',
        `${MONTH} is bought on Nov 22, 2026 at 10:05 AM, if your balance is still at 2 tokens or below then.`,
      ],
      {},
    ],
    [
      'the last decline',
      declined,
      [
        'Automatic purchase is paused: your payment was declined.',
        'Your card has insufficient funds.',
        `Nothing was charged for ${MONTH}. Change your default payment, and ${MONTH} is bought with that one`,
      ],
      { 'Change Payment Method': '/aurora/profile/default-payment/update', Resume: null },
    ],
    [
      'a bank that asks',
      { state: 'paused', pauseReason: 'bank' },
      ['your bank wants you to confirm the payment.', `Purchase ${MONTH} yourself`],
      { 'Purchase Yourself': '/aurora/packages/purchase', Resume: null },
    ],
    [
      'a higher price',
      dearer,
      [
        `The price of ${MONTH} has changed.`,
        'You agreed to28 Tokens for $22.40Now28 Tokens for $24.00',
        'Nothing is bought automatically until you agree to it.',
      ],
      { 'Agree to $24.00': null },
    ],
    [
      'another number of tokens, before anything waits for it',
      { offerNow: { price: 22.4, numberOfTokens: 20 } },
      [`${MONTH} now holds another number of tokens.`, 'Now20 Tokens for $22.40'],
      { 'Agree to $22.40': null },
    ],
    [
      'a dispute',
      { state: 'paused', pauseReason: 'dispute' },
      ['one of your payments is disputed.', 'until that is decided, then it goes on by itself'],
      {},
    ],
    [
      'a stop of all',
      { state: 'paused', pauseReason: 'stopped' },
      ['Automatic purchases are stopped for now.', 'You can purchase tokens yourself meanwhile.'],
      {},
    ],
  ])('%s is said, with the way on', async (_what, changes, words, ways) => {
    ruleIs(changes)
    await showProfile()
    const told = await notice()
    for (const part of words) expect(told.textContent).toContain(part)
    const acts = [...told.querySelectorAll('a, button')].map((one) => [
      one.textContent,
      one.getAttribute('href'),
    ])
    expect(Object.fromEntries(acts)).toEqual(ways)
  })

  test('is nothing of a rule that goes on', async () => {
    await showProfile()
    await button('Turn Off')
    expect(screen.queryByRole('region', { name: 'Automatic purchase' })).toBeNull()
  })

  test('at the bank leads to the purchase of that package', async () => {
    ruleIs({ state: 'paused', pauseReason: 'bank' })
    const { user } = await showProfile()
    await user.click(await screen.findByRole('link', { name: 'Purchase Yourself' }))
    await arriveAt('/aurora/packages/purchase')
  })

  test.each([
    [3, false],
    [2, true],
  ])('at a balance of %i says that going on charges now: %s', async (tokenBalance, isNow) => {
    await signIn({ ...stella, tokenBalance })
    ruleIs(dearer)
    await showProfile()
    expect((await notice()).textContent?.includes('so $24.00 is charged as soon as you agree')).toBe(isNow)
  })
})

describe('going on', () => {
  test('is sent once, at the terms on screen, and nothing stands in the way then', async () => {
    ruleIs(declined)
    const calls = hold(resumeAutoPurchase)
    const { user } = await showProfile()
    await user.dblClick(await button('Resume'))
    const call = await nth(calls, 1)
    expect([calls.length, call.body]).toEqual([
      1,
      { expectedPrice: 22.4, expectedTokens: 28, expectedThreshold: 2 },
    ])
    expect(screen.getByText('Paused')).toBeDefined()
    ruleIs({})
    await meanwhile(() => call.answer(resumed))
    await isNoticeGone()
    expect(screen.getByText('Active')).toBeDefined()
    expect(document.activeElement?.textContent).toBe('Auto-Purchase Package')
    expect(screen.getByText(resumed.message)).toBeDefined()
  })

  test('agrees to the new price, and is asked again at a newer one', async () => {
    ruleIs(dearer)
    const calls = hold(resumeAutoPurchase)
    const { user } = await showProfile()
    await user.click(await button('Agree to $24.00'))
    const call = await nth(calls, 1)
    expect(call.body).toEqual({ expectedPrice: 24, expectedTokens: 28, expectedThreshold: 2 })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    ruleIs({ ...dearer, offerNow: { price: 26, numberOfTokens: 28 } })
    await meanwhile(() => call.refuse('price_changed', { price: 26, numberOfTokens: 28 }))
    act(() => void vi.advanceTimersByTime(1))
    const anew = screen.getByRole('button', { name: 'Agree to $26.00' })
    act(() => anew.click())
    expect(calls).toHaveLength(1)
    act(() => void vi.advanceTimersByTime(600))
    vi.useRealTimers()
    await user.click(anew)
    expect((await nth(calls, 2)).body).toEqual({
      expectedPrice: 26,
      expectedTokens: 28,
      expectedThreshold: 2,
    })
  })

  test('before it waits for the new price turns it on at that one', async () => {
    ruleIs({ offerNow: { price: 24, numberOfTokens: 28 } })
    const calls = hold(toggleAutoPurchase)
    const { user } = await showProfile()
    await user.click(await button('Agree to $24.00'))
    expect((await nth(calls, 1)).body).toEqual({
      isAutoPaymentChecked: true,
      packageId: 21,
      expectedPrice: 24,
      expectedTokens: 28,
      expectedThreshold: 2,
    })
  })

  test.each([
    [
      "the server's sentence",
      { message: 'One of your payments is disputed.' },
      'One of your payments is disputed.',
    ],
    ['the words of the catalogue', {}, 'Error while updating auto payment.'],
  ])('that fails has %s, and can be tried again', async (_what, words, shown) => {
    ruleIs(declined)
    const calls = hold(resumeAutoPurchase)
    const { user } = await showProfile()
    await user.click(await button('Resume'))
    const call = await nth(calls, 1)
    await meanwhile(() => call.fail(words))
    await screen.findByText(shown)
    await user.click(await button('Resume'))
    await nth(calls, 2)
  })
})

describe('the profile', () => {
  const section = async () =>
    (await screen.findByRole('region', { name: 'Auto-Purchase Package' })).textContent

  test('says the package, its terms, how it stands and when it is bought', async () => {
    await showProfile()
    await button('Turn Off')
    expect(await section()).toContain(`${MONTH}Active28 Tokens for $22.40`)
    expect(await section()).toContain('when your token balance falls to 2 tokens or below')
  })

  test('says none where there is none, and leads to the packages', async () => {
    ruleIs(null)
    await showProfile()
    const link = await screen.findByRole('link', { name: 'Choose a Package' })
    expect(await section()).toMatch(/noneA package that you choose .* falls to 2 tokens or below/)
    expect(link.getAttribute('href')).toBe('/aurora/packages')
  })

  test('turns it off at once, and once', async () => {
    const calls = hold(toggleAutoPurchase)
    const { user } = await showProfile()
    await user.dblClick(await button('Turn Off'))
    const call = await nth(calls, 1)
    expect([calls.length, call.body]).toEqual([1, { isAutoPaymentChecked: false, packageId: 21 }])
    ruleIs(null)
    await meanwhile(() => call.answer({ ...noRule, message: 'Automatic purchase is off.' }))
    await screen.findByRole('link', { name: 'Choose a Package' })
    expect(document.activeElement?.textContent).toBe('Auto-Purchase Package')
  })

  test('warns before the default payment is deleted, and shows that it ended', async () => {
    answer(deleteDefaultPayment, { ...noPayment, message: 'Default card info deleted successfully.' })
    const { user } = await showProfile()
    await user.click(await button('Delete'))
    const dialog = await screen.findByRole('dialog', { name: 'Delete default payment' })
    expect(dialog.textContent).toContain(
      `The existing package subscription will be cancelled: ${MONTH} is not bought automatically any more.`,
    )
    ruleIs(null)
    answer(getDefaultPayment, noPayment)
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await screen.findByRole('link', { name: 'Choose a Package' })
  })
})

describe('the line under the header', () => {
  const show = (at = '/aurora/dashboard') => open(AutoPurchaseBar, { at, pattern: '/:customerUrl/*' })
  const words = 'Automatic purchase is paused: your payment was declined.'

  test('says it on other screens, and leads to the profile', async () => {
    ruleIs(declined)
    await show()
    await screen.findByText(words, { exact: false })
    expect(screen.getByRole('link', { name: 'View Details' }).getAttribute('href')).toBe('/aurora/profile')
  })

  test.each(['/aurora/packages', '/aurora/profile'])(
    'is not there at %s, which say it themselves',
    async (at) => {
      const calls = hold(getAutoPurchase)
      await show(at)
      const call = await nth(calls, 1)
      await meanwhile(() => call.answer({ ...noRule, rule: rule(declined) }))
      expect(screen.queryByText(words, { exact: false })).toBeNull()
    },
  )

  test('stays away once it was put away, until something else stands in the way', async () => {
    ruleIs(declined)
    const { user } = await show()
    await user.click(await button('Dismiss'))
    expect(screen.queryByText(words, { exact: false })).toBeNull()
    await meanwhile(() => void refresh('profile'))
    expect(screen.queryByText(words, { exact: false })).toBeNull()
    ruleIs({ ...declined, failureMessage: 'Your card has expired.' })
    await meanwhile(() => void refresh('profile'))
    await screen.findByText(words, { exact: false })
  })

  test('that was put away is away on the next page too, and the profile says it all the same', async () => {
    ruleIs(declined)
    const { user } = await show()
    await user.click(await button('Dismiss'))
    cleanup()
    const Both = () =>
      createElement(Fragment, null, createElement(AutoPurchaseBar), createElement(ProfileScreen))
    await open(Both, { at: '/aurora/faq' })
    expect((await notice()).textContent).toContain(words)
    expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull()
  })

  test('comes by itself when a payment is declined meanwhile', async () => {
    await show()
    ruleIs(declined)
    await meanwhile(() => void refresh('balance'))
    await screen.findByText(words, { exact: false })
  })
})

describe('a package that is bought automatically while a screen is open', () => {
  const bought = { ...receipt, id: 50, amount: 22.4, isAutoPurchase: true }
  const words = `${MONTH} was purchased automatically for $22.40: you have 28 Tokens more.`
  type Rows = Parameters<typeof pageOf<typeof bought>>[0]

  /** What was bought as it is answered first, and then after each word of another balance. */
  async function hear(...answers: Rows[]) {
    const calls = hold(listPurchases)
    await open(AutoPurchaseNews)
    for (const [index, rows] of answers.entries()) {
      if (index > 0) await meanwhile(() => void refresh('balance'))
      const call = await nth(calls, index + 1)
      await meanwhile(() => call.answer(pageOf(rows)))
      await expect.poll(() => queryClient.isFetching()).toBe(0)
    }
  }

  const told = () => readToasts().map(({ text }) => text)
  const next = { ...bought, id: 51, packageName: 'A Year of Tuesdays' }
  const nextWords = words.replace(MONTH, next.packageName)

  test('is told, not what was there before, and not again', async () => {
    await hear([{ ...next, id: 40 }], [bought, { ...next, id: 40 }])
    await screen.findByText(words)
    expect(told()).toEqual([words])
    hideToast(readToasts()[0]?.id ?? 0)
    const calls = hold(listPurchases)
    await meanwhile(() => void refresh('balance'))
    const call = await nth(calls, 1)
    call.answer(pageOf([next, bought]))
    await screen.findByText(nextWords)
    expect(told()).toEqual([nextWords])
  })

  test('is told although it was begun before another purchase', async () => {
    await hear([{ ...receipt, id: 60 }], [bought, { ...receipt, id: 60 }])
    await screen.findByText(words)
  })

  test('is told, but not what a person bought', async () => {
    await hear([], [{ ...bought, isAutoPurchase: false }], [next])
    await screen.findByText(nextWords)
    expect(told()).toEqual([nextWords])
  })

  test('is not asked for where no package is chosen', async () => {
    ruleIs(null)
    const calls = hold(listPurchases)
    await open(AutoPurchaseNews)
    await meanwhile(() => void refresh('balance'))
    expect(calls).toHaveLength(0)
  })
})
