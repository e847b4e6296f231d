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
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { refresh } from '../src/api/query-client.ts'
import { Component } from '../src/features/payments/purchase-page.tsx'
import { FRAME_ORIGIN, fillCard } from './card-frame.ts'
import { noPayment, offer, openPurchase, profile, savedCard, stella, tenant } from './people.ts'
import { answer, arriveAt, hold, meanwhile, nth, open, signIn } from './scene.ts'

const NO_ANSWER = 'We cannot reach the server right now. Please try again shortly.'
const DECLINED = 'Your card was declined. Please try another card.'

/** Both ways to pay obey the same rules. */
const ways = [
  {
    way: 'a card that is entered',
    endpoint: purchaseWithCard,
    saved: noPayment,
    act: /^Purchase for/,
    sent: { paymentId: 'pm_card1', saveCardAsDefault: false },
    prepare: fillCard,
  },
  {
    way: 'the default card',
    endpoint: purchaseWithDefaultCard,
    saved: savedCard,
    act: 'Purchase With Default Payment Method',
    sent: {},
    prepare: () => screen.findByRole('button', { name: 'Purchase With Default Payment Method' }),
  },
] as const

const sell = (changes: Partial<ConsumerPackage> = {}) =>
  answer(listConsumerPackages, { packages: [offer(changes)] })
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const priceShown = () => screen.getByText('Price').nextElementSibling?.textContent
/** Of a toast the same words are in a status or an alert of their own. */
const saidInForm = (words: RegExp) =>
  within(screen.getByRole('region', { name: 'Payment' })).findByText(words)

beforeEach(async () => {
  answer(getCustomerDetailsByUrl, tenant)
  answer(getConsumerProfile, profile)
  answer(listOpenPurchases, { purchases: [] })
  answer(getPaymentSettings, {
    card: { mode: 'sandbox', frameOrigin: FRAME_ORIGIN },
    statementDescriptor: 'ALMANAC* AURORA',
  })
  sell()
  await signIn(stella)
})

describe.each(ways)('a purchase with $way', ({ endpoint, saved, act, sent, prepare }) => {
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
    await user.click(button(act))
    const call = await nth(calls, 1)
    expect(button(act).getAttribute('aria-disabled')).toBe('true')
    expect(button(act).getAttribute('aria-busy')).toBe('true')
    expect(button('Back').disabled).toBe(true)
    await user.dblClick(button(act))
    button(act).focus()
    await user.keyboard('{Enter}')
    answer(checkSession, { ...stella, tokenBalance: 128 })
    call.answer({ purchaseId: 41, tokenBalance: 128, message: 'Payment is successful' })
    await screen.findByText('Payment is successful')
    await arriveAt('/aurora/packages')
    expect(calls.map(({ body }) => body)).toEqual([{ ...agreed, ...sent }])
  })

  test('whose answer is lost goes again as it was, under the same key', async () => {
    const { user, calls } = await openForm()
    await user.click(button(act))
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
    await user.click(button(act))
    const first = await nth(calls, 1)
    sell({ price: 27.5, numberOfTokens: 30 })
    first.refuse('price_changed', { price: 27.5, numberOfTokens: 30 })
    await saidInForm(/from \$25\.20 for 28 Tokens to \$27\.50 for 30 Tokens\. Nothing was charged\./)
    expect(priceShown()).toBe('before $25.20$27.50')
    expect(calls).toHaveLength(1)
    await user.click(button(act))
    const second = await nth(calls, 2)
    expect(second.body).toMatchObject({ packageId: 21, expectedPrice: 27.5, expectedTokens: 30 })
    expect(second.idempotencyKey).not.toBe(first.idempotencyKey)
  })

  test('is for the price on screen, although the list brings another one', async () => {
    const { user, calls } = await openForm()
    sell({ price: 30, numberOfTokens: 40 })
    await meanwhile(() => void refresh(listConsumerPackages))
    expect(priceShown()).toBe('$25.20')
    await user.click(button(act))
    const call = await nth(calls, 1)
    expect(call.body).toMatchObject(agreed)
  })

  test('that is declined says so, and can be tried again as a new one', async () => {
    const { user, calls } = await openForm()
    await user.click(button(act))
    const declined = await nth(calls, 1)
    declined.refuse('card_declined')
    expect((await saidInForm(new RegExp(DECLINED))).closest('[role=alert]')).not.toBeNull()
    expect(button(act).disabled).toBe(false)
    expect(button(act).getAttribute('aria-disabled')).toBeNull()
    await user.click(button(act))
    const second = await nth(calls, 2)
    expect(second.idempotencyKey).not.toBe(declined.idempotencyKey)
    expect(within(screen.getByRole('region', { name: 'Payment' })).queryByText(DECLINED)).toBeNull()
  })

  test.each(['Do Not Purchase', '{Escape}'])('beside an open one is not sent after %s', async (no) => {
    answer(listOpenPurchases, { purchases: [openPurchase] })
    const { user, calls } = await openForm()
    await user.click(button(act))
    const question = await screen.findByRole('dialog', { name: 'You may be charged twice' })
    if (no === '{Escape}') await user.keyboard(no)
    else await user.click(within(question).getByRole('button', { name: no }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(button(act).getAttribute('aria-disabled')).toBeNull()
    await user.click(button(act))
    await user.click(await screen.findByRole('button', { name: 'Purchase Anyway' }))
    await nth(calls, 1)
    expect(calls).toHaveLength(1)
  })
})
