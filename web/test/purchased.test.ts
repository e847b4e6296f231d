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
import { Component as PurchasedPage } from '../src/features/payments/purchased-page.tsx'
import { Component as PackagesPage } from '../src/shells/packages-screen.tsx'
import { noPayment, noRule, offer, openPurchase, profile, receipt, stella, tenant } from './people.ts'
import { answer, arriveAt, fail, hold, meanwhile, nth, open, signIn } from './scene.ts'

/** What is open; its address looks like that of a receipt, so that it is answered after that one. */
const openPurchasesAre = (...purchases: OpenPurchase[]) => answer(listOpenPurchases, { purchases })

const title = () => screen.getByRole('heading', { level: 1 }).textContent
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

describe('what was purchased', () => {
  const show = (at = '/aurora/packages/purchased/41') =>
    open(PurchasedPage, { at, pattern: '/aurora/packages/purchased/:purchaseId' })

  test('is the balance and what it buys, what was paid and with what, and where to go on', async () => {
    await show()
    const paid = await screen.findByRole('region', { name: 'Payment received' })
    expect(title()).toBe('You have 128 Tokens')
    expect(screen.getByText('= 18 readings').parentElement?.textContent).toBe(
      '= 18 readings or 128 Sunbursts',
    )
    const lines = [...paid.querySelectorAll('dl > div')].map((line) =>
      [...line.children].map(({ textContent }) => textContent),
    )
    expect(lines).toEqual([
      ['Package', 'A Month of Tuesdays'],
      ['You got', '28 Tokens= 4 readings'],
      ['You paid', '$25.20'],
      ['Paid with', 'Visa ending 4242'],
      ['Date', 'Nov 22, 2026 09:05Eastern Time'],
    ])
    expect(paid.textContent).toContain(
      'A copy goes to stella@mail.example. Your card statement will show ALMANAC* AURORA.',
    )
    expect(await leadsTo('View receipt 41')).toBe('/aurora/activity/41')
    expect(await leadsTo('Play Readings')).toBe('/aurora/dashboard')
    expect(await leadsTo('Buy More Tokens')).toBe('/aurora/packages')
  })

  test('with a wallet is not announced for a card statement', async () => {
    answer(getReceipt, { ...receipt, paymentMethod: 'PayPal', cardBrand: null, lastFourDigit: null })
    await show()
    const paid = await screen.findByRole('region', { name: 'Payment received' })
    expect(paid.textContent).toMatch(/A copy goes to stella@mail\.example\.$/)
  })

  test('has the balance of now, also when it changes elsewhere', async () => {
    await signIn({ ...stella, tokenBalance: 6 })
    await show()
    await screen.findByText('Payment received')
    expect(title()).toBe('You have 6 Tokens')
    expect(screen.getByText('= 6 Sunbursts').parentElement?.textContent).toBe('= 6 Sunbursts')
    answer(checkSession, { ...stella, tokenBalance: 5 })
    await meanwhile(() => void refresh('balance'))
    expect(title()).toBe('You have 5 Tokens')
  })

  test('says what came back of it since', async () => {
    answer(getReceipt, { ...receipt, refundedAmount: -5 })
    openPurchasesAre()
    await show()
    const paid = await screen.findByRole('region', { name: 'Payment received' })
    expect(within(paid).getByText('Partly refunded')).toBeDefined()
    expect(within(paid).getByText('Refunded').nextElementSibling?.textContent).toBe('$5.00')
  })

  test('tells of what else is not settled yet', async () => {
    openPurchasesAre({ ...openPurchase, purchaseId: 42, price: 1 })
    await show()
    const unfinished = await screen.findByRole('region', { name: 'Unfinished purchases' })
    expect(unfinished.textContent).toContain('We are checking whether your payment of $1.00 went through.')
  })

  test('under a number of nobody, or of no purchase, claims nothing', async () => {
    fail(getReceipt, { message: 'Not found.', code: 'not_found' }, 404)
    openPurchasesAre()
    await show()
    await screen.findByText('There is no purchase under this number.')
    expect(screen.queryByText('Payment received')).toBeNull()
  })

  test.each(['0', 'x', '41x'])('under %s claims nothing and asks for nothing', async (number) => {
    const calls = hold(getReceipt)
    openPurchasesAre()
    await show(`/aurora/packages/purchased/${number}`)
    await screen.findByText('There is no purchase under this number.')
    expect(calls).toHaveLength(0)
  })

  test('is asked for again where it did not come', async () => {
    fail(getReceipt, { message: 'The moon is in the way.' }, 400)
    openPurchasesAre()
    const { user } = await show()
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(await leadsTo('Play Readings')).toBe('/aurora/dashboard')
    answer(getReceipt, receipt)
    openPurchasesAre()
    await user.click(again)
    await screen.findByText('Payment received')
  })
})

describe('a purchase that is settled later', () => {
  test('and is finished at the bank leads to what was purchased', async () => {
    const waits = { ...openPurchase, state: 'requires_action' as const }
    openPurchasesAre(waits)
    const calls = hold(purchaseWithDefaultCard)
    await open(PurchasePage, { at: '/aurora/packages/purchase', state: { purchaseId: 41 } })
    const call = await nth(calls, 1)
    const payment = within(screen.getByRole('region', { name: 'Payment' }))
    expect(payment.getByText('Processing payment …')).toBeDefined()
    answer(checkSession, { ...stella, tokenBalance: 128 })
    call.answer({ purchaseId: 41, tokenBalance: 128, message: 'Payment is successful' })
    await arriveAt('/aurora/packages/purchased/41')
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
    await user.click(within(settled).getByRole('link', { name: 'View Purchase' }))
    await arriveAt('/aurora/packages/purchased/41')
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

  test('before it could be canceled leads to what was purchased', async () => {
    openPurchasesAre({ ...openPurchase, state: 'requires_action' })
    answer(cancelPurchase, { isPaid: true, purchaseId: 41, tokenBalance: 128, message: 'Paid.' })
    answer(checkSession, { ...stella, tokenBalance: 128 })
    const { user } = await open(PackagesPage, { at: '/aurora/packages' })
    const cancel = await screen.findByRole('button', { name: 'Cancel Payment' })
    openPurchasesAre()
    await user.click(cancel)
    expect(await leadsTo('View Purchase')).toBe('/aurora/packages/purchased/41')
  })

  test('is canceled, and whoever did so by keys goes on at the heading', async () => {
    openPurchasesAre({ ...openPurchase, state: 'requires_action' })
    answer(cancelPurchase, { isPaid: false, purchaseId: 41, message: 'Canceled.' })
    const { user } = await open(PackagesPage, { at: '/aurora/packages' })
    const cancel = await screen.findByRole('button', { name: 'Cancel Payment' })
    openPurchasesAre()
    cancel.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel Payment' })).toBeNull())
    expect(document.activeElement?.tagName).toMatch(/^H[12]$/)
  })
})
