// @vitest-environment happy-dom
import { getAutoPurchase } from '@almanac/contract/auto-purchase'
import { errorCatalogue } from '@almanac/contract/errors'
import { listConsumerPackages } from '@almanac/contract/packages'
import {
  cancelPurchase,
  getDefaultPayment,
  getPaymentSettings,
  getReceipt,
  listOpenPurchases,
  type OpenPurchase,
  type WalletSource,
} from '@almanac/contract/payments'
import { checkSession, getConsumerProfile } from '@almanac/contract/profile'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { checkoutWallet, orderWithWallet } from '@almanac/contract/wallets'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { refresh } from '../src/api/query-client.ts'
import { readSession } from '../src/api/session.ts'
import { Component as PurchasePage } from '../src/features/payments/purchase-page.tsx'
import { Component as ReturnPage } from '../src/features/payments/wallet-return-page.tsx'
import { Component as PackagesPage } from '../src/shells/packages-screen.tsx'
import { readToasts } from '../src/ui/toast-store.ts'
import { FRAME_ORIGIN } from './card-frame.ts'
import { noPayment, noRule, offer, openPurchase, profile, receipt, stella, tenant } from './people.ts'
import { answer, arriveAt, fail, hold, meanwhile, nth, open, signIn } from './scene.ts'

const APPROVE = 'https://wallet.example/approve?token=5O19'
const ORDER = { id: '5O19', status: 'PAYER_ACTION_REQUIRED', approveUrl: APPROVE, purchaseId: 41 }
const PAID = { purchaseId: 41, tokenBalance: 128, message: 'Payment is successful' }
/** An order that its consumer has not approved yet. */
const order: OpenPurchase = {
  ...openPurchase,
  state: 'requires_action',
  paymentMethod: 'PayPal',
  approveUrl: APPROVE,
}
const wallets = [
  { source: 'paypal', name: 'PayPal' },
  { source: 'venmo', name: 'Venmo' },
] as const

const leave = vi.spyOn(location, 'assign')
const openPurchasesAre = (...purchases: OpenPurchase[]) => answer(listOpenPurchases, { purchases })
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)
const payment = () => within(screen.getByRole('region', { name: 'Payment' }))
const approval = (wallet = 'PayPal') =>
  screen.findByRole<HTMLAnchorElement>('link', { name: `Continue to ${wallet}` })
const said = () =>
  payment()
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .filter(Boolean)

function walletsAre(...these: WalletSource[]) {
  const card = { mode: 'sandbox' as const, frameOrigin: FRAME_ORIGIN }
  answer(getPaymentSettings, { card, wallets: these, statementDescriptor: 'ALMANAC* AURORA' })
}

beforeEach(async () => {
  leave.mockReset().mockReturnValue(undefined)
  answer(getCustomerDetailsByUrl, tenant)
  answer(getConsumerProfile, profile)
  answer(listConsumerPackages, { packages: [offer()] })
  answer(getDefaultPayment, noPayment)
  answer(getAutoPurchase, noRule)
  answer(getReceipt, receipt)
  walletsAre('paypal', 'venmo')
  openPurchasesAre()
  await signIn(stella)
})

describe('the ways to pay', () => {
  const show = () => open(PurchasePage, { at: '/aurora/packages/purchase', state: { packageId: 21 } })

  test.each<[WalletSource[], string[]]>([
    [[], ['Card']],
    [['venmo'], ['Card', 'Venmo']],
    [
      ['paypal', 'venmo'],
      ['Card', 'PayPal', 'Venmo'],
    ],
  ])('with %j are the tabs %j', async (these, expected) => {
    walletsAre(...these)
    await show()
    await screen.findByRole('tab', { name: 'Card' })
    expect(tabs()).toEqual(expected)
  })

  test('are gone through by keys; what a card statement shows is said of a card alone', async () => {
    const { user } = await show()
    await user.click(await screen.findByRole('tab', { name: 'Card' }))
    expect(screen.getByText(/Your card statement will show/)).toBeDefined()
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('PayPal')
    expect(screen.queryByText(/Your card statement will show/)).toBeNull()
    await user.keyboard('{End}')
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Venmo')
  })

  test('stand beside what the package is good for', async () => {
    await show()
    const line = (await screen.findByText('You get')).nextElementSibling
    expect(line?.textContent).toBe('28 Tokens= 4 readings, $0.90 per token')
  })
})

describe.each(wallets)('a purchase with $name', ({ source, name }) => {
  const pay = new RegExp(`^Purchase With ${name}`)

  async function openForm() {
    const calls = hold(orderWithWallet)
    const scene = await open(PurchasePage, { at: '/aurora/packages/purchase', state: { packageId: 21 } })
    await scene.user.click(await screen.findByRole('tab', { name }))
    return { ...scene, calls }
  }
  const agreed = { packageId: 21, expectedPrice: 25.2, expectedTokens: 28, paymentSource: source }

  test('makes one order, however often it is pressed, and leaves for where it is approved', async () => {
    const { user, calls } = await openForm()
    const panel = within(screen.getByRole('tabpanel', { name }))
    expect(panel.getByText(/^You go to/).textContent).toBe(
      `You go to ${name} to approve $25.20, and come back here. Nothing is charged before you approve it.`,
    )
    button(pay).focus()
    await user.keyboard('{Enter}')
    const call = await nth(calls, 1)
    expect(button(pay).textContent).toMatch(/ Processing payment …$/)
    await user.dblClick(button(pay))
    expect(leave).not.toHaveBeenCalled()
    await meanwhile(() => call.answer(ORDER))
    expect(leave.mock.calls).toEqual([[APPROVE]])
    expect(button(pay).getAttribute('aria-busy')).toBe('true')
    expect(said()).toEqual([`Going to ${name} …`])
    await user.dblClick(button(pay))
    await user.keyboard('{Enter}')
    expect(calls.map(({ body }) => body)).toEqual([{ ...agreed, saveCardAsDefault: false }])
    expect(leave).toHaveBeenCalledTimes(1)
  })

  test('whose answer is lost goes again as it was, under the same key', async () => {
    const { user, calls } = await openForm()
    await user.click(button(pay))
    const lost = await nth(calls, 1)
    lost.drop()
    await payment().findByText(/Trying again repeats this same payment/)
    await user.click(payment().getAllByRole('button', { name: 'Try again' }).at(-1) as HTMLElement)
    const again = await nth(calls, 2)
    expect([again.idempotencyKey, again.body]).toEqual([lost.idempotencyKey, lost.body])
    await meanwhile(() => again.answer(ORDER))
    expect(leave.mock.calls).toEqual([[APPROVE]])
  })

  test('that is come back to by Back is open again, and the next press is a new one', async () => {
    const { user, calls } = await openForm()
    await user.click(button(pay))
    const first = await nth(calls, 1)
    await meanwhile(() => first.answer(ORDER))
    openPurchasesAre({ ...order, paymentMethod: name })
    await act(async () => {
      dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    })
    expect(button(pay).getAttribute('aria-busy')).toBeNull()
    expect((await approval(name)).href).toBe(APPROVE)
    await user.click(button(pay))
    expect((await nth(calls, 2)).idempotencyKey).not.toBe(first.idempotencyKey)
  })

  test('leads nobody away who has gone elsewhere meanwhile', async () => {
    const { user, calls, goTo } = await openForm()
    await user.click(button(pay))
    const call = await nth(calls, 1)
    await goTo('/aurora/faq')
    await meanwhile(() => call.answer(ORDER))
    expect(leave).not.toHaveBeenCalled()
  })

  test('can not be kept by Venmo, and is by PayPal where it is asked', async () => {
    const { user, calls } = await openForm()
    const box = screen.queryByRole('checkbox', { name: /^Save PayPal as default/ })
    const boxes = within(screen.getByRole('tabpanel', { name })).queryAllByRole('checkbox')
    expect(boxes).toEqual(source === 'venmo' ? [] : [box])
    if (source === 'venmo') return
    await user.click(box as HTMLElement)
    await user.click(button(pay))
    expect((await nth(calls, 1)).body).toEqual({ ...agreed, saveCardAsDefault: true })
  })
})

describe('who comes back from a wallet', () => {
  const at = '/aurora/packages/purchase/wallet/41?token=5O19&PayerID=P1'
  async function comeBack(address = at) {
    const calls = hold(checkoutWallet)
    const pattern = '/aurora/packages/purchase/wallet/:purchaseId'
    return { ...(await open(ReturnPage, { at: address, pattern })), calls }
  }

  test('has approved: the money is taken once, and the packages are shown', async () => {
    openPurchasesAre({ ...order, paymentMethod: 'Venmo' })
    const { calls } = await comeBack()
    const call = await nth(calls, 1)
    expect(said()).toEqual(['Processing payment …'])
    expect(button('Back').disabled).toBe(true)
    answer(checkSession, { ...stella, tokenBalance: 128 })
    openPurchasesAre()
    call.answer(PAID)
    await arriveAt('/aurora/packages')
    expect(screen.getByText('Payment is successful')).toBeDefined()
    expect(calls.map(({ body }) => body)).toEqual([
      { packageId: 21, orderId: '5O19', paymentSource: 'venmo' },
    ])
  })

  test('finds a payment that an event settled first: reads of the success, sees the new balance, and nothing is sent', async () => {
    answer(checkSession, { ...stella, tokenBalance: 128 })
    const { calls } = await comeBack()
    await arriveAt('/aurora/packages')
    await screen.findByText('Payment is successful')
    await waitFor(() => expect(readSession()).toMatchObject({ user: { tokenBalance: 128 } }))
    expect(calls).toEqual([])
  })

  test('and goes Back after paying is led to the packages, not to the page of the wallet', async () => {
    openPurchasesAre(order)
    const { calls, goBack, address } = await comeBack()
    const call = await nth(calls, 1)
    openPurchasesAre()
    call.answer(PAID)
    await arriveAt('/aurora/packages')
    await goBack()
    expect(address()).toBe('/aurora/packages')
  })

  test.each([
    ['has canceled there', `${at}&cancelled=true`, /^PayPal waits for you to approve/],
    ['without the order', '/aurora/packages/purchase/wallet/41', /^PayPal waits for you to approve/],
    ['with another word for it', '/aurora/packages/purchase/wallet/41?token=%3Cb%3E', /^PayPal waits for/],
  ])('%s: nothing is taken, and it can be approved', async (_, address, words) => {
    openPurchasesAre(order)
    const { calls } = await comeBack(address)
    expect((await approval()).href).toBe(APPROVE)
    expect(payment().getByText(words)).toBeDefined()
    expect(payment().getAllByText(/Nothing (is|was) charged/)).toHaveLength(1)
    expect(screen.getByRole('link', { name: 'Change Package' }).getAttribute('href')).toBe('/aurora/packages')
    expect(calls).toEqual([])
  })

  test('and cancels here is led to the packages', async () => {
    openPurchasesAre(order)
    answer(cancelPurchase, {
      isPaid: false,
      purchaseId: 41,
      message: 'The payment was canceled. Nothing was charged.',
    })
    const { user } = await comeBack(`${at}&cancelled=true`)
    const cancel = await screen.findByRole('button', { name: 'Cancel Payment' })
    fail(getReceipt, { message: 'Not found.', code: 'not_found' }, 404)
    openPurchasesAre()
    await user.click(cancel)
    await arriveAt('/aurora/packages')
  })

  test.each([
    ['has not approved', 'approval_missing', 'The payment was not approved. Nothing was charged.', 0],
    ['is declined', 'card_declined', 'Your card was declined. Please try another card.', 1],
  ] as const)('and %s reads it, and can approve again', async (_, code, words, toasts) => {
    openPurchasesAre(order)
    const { calls } = await comeBack()
    const call = await nth(calls, 1)
    call.refuse(code)
    expect((await payment().findByText(words)).closest('[role=alert]')).not.toBeNull()
    expect((await approval()).href).toBe(APPROVE)
    expect(screen.getAllByText(words)).toHaveLength(1 + toasts)
    expect(calls).toHaveLength(1)
  })

  test('where the payment has failed for good can purchase again', async () => {
    openPurchasesAre(order)
    const { calls, user } = await comeBack()
    const call = await nth(calls, 1)
    openPurchasesAre()
    call.refuse('payment_failed')
    await user.click(await screen.findByRole('button', { name: 'Purchase Again' }))
    await arriveAt('/aurora/packages/purchase')
  })

  test('waits where it is not confirmed yet, until the tokens are there', async () => {
    openPurchasesAre(order)
    const { calls } = await comeBack()
    const call = await nth(calls, 1)
    call.refuse('payment_pending')
    await payment().findByText(
      /^Your payment is still being confirmed\. Your tokens appear as soon as it is\./,
    )
    answer(checkSession, { ...stella, tokenBalance: 128 })
    openPurchasesAre()
    await meanwhile(() => void refresh('balance'))
    const again = await nth(calls, 2)
    expect(again.body).toEqual(call.body)
    again.answer(PAID)
    await arriveAt('/aurora/packages')
  })

  test('leaves while it is not confirmed, which may take days, and not before', async () => {
    openPurchasesAre(order)
    const { calls, user } = await comeBack()
    const call = await nth(calls, 1)
    const back = screen.getByRole<HTMLButtonElement>('button', { name: 'Back' })
    expect(back.disabled).toBe(true)
    call.refuse('payment_pending')
    await payment().findByText(/You can leave it: the payment stays listed with the packages\.$/)
    await user.click(back)
    await arriveAt('/aurora/packages')
  })

  test('without an answer can ask again, for the same', async () => {
    openPurchasesAre(order)
    const { calls, user } = await comeBack()
    const lost = await nth(calls, 1)
    lost.drop()
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    const again = await nth(calls, 2)
    expect([again.idempotencyKey, again.body]).toEqual([lost.idempotencyKey, lost.body])
    again.answer(PAID)
    await arriveAt('/aurora/packages')
  })

  test('to one that came to nothing meanwhile reads that nothing was charged for it, and is told of no failure', async () => {
    const { message } = errorCatalogue.purchase_failed
    fail(getReceipt, { message, code: 'purchase_failed' }, 404)
    openPurchasesAre(order)
    const { calls } = await comeBack('/aurora/packages/purchase/wallet/77?token=5O19')
    expect(await screen.findByRole('heading', { name: 'Payment not completed' })).toBeDefined()
    expect(screen.getByText(message)).toBeDefined()
    expect(readToasts()).toEqual([])
    expect(calls).toEqual([])
  })

  test.each(['77', 'x'])(
    'to %s, which is nothing of theirs, finds nothing and sends nothing',
    async (number) => {
      fail(getReceipt, { message: 'Not found.', code: 'not_found' }, 404)
      openPurchasesAre(order)
      const { calls } = await comeBack(`/aurora/packages/purchase/wallet/${number}?token=5O19`)
      expect(await screen.findByRole('heading', { name: 'Payment not found' })).toBeDefined()
      expect(calls).toEqual([])
    },
  )
})

test('an order that waits is found on the packages, with the way to approve it', async () => {
  openPurchasesAre({ ...order, paymentMethod: 'Venmo' })
  await open(PackagesPage, { at: '/aurora/packages' })
  const unfinished = await screen.findByRole('region', { name: 'Unfinished purchases' })
  expect(unfinished.textContent).toContain('Venmo waits for you to approve your payment of $25.20.')
  expect((await approval('Venmo')).href).toBe(APPROVE)
  expect(within(unfinished).getByRole('button', { name: 'Cancel Payment' })).toBeDefined()
})
