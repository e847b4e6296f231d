// @vitest-environment happy-dom
import { getAutoPurchase } from '@almanac/contract/auto-purchase'
import { listConsumerPackages } from '@almanac/contract/packages'
import {
  cancelPurchase,
  getDefaultPayment,
  getPaymentSettings,
  getReceipt,
  listOpenPurchases,
  type OpenPurchase,
  purchaseWithDefaultCard,
} from '@almanac/contract/payments'
import { checkSession, getConsumerProfile } from '@almanac/contract/profile'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { refresh } from '../src/api/query-client.ts'
import { Component as PurchasePage } from '../src/features/payments/purchase-page.tsx'
import { Component as PackagesPage } from '../src/shells/packages-screen.tsx'
import { forgetWantedReading, keepWantedReading, readWantedReading } from '../src/wanted-reading.ts'
import { noPayment, noRule, offer, openPurchase, profile, receipt, stella, tenant } from './people.ts'
import { answer, arriveAt, fail, hold, meanwhile, nth, open, signIn } from './scene.ts'

/** What is open; its address looks like that of a receipt, so that it is answered after that one. */
const openPurchasesAre = (...purchases: OpenPurchase[]) => answer(listOpenPurchases, { purchases })

const link = (name: string) => screen.findByRole<HTMLAnchorElement>('link', { name })
const leadsTo = async (name: string) => (await link(name)).getAttribute('href')

beforeEach(async () => {
  answer(getCustomerDetailsByUrl, tenant)
  answer(getConsumerProfile, profile)
  answer(listConsumerPackages, { packages: [offer()] })
  answer(getDefaultPayment, noPayment)
  answer(getAutoPurchase, noRule)
  answer(getPaymentSettings, {
    card: { mode: 'sandbox', frameOrigin: 'http://127.0.0.1:1' },
    wallets: [],
    statementDescriptor: 'ALMANAC* AURORA',
  })
  answer(getReceipt, receipt)
  openPurchasesAre()
  await signIn({ ...stella, tokenBalance: 128 })
})

describe('the confirmation above the packages', () => {
  const show = (state: unknown = { paidId: 41 }) => open(PackagesPage, { at: '/aurora/packages', state })
  const confirmation = () => screen.findByRole('region', { name: 'Payment received' })

  test('shows the tokens, the amount and the way of paying, and leads to the receipt and the readings', async () => {
    await show()
    const region = await confirmation()
    await within(region).findByText('28 Tokens')
    expect(region.textContent).toContain('$25.20 for A Month of Tuesdays, paid with Visa ending 4242')
    expect(await leadsTo('View receipt 41')).toBe('/aurora/activity/41')
    expect(await leadsTo('Play Readings')).toBe('/aurora/dashboard')
  })

  test('is dismissed, and the focus stays on the screen', async () => {
    const { user, address } = await show()
    await confirmation()
    await user.click(screen.getByRole('button', { name: 'Dismiss the confirmation' }))
    expect(screen.queryByRole('region', { name: 'Payment received' })).toBeNull()
    expect(document.activeElement?.tagName).toMatch(/^H[12]$/)
    expect(address()).toBe('/aurora/packages')
  })

  test.each([null, { packageId: 41 }, { paidId: '41' }])('is not shown for the state %j', async (state) => {
    const calls = hold(getReceipt)
    openPurchasesAre()
    await show(state)
    await screen.findByRole('heading', { name: 'Select Token Package' })
    expect(screen.queryByRole('region', { name: 'Payment received' })).toBeNull()
    expect(calls).toHaveLength(0)
  })

  test('claims nothing about a purchase that is not theirs', async () => {
    fail(getReceipt, { message: 'Not found.', code: 'not_found' }, 404)
    openPurchasesAre()
    await show()
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Payment received' })).toBeNull())
  })

  test('leads back to the reading that waited for the tokens', async () => {
    keepWantedReading({ customerUrl: 'aurora', categoryId: 6, audioName: 'Virgo in November' })
    const { user, address, search } = await show()
    await user.click(await link('Back to Virgo in November'))
    expect([address(), search()]).toEqual(['/aurora/dashboard', 'sign=6'])
    expect(readWantedReading('aurora')).toBeNull()
  })

  test('leads to no reading of another tenant', async () => {
    keepWantedReading({ customerUrl: 'borealis', categoryId: 6, audioName: 'Virgo in November' })
    await show()
    expect(await leadsTo('Play Readings')).toBe('/aurora/dashboard')
    forgetWantedReading()
  })
})

describe('a purchase that is settled later', () => {
  test('and is finished at the bank leads to the packages', async () => {
    const waits = { ...openPurchase, state: 'requires_action' as const }
    openPurchasesAre(waits)
    const calls = hold(purchaseWithDefaultCard)
    await open(PurchasePage, { at: '/aurora/packages/purchase', state: { purchaseId: 41 } })
    const call = await nth(calls, 1)
    const payment = within(screen.getByRole('region', { name: 'Payment' }))
    expect(payment.getByText('Processing payment …')).toBeDefined()
    answer(checkSession, { ...stella, tokenBalance: 128 })
    call.answer({ purchaseId: 41, tokenBalance: 128, message: 'Payment is successful' })
    await arriveAt('/aurora/packages')
    expect(screen.getByText('Payment is successful')).toBeDefined()
  })

  test('while another screen is shown stays on it, with the way to it', async () => {
    openPurchasesAre(openPurchase)
    const { user } = await open(PackagesPage, { at: '/aurora/packages' })
    await screen.findByRole('region', { name: 'Unfinished purchases' })
    openPurchasesAre()
    await meanwhile(() => void refresh(listOpenPurchases))
    const settled = await screen.findByRole('region', { name: 'Purchases that went through' })
    expect(settled.textContent).toContain('Your payment of $25.20 went through: you have 28 Tokens more.')
    expect(screen.queryByRole('region', { name: 'Unfinished purchases' })).toBeNull()
    await user.click(within(settled).getByRole('link', { name: 'View Receipt' }))
    await arriveAt('/aurora/activity/41')
  })

  test('is not announced here when it was bought automatically', async () => {
    const receipts = hold(getReceipt)
    openPurchasesAre(openPurchase)
    await open(PackagesPage, { at: '/aurora/packages' })
    await screen.findByRole('region', { name: 'Unfinished purchases' })
    openPurchasesAre()
    await meanwhile(() => void refresh(listOpenPurchases))
    const call = await nth(receipts, 1)
    await meanwhile(() => call.answer({ ...receipt, isAutoPurchase: true }))
    expect(screen.queryByText(/went through/)).toBeNull()
  })

  test('is not told of where it did not go through', async () => {
    fail(getReceipt, { message: 'Not found.', code: 'not_found' }, 404)
    openPurchasesAre(openPurchase)
    await open(PackagesPage, { at: '/aurora/packages' })
    await screen.findByRole('region', { name: 'Unfinished purchases' })
    openPurchasesAre()
    await meanwhile(() => void refresh(listOpenPurchases))
    await screen.findByText('Your payment of $25.20 did not go through.')
    expect(screen.queryByRole('region', { name: 'Purchases that went through' })).toBeNull()
  })

  test('before it could be canceled leads to its receipt', async () => {
    openPurchasesAre({ ...openPurchase, state: 'requires_action' })
    answer(cancelPurchase, {
      isPaid: true,
      purchaseId: 41,
      tokenBalance: 128,
      message: 'Payment is successful',
    })
    answer(checkSession, { ...stella, tokenBalance: 128 })
    const { user } = await open(PackagesPage, { at: '/aurora/packages' })
    const cancel = await screen.findByRole('button', { name: 'Cancel Payment' })
    openPurchasesAre()
    await user.click(cancel)
    expect(await leadsTo('View Receipt')).toBe('/aurora/activity/41')
  })

  test('is canceled, and whoever did so by keys goes on at the heading', async () => {
    openPurchasesAre({ ...openPurchase, state: 'requires_action' })
    answer(cancelPurchase, {
      isPaid: false,
      purchaseId: 41,
      message: 'The payment was canceled. Nothing was charged.',
    })
    const { user } = await open(PackagesPage, { at: '/aurora/packages' })
    const cancel = await screen.findByRole('button', { name: 'Cancel Payment' })
    openPurchasesAre()
    cancel.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel Payment' })).toBeNull())
    expect(document.activeElement?.tagName).toMatch(/^H[12]$/)
  })
})
