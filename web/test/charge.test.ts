// @vitest-environment happy-dom
import { chargeAudio, listConsumerAudio } from '@almanac/contract/audio'
import { type AutoPurchase, getAutoPurchase } from '@almanac/contract/auto-purchase'
import { listConsumerCategories } from '@almanac/contract/categories'
import { checkSession } from '@almanac/contract/profile'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { act, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readSession } from '../src/api/session.ts'
import { AudioSessionProvider } from '../src/features/audio/listening/audio-session.tsx'
import { Component } from '../src/shells/dashboard-screen.tsx'
import { category, noRule, pageOf, reading, rule, stella, tenant } from './people.ts'
import { answer, hold, meanwhile, nth, open, signIn } from './scene.ts'

const NO_ANSWER = 'We cannot reach the server right now. Please try again shortly.'

const row = () => screen.getByRole('heading', { name: reading.audioName }).closest('li')
const question = (title = 'Use 7 Tokens?') => screen.queryByRole('dialog', { name: title })
const isAtRest = (button: HTMLElement) => button.getAttribute('aria-disabled') === null
const inQuestion = (name: string, title?: string) =>
  within(question(title) as HTMLElement).getByRole<HTMLButtonElement>('button', { name })

/** The readings, and the first one asked for. */
async function askForReading() {
  const calls = hold(chargeAudio)
  const scene = await open(() => createElement(AudioSessionProvider, null, createElement(Component)), {
    at: '/aurora/dashboard',
  })
  const play = async () =>
    scene.user.click(await screen.findByRole('button', { name: `Play ${reading.audioName}` }))
  await play()
  return { ...scene, calls, play }
}

/** The sign, with readings at that price. */
const costing = (tokens: number) => ({
  ...category(),
  deliveryMediums: category().deliveryMediums.map((medium) =>
    medium.name === 'audio' ? { ...medium, numberOfTokens: tokens } : medium,
  ),
})

const charged = { tokenBalance: 93, tokensCharged: 7, alreadyCharged: false, message: '7 tokens were used.' }

afterEach(() => void vi.useRealTimers())
beforeEach(async () => {
  sessionStorage.clear()
  answer(getCustomerDetailsByUrl, tenant)
  answer(listConsumerCategories, pageOf([category()]))
  answer(listConsumerAudio, pageOf([reading]))
  answer(getAutoPurchase, noRule)
  await signIn(stella)
})

describe('the question before a reading is charged', () => {
  const until = '2026-11-22T15:05:00Z'
  test.each<[number, Partial<AutoPurchase>, boolean]>([
    [8, { rule: rule() }, true],
    [10, { rule: rule() }, false],
    [8, { rule: rule(), blockedBy: { reason: 'limit', until } }, false],
    [8, { rule: rule({ nextTryAt: until, failureMessage: 'Declined.' }) }, false],
    [8, { rule: rule({ state: 'paused', pauseReason: 'declined' }) }, false],
    [8, { rule: null }, false],
  ])(
    'from a balance of %i with %j says that it triggers an automatic purchase: %s',
    async (balance, auto, does) => {
      await signIn({ ...stella, tokenBalance: balance })
      const reads = hold(getAutoPurchase)
      await askForReading()
      const call = await nth(reads, 1)
      await meanwhile(() => call.answer({ ...noRule, ...auto }))
      await waitFor(() => expect(question()).not.toBeNull())
      const sentence =
        'This takes your balance to 1 token, so A Month of Tuesdays is bought for $22.40 with your default payment.'
      await waitFor(() => expect(question()?.textContent?.includes(sentence)).toBe(does))
    },
  )

  test.each(['Cancel', 'Close', '{Escape}'])('sends nothing when it is turned down by %s', async (no) => {
    const { user, calls, play } = await askForReading()
    expect(document.activeElement).toBe(inQuestion('Cancel'))
    if (no === '{Escape}') await user.keyboard(no)
    else await user.click(inQuestion(no))
    expect(question()).toBeNull()
    expect(row()?.textContent).toContain('7 Tokens')
    // It is asked anew, and what is sent is this one yes.
    await play()
    await user.click(inQuestion('Proceed'))
    await nth(calls, 1)
    expect(calls).toHaveLength(1)
  })

  test('holds while the charge is under way: no mark, no second charge, no way out', async () => {
    const { user, calls } = await askForReading()
    await user.click(inQuestion('Proceed'))
    const call = await nth(calls, 1)
    expect(call.query.get('expectedTokens')).toBe('7')
    expect(inQuestion('Proceed').getAttribute('aria-busy')).toBe('true')
    await user.dblClick(inQuestion('Proceed'))
    await user.keyboard('{Escape}')
    expect(question()).not.toBeNull()
    expect(inQuestion('Cancel').disabled).toBe(true)
    expect(row()?.textContent).not.toContain('Charged')
    answer(checkSession, { ...stella, tokenBalance: 93 })
    answer(listConsumerAudio, pageOf([{ ...reading, isCharged: true }]))
    call.answer(charged)
    await waitFor(() => expect(row()?.textContent).toContain('Charged'))
    expect(question()).toBeNull()
    expect(calls).toHaveLength(1)
  })

  test('shows the balance of the answer, which may differ from the one on screen less the price', async () => {
    const { user, calls } = await askForReading()
    await user.click(inQuestion('Proceed'))
    // The session check is held: only the charge's answer can bring the new balance.
    const checks = hold(checkSession)
    const call = await nth(calls, 1)
    call.answer({ ...charged, tokenBalance: 41 })
    await waitFor(() => expect(readSession()).toMatchObject({ user: { tokenBalance: 41 } }))
    ;(await nth(checks, 1)).answer({ ...stella, tokenBalance: 41 })
  })

  test('reads the balance again after the server refused a charge that it does not cover', async () => {
    const { user, calls } = await askForReading()
    await user.click(inQuestion('Proceed'))
    const call = await nth(calls, 1)
    answer(checkSession, { ...stella, tokenBalance: 3 })
    call.refuse('insufficient_tokens')
    const prompt = await screen.findByRole('dialog', { name: 'Please Purchase Tokens' })
    await waitFor(() => expect(prompt.textContent).toContain('you have 3 Tokens.'))
  })

  test.each([
    ['that fails', 'The moon is in the way.'],
    ['whose answer is lost', NO_ANSWER],
  ])(
    'is over after a charge %s, which leaves no mark; the next one is the same play',
    async (_how, words) => {
      const { user, calls, play } = await askForReading()
      await user.click(inQuestion('Proceed'))
      const first = await nth(calls, 1)
      if (words === NO_ANSWER) first.drop()
      else first.fail({ message: words })
      await screen.findByText(words)
      await waitFor(() => expect(question()).toBeNull())
      expect(row()?.textContent).toContain('7 Tokens')
      expect(row()?.textContent).not.toContain('Charged')
      await play()
      await user.click(inQuestion('Proceed'))
      const second = await nth(calls, 2)
      expect(second.query.get('session')).toBe(first.query.get('session'))
    },
  )

  test('is asked anew at a price that has changed, and then charges that one', async () => {
    const { user, calls } = await askForReading()
    await user.click(inQuestion('Proceed'))
    const first = await nth(calls, 1)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await meanwhile(() => first.refuse('price_changed', { numberOfTokens: 9 }))
    const anew = 'Use 9 Tokens?'
    expect(question(anew)?.textContent).toContain('This reading now costs 9 tokens. Nothing was charged.')
    // The second half of a double click is no yes to what has only just appeared.
    act(() => inQuestion('Proceed', anew).click())
    expect(calls).toHaveLength(1)
    act(() => void vi.runOnlyPendingTimers())
    vi.useRealTimers()
    expect(isAtRest(inQuestion('Proceed', anew))).toBe(true)
    await user.click(inQuestion('Proceed', anew))
    const second = await nth(calls, 2)
    expect(calls.map(({ query }) => query.get('expectedTokens'))).toEqual(['7', '9'])
    expect(second.query.get('session')).toBe(first.query.get('session'))
  })

  test('at a price that has changed can be turned down', async () => {
    const { user, calls } = await askForReading()
    await user.click(inQuestion('Proceed'))
    const first = await nth(calls, 1)
    first.refuse('price_changed', { numberOfTokens: 9 })
    await screen.findByRole('dialog', { name: 'Use 9 Tokens?' })
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(row()?.textContent).not.toContain('Charged')
    expect(calls).toHaveLength(1)
  })

  test('at a price that has changed to more than one has leads to the packages', async () => {
    answer(listConsumerCategories, pageOf([costing(1)]))
    await signIn({ ...stella, tokenBalance: 1 })
    const { user, calls, address } = await askForReading()
    await user.click(inQuestion('Proceed', 'Use 1 Token?'))
    ;(await nth(calls, 1)).refuse('price_changed', { numberOfTokens: 7 })
    const prompt = await screen.findByRole('dialog', { name: 'Please Purchase Tokens' })
    expect(within(prompt).getByRole('alert').textContent).toBe(
      'This reading now costs 7 tokens. Nothing was charged.',
    )
    expect(prompt.textContent).toContain('costs 7 Tokens, and you have 1 Token.')
    await user.click(within(prompt).getByRole('button', { name: 'Purchase Tokens' }))
    await waitFor(() => expect(address()).toBe('/aurora/packages'))
    expect(calls).toHaveLength(1)
  })

  test('is not asked of a free reading, and leaving that reading asks nothing either', async () => {
    answer(listConsumerCategories, pageOf([costing(0), { ...costing(0), id: 6, name: 'Virgo' }]))
    const { user, calls } = await askForReading()
    const call = await nth(calls, 1)
    call.answer({ ...charged, tokenBalance: 100, tokensCharged: 0 })
    await screen.findByRole('button', { name: `Pause ${reading.audioName}` })
    expect(question()).toBeNull()
    const virgo = screen.getByRole('button', { name: /Virgo/ })
    await user.click(virgo)
    expect(question('Are you sure?')).toBeNull()
    await waitFor(() => expect(virgo.getAttribute('aria-pressed')).toBe('true'))
  })

  test('is asked of a reading that was free, before it is charged', async () => {
    answer(listConsumerCategories, pageOf([costing(0)]))
    const { user, calls } = await askForReading()
    const free = await nth(calls, 1)
    expect(free.query.get('expectedTokens')).toBe('0')
    free.refuse('price_changed', { numberOfTokens: 7 })
    await waitFor(() => expect(question()).not.toBeNull())
    expect(question()?.textContent).toContain('This reading now costs 7 tokens. Nothing was charged.')
    expect(calls).toHaveLength(1)
    await waitFor(() => expect(isAtRest(inQuestion('Proceed'))).toBe(true))
    await user.click(inQuestion('Proceed'))
    expect((await nth(calls, 2)).query.get('expectedTokens')).toBe('7')
  })

  test('is asked again where the session is over, and charges in another', async () => {
    const { user, calls } = await askForReading()
    await user.click(inQuestion('Proceed'))
    const first = await nth(calls, 1)
    first.refuse('session_over')
    await screen.findByText('Your audio session is over. Nothing was charged.')
    expect(calls).toHaveLength(1)
    await waitFor(() => expect(isAtRest(inQuestion('Proceed'))).toBe(true))
    await user.click(inQuestion('Proceed'))
    const second = await nth(calls, 2)
    expect(second.query.get('session')).not.toBe(first.query.get('session'))
    answer(checkSession, { ...stella, tokenBalance: 93 })
    second.answer(charged)
    await waitFor(() => expect(row()?.textContent).toContain('Charged'))
    expect(calls).toHaveLength(2)
  })
})
