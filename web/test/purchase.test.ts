// @vitest-environment happy-dom
import { type ConsumerPackage, listConsumerPackages } from '@almanac/contract/packages'
import {
  getDefaultPayment,
  getPaymentSettings,
  listOpenPurchases,
  purchaseWithCard,
  purchaseWithDefaultCard,
} from '@almanac/contract/payments'
import { checkSession, getConsumerProfile } from '@almanac/contract/profile'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { purchaseWithDefaultWallet } from '@almanac/contract/wallets'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { queryClient, refresh } from '../src/api/query-client.ts'
import { Component } from '../src/features/payments/purchase-page.tsx'
import { Component as Packages } from '../src/shells/packages-screen.tsx'
import { FRAME_ORIGIN, fillCard } from './card-frame.ts'
import { noPayment, offer, openPurchase, profile, savedCard, savedWallet, stella, tenant } from './people.ts'
import { answer, arriveAt, hold, meanwhile, nth, open, signIn } from './scene.ts'

const NO_ANSWER = 'We cannot reach the server right now. Please try again shortly.'
const DECLINED = 'Your card was declined. Please try another card.'

/** All ways to pay that are not approved elsewhere obey the same rules. */
const ways = [
  {
    way: 'a card that is entered',
    endpoint: purchaseWithCard,
    saved: noPayment,
    pay: /^Purchase for/,
    sent: { paymentId: 'pm_card1', saveCardAsDefault: false },
    prepare: fillCard,
  },
  {
    way: 'the default card',
    endpoint: purchaseWithDefaultCard,
    saved: savedCard,
    pay: /^Purchase With Default Payment Method/,
    sent: {},
    prepare: () => screen.findByRole('button', { name: 'Purchase With Default Payment Method' }),
  },
  {
    way: 'the default wallet',
    endpoint: purchaseWithDefaultWallet,
    saved: savedWallet,
    pay: /^Purchase With Default Payment Method/,
    sent: {},
    prepare: () => screen.findByText('stella@wallet.example'),
  },
] as const

const sell = (changes: Partial<ConsumerPackage> = {}) =>
  answer(listConsumerPackages, { packages: [offer(changes)] })
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const priceShown = () => screen.getByText('Price').nextElementSibling?.textContent
/** Of a toast the same words are in a status or an alert of their own. */
const saidInForm = (words: RegExp) =>
  within(screen.getByRole('region', { name: 'Payment' })).findByText(words)

/** What is read out of the payment while it is under way. */
const said = () =>
  within(screen.getByRole('region', { name: 'Payment' }))
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .filter(Boolean)

beforeEach(async () => {
  answer(getCustomerDetailsByUrl, tenant)
  answer(getConsumerProfile, profile)
  answer(listOpenPurchases, { purchases: [] })
  answer(getPaymentSettings, {
    card: { mode: 'sandbox', frameOrigin: FRAME_ORIGIN },
    wallets: [],
    statementDescriptor: 'ALMANAC* AURORA',
  })
  sell()
  await signIn(stella)
})

describe.each(ways)('a purchase with $way', ({ endpoint, saved, pay, sent, prepare }) => {
  async function openForm() {
    answer(getDefaultPayment, saved)
    const calls = hold(endpoint)
    const scene = await open(Component, { at: '/aurora/packages/purchase', state: { packageId: 21 } })
    await prepare()
    return { ...scene, calls }
  }
  const agreed = { packageId: 21, expectedPrice: 25.2, expectedTokens: 28 }

  test('can not be pressed again while it is under way, and says so', async () => {
    const { user, calls } = await openForm()
    await user.click(button(pay))
    const call = await nth(calls, 1)
    expect(button(pay).getAttribute('aria-disabled')).toBe('true')
    expect(button(pay).getAttribute('aria-busy')).toBe('true')
    expect(button(pay).textContent).toMatch(/ Processing payment …$/)
    expect(said()).toEqual(['Processing payment …'])
    expect(button('Back').disabled).toBe(true)
    await user.dblClick(button(pay))
    button(pay).focus()
    await user.keyboard('{Enter}')
    answer(checkSession, { ...stella, tokenBalance: 128 })
    call.answer({ purchaseId: 41, tokenBalance: 128, message: 'Payment is successful' })
    await screen.findByText('Payment is successful')
    await arriveAt('/aurora/packages')
    expect(calls.map(({ body }) => body)).toEqual([{ ...agreed, ...sent }])
  })

  test('whose session ends before it begins is not begun, and breaks nothing', async () => {
    const broken = vi.fn()
    process.on('unhandledRejection', broken)
    onTestFinished(() => void process.off('unhandledRejection', broken))
    const { user, calls } = await openForm()
    const pending = hold(listOpenPurchases)
    await user.click(button(pay))
    await nth(pending, 1)
    // As the end of a session does with all that was read in it.
    await meanwhile(() => queryClient.clear())
    await waitFor(() => expect(button(pay).getAttribute('aria-busy')).not.toBe('true'))
    expect([broken.mock.calls, calls.length]).toEqual([[], 0])
  })

  test('whose answer is lost goes again as it was, under the same key', async () => {
    const { user, calls } = await openForm()
    await user.click(button(pay))
    const lost = await nth(calls, 1)
    lost.drop()
    await saidInForm(/Trying again repeats this same payment/)
    expect(screen.getByText(NO_ANSWER)).toBeDefined()
    // The list brings another price meanwhile; what was tried is what is tried again.
    sell({ price: 30 })
    await meanwhile(() => void refresh(listConsumerPackages))
    await user.click(button('Try again'))
    const again = await nth(calls, 2)
    expect(again.idempotencyKey).toMatch(/\S{8}/)
    expect(again.idempotencyKey).toBe(lost.idempotencyKey)
    expect(again.body).toEqual(lost.body)
    again.answer({ purchaseId: 41, tokenBalance: 128, message: 'Payment is successful' })
    await screen.findByText('Payment is successful')
    expect(calls).toHaveLength(2)
  })

  test('at a price that has changed shows the new one and asks again, for that one', async () => {
    const { user, calls } = await openForm()
    await user.click(button(pay))
    const first = await nth(calls, 1)
    sell({ price: 27.5, numberOfTokens: 30 })
    first.refuse('price_changed', { price: 27.5, numberOfTokens: 30 })
    await saidInForm(/from \$25\.20 for 28 Tokens to \$27\.50 for 30 Tokens\. Nothing was charged\./)
    expect(priceShown()).toBe('before $25.20$27.50')
    expect(calls).toHaveLength(1)
    await user.click(button(pay))
    const second = await nth(calls, 2)
    expect(second.body).toMatchObject({ packageId: 21, expectedPrice: 27.5, expectedTokens: 30 })
    expect(second.idempotencyKey).not.toBe(first.idempotencyKey)
  })

  test('shows a price that changes while the form is open at once, takes no focus, and pays that one', async () => {
    const { user, calls } = await openForm()
    const focused = document.activeElement
    sell({ price: 30, numberOfTokens: 40 })
    await meanwhile(() => void refresh(listConsumerPackages))
    const notice = await saidInForm(/from \$25\.20 for 28 Tokens to \$30\.00 for 40 Tokens/)
    expect(notice.closest('[role=alert]')).not.toBeNull()
    expect(document.activeElement).toBe(focused)
    expect(priceShown()).toBe('before $25.20$30.00')
    await user.click(button(pay))
    const call = await nth(calls, 1)
    expect(call.body).toMatchObject({ packageId: 21, expectedPrice: 30, expectedTokens: 40 })
  })

  test('under way keeps its price while the list brings another, which shows once the card is declined', async () => {
    const { user, calls } = await openForm()
    await user.click(button(pay))
    const call = await nth(calls, 1)
    sell({ price: 30, numberOfTokens: 40 })
    await meanwhile(() => void refresh(listConsumerPackages))
    expect(call.body).toMatchObject(agreed)
    expect(priceShown()).toBe('$25.20')
    call.refuse('card_declined')
    await saidInForm(/Your card was declined\..* from \$25\.20 for 28 Tokens to \$30\.00 for 40 Tokens/)
    expect(priceShown()).toBe('before $25.20$30.00')
  })

  test('that is declined says so, has the focus there, and can be tried again as a new one', async () => {
    const { user, calls } = await openForm()
    await user.click(button(pay))
    const declined = await nth(calls, 1)
    declined.refuse('card_declined')
    const refusal = (await saidInForm(new RegExp(DECLINED))).closest('[role=alert]')
    expect(refusal).not.toBeNull()
    expect(document.activeElement).toBe(refusal)
    expect(button(pay).disabled).toBe(false)
    expect(button(pay).getAttribute('aria-disabled')).toBeNull()
    await user.click(button(pay))
    const second = await nth(calls, 2)
    expect(second.idempotencyKey).not.toBe(declined.idempotencyKey)
    expect(within(screen.getByRole('region', { name: 'Payment' })).queryByText(DECLINED)).toBeNull()
  })

  test.each(['Do Not Purchase', '{Escape}'])('beside an open one is not sent after %s', async (no) => {
    answer(listOpenPurchases, { purchases: [openPurchase] })
    const { user, calls } = await openForm()
    await user.click(button(pay))
    const question = await screen.findByRole('dialog', { name: 'You may be charged twice' })
    if (no === '{Escape}') await user.keyboard(no)
    else await user.click(within(question).getByRole('button', { name: no }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(button(pay).getAttribute('aria-disabled')).toBeNull()
    await user.click(button(pay))
    await user.click(await screen.findByRole('button', { name: 'Purchase Anyway' }))
    await nth(calls, 1)
    expect(calls).toHaveLength(1)
  })
})

test.each(ways)('while $way pays nothing else can be pressed', async ({ endpoint, saved, pay, prepare }) => {
  answer(getDefaultPayment, saved === noPayment ? savedCard : saved)
  const calls = hold(endpoint)
  const { user, address } = await open(Component, {
    at: '/aurora/packages/purchase',
    state: { packageId: 21 },
  })
  await fillCard()
  await prepare()
  const others = [
    button('Back'),
    screen.getByRole('link', { name: 'Change Package' }),
    button('Purchase With Default Payment Method'),
    button(/^Purchase for/),
  ]
  const isOff = (one: HTMLElement) =>
    one.getAttribute('aria-disabled') === 'true' || (one as HTMLButtonElement).disabled === true
  expect(others.filter(isOff)).toEqual([])
  await user.click(button(pay))
  const call = await nth(calls, 1)
  expect(others.map(isOff)).toEqual(others.map(() => true))
  for (const one of others) fireEvent.click(one)
  expect(address()).toBe('/aurora/packages/purchase')
  answer(checkSession, { ...stella, tokenBalance: 128 })
  call.answer({ purchaseId: 41, tokenBalance: 128, message: 'Payment is successful' })
  await arriveAt('/aurora/packages')
  expect(calls).toHaveLength(1)
})

test('packages that did not come are asked for again', async () => {
  const calls = hold(listConsumerPackages)
  const { user } = await open(Packages, { at: '/aurora/packages' })
  ;(await nth(calls, 1)).fail({}, 400)
  await screen.findAllByText('Error while getting packages')
  await user.click(button('Try again'))
  ;(await nth(calls, 2)).answer({ packages: [offer()] })
  await screen.findByRole('heading', { name: offer().name })
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

describe('a purchase under way', () => {
  async function openCard() {
    answer(getDefaultPayment, noPayment)
    const calls = hold(purchaseWithCard)
    const scene = await open(Component, { at: '/aurora/packages/purchase', state: { packageId: 21 } })
    return { ...scene, calls, frame: await fillCard() }
  }

  test('is one, however often Enter comes from the card fields', async () => {
    const { calls, frame } = await openCard()
    const enter = () => frame.tell({ type: 'submit' })
    act(() => {
      enter()
      enter()
    })
    const call = await nth(calls, 1)
    act(enter)
    await meanwhile(() => call.refuse('card_declined'))
    await saidInForm(new RegExp(DECLINED))
    expect([frame.cards, calls.length]).toEqual([1, 1])
  })

  test('says when it takes longer than usual, and no more once it is over', async () => {
    const { user, calls } = await openCard()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    fireEvent.click(button(/^Purchase for/))
    const call = await vi.waitUntil(() => calls[0])
    expect(said()).toEqual(['Processing payment …'])
    act(() => void vi.advanceTimersByTime(10_000))
    expect(said()).toEqual([
      'Processing payment …This takes longer than usual. Nothing is charged twice, and this page continues automatically.',
    ])
    vi.useRealTimers()
    call.refuse('card_declined')
    await saidInForm(new RegExp(DECLINED))
    expect(said()).toEqual([])
    await user.click(button(/^Purchase for/))
    await nth(calls, 2)
    expect(said()).toEqual(['Processing payment …'])
  })

  test('keeps the balance that it began with, although the tokens come before the answer', async () => {
    const { user, calls } = await openCard()
    await user.click(button(/^Purchase for/))
    await nth(calls, 1)
    answer(checkSession, { ...stella, tokenBalance: 128 })
    await meanwhile(() => void refresh('balance'))
    expect(screen.getByText('Balance after').nextElementSibling?.textContent).toBe('128 Tokens')
  })

  test('is not what one is asked about: the button waits without a word', async () => {
    answer(listOpenPurchases, { purchases: [openPurchase] })
    const { user } = await openCard()
    await user.click(button(/^Purchase for/))
    await screen.findByRole('dialog', { name: 'You may be charged twice' })
    expect(button(/^Purchase for/).textContent).toBe('Purchase for $25.20')
    expect(said()).toEqual([])
  })

  test('that an earlier payment stood before names the receipt of that one', async () => {
    const { user, calls } = await openCard()
    await user.click(button(/^Purchase for/))
    const call = await nth(calls, 1)
    call.refuse('earlier_purchase_paid', { ...openPurchase })
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'View receipt 41' })
    expect(link.getAttribute('href')).toBe('/aurora/activity/41')
  })
})
