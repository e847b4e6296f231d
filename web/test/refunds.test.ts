// @vitest-environment happy-dom
import {
  listPaymentHistories,
  type PaymentHistory,
  previewRefund,
  type RefundPreview,
  refundMessages,
  refundPayment,
  refundRefusedMessage,
} from '@almanac/contract/refunds'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { refresh } from '../src/api/query-client.ts'
import { Component } from '../src/features/payments/refunds/payments-page.tsx'
import { holdTime, pass, releaseTime } from './held-time.ts'
import { admin, pageOf, payment, refund } from './people.ts'
import { answer, hold, meanwhile, nth, open, showOn, signIn } from './scene.ts'

const preview: RefundPreview = {
  availableAmount: 25.2,
  amount: 25.2,
  tokensTakenBack: 25,
  tokensMissing: 3,
  endsAutoPurchase: false,
}
const done = { message: refundMessages.refunded, refund: { ...refund, amount: -25.2 }, payment }

const NO_ANSWER = 'We cannot reach the server right now. Please try again shortly.'

const dialog = () => screen.getByRole('dialog', { name: /^Payment ID/ })
const inDialog = () => within(dialog())
const takesBack = () => inDialog().getByRole('status', { name: 'What it takes back' }).textContent
const available = () => inDialog().getByText('Available Amount').nextElementSibling?.textContent
const press = (name: string | RegExp) => inDialog().getByRole<HTMLButtonElement>('button', { name })
const amountField = () => inDialog().getByRole<HTMLInputElement>('textbox', { name: 'Amount in dollars' })

async function openPayment(changes: Partial<PaymentHistory> = {}) {
  const row = { ...payment, ...changes }
  answer(listPaymentHistories, pageOf([row]))
  const scene = await open(Component, { at: '/admin/credit-refund' })
  const name = `${row.amount < 0 ? 'View' : 'Edit'} ${row.refundId ?? row.paymentIntentId}`
  await scene.user.click(await screen.findByRole('button', { name }))
  return scene
}

async function choosePart(user: UserEvent, amount: string) {
  await user.click(inDialog().getByRole('radio', { name: 'Partial Refund' }))
  await user.type(amountField(), amount)
}

beforeEach(async () => {
  showOn('laptop')
  answer(previewRefund, preview)
  await signIn(admin)
})

describe('the payments', () => {
  test('have the columns and the act of the specification', async () => {
    const disputed = { ...payment, id: 52, paymentIntentId: null, isDisputed: true, refundedAmount: -5 }
    answer(listPaymentHistories, pageOf([payment, disputed, refund]))
    await open(Component, { at: '/admin/credit-refund' })
    const table = await screen.findByRole('table', { name: 'Payments History' })
    const rows = [...table.querySelectorAll('tr')].map((row) =>
      [...row.children].slice(1).map((cell) => cell.textContent),
    )
    expect(rows[0]).toEqual(['Email', 'Payment Method', 'Payment Id', 'Amount', 'Credit Refund'])
    expect(rows.slice(1).map((row) => row.slice(0, 4))).toEqual([
      ['stella@mail.example', 'PayPal', '5O190127TN364715T', '$25.20'],
      ['stella@mail.example', 'PayPalDisputedPartly refunded', '3C679366HH908993F', '$25.20'],
      ['stella@mail.example', 'PayPal', '1JU08902781691411', '-$5.00'],
    ])
    expect(
      within(table)
        .getAllByRole('button')
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual(['Edit 5O190127TN364715T', 'Edit 3C679366HH908993F', 'View 1JU08902781691411'])
  })

  test('are searched for by what is typed, which stands in the address', async () => {
    answer(listPaymentHistories, pageOf([payment]))
    const { user, search } = await open(Component, { at: '/admin/credit-refund' })
    await screen.findByText('5O190127TN364715T')
    const calls = hold(listPaymentHistories)
    await user.type(screen.getByRole('searchbox', { name: 'Search Payments' }), 'nobody')
    const call = await nth(calls, 1)
    expect(call.query.get('searchText')).toBe('nobody')
    call.answer(pageOf<PaymentHistory>([]))
    await screen.findByText('No payments match your search.')
    expect([search(), calls.length]).toEqual(['q=nobody', 1])
    answer(listPaymentHistories, pageOf([payment]))
    await user.click(screen.getByRole('button', { name: 'Clear Search' }))
    await screen.findByText('5O190127TN364715T')
  })

  test.each<[Partial<PaymentHistory>, string]>([
    [{ refundedAmount: -25.2 }, 'The available amount is insufficient to refund.'],
    [{ isDisputed: true }, 'This payment is disputed. It cannot be refunded until that is decided.'],
    [refund, 'This is a refunded payment.'],
  ])('that can not be refunded (%#) say why, and ask for nothing', async (changes, words) => {
    const calls = hold(previewRefund)
    await openPayment(changes)
    expect(inDialog().getByText(words)).toBeDefined()
    expect(inDialog().queryByRole('radio')).toBeNull()
    expect(inDialog().queryByRole('button', { name: /^Refund/ })).toBeNull()
    expect(calls).toEqual([])
  })
})

describe('a full refund', () => {
  test('is made once, after it has said what it takes back', async () => {
    const previews = hold(previewRefund)
    const calls = hold(refundPayment)
    const { user } = await openPayment()
    expect(press('Refund').disabled).toBe(true)
    expect(takesBack()).toContain('Working out what it takes back …')
    const asked = await nth(previews, 1)
    expect(asked.query.get('amountCents')).toBeNull()
    asked.answer({ ...preview, endsAutoPurchase: true })
    const button = await screen.findByRole('button', { name: 'Refund $25.20' })
    expect(takesBack()).toBe(
      'Takes back 25 Tokens3 Tokens are spent already and cannot be taken back.The consumer’s auto-purchase ends with it.',
    )
    await user.type(inDialog().getByRole('textbox', { name: /^Reason/ }), ' By mistake ')
    act(() => {
      button.click()
      button.click()
    })
    const call = await nth(calls, 1)
    expect(press(/^Refund/).getAttribute('aria-busy')).toBe('true')
    await user.keyboard('{Enter}{Escape}')
    expect(call.body).toEqual({
      paymentHistoryId: 51,
      consumerId: 7,
      isFullRefund: true,
      reason: 'By mistake',
      expectedAmount: 25.2,
      expectedTokens: 25,
    })
    expect(call.idempotencyKey).toMatch(/\S{8}/)
    answer(listPaymentHistories, pageOf([{ ...payment, refundedAmount: -25.2 }, done.refund]))
    call.answer(done)
    await screen.findByText('Payment refunded successfully.')
    await screen.findByText('1JU08902781691411')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(calls).toHaveLength(1)
  })

  test('that the provider still works on is not said to be made', async () => {
    answer(refundPayment, {
      ...done,
      refund: { ...done.refund, refundState: 'pending' },
      message: refundMessages.pending,
    })
    const { user } = await openPayment()
    await user.click(await screen.findByRole('button', { name: 'Refund $25.20' }))
    await screen.findByText(refundMessages.pending)
    expect(screen.queryByText('Payment refunded successfully.')).toBeNull()
  })

  test('that the provider turns down at once says so where it was asked for, and may be made anew', async () => {
    const calls = hold(refundPayment)
    const { user } = await openPayment()
    await user.click(await screen.findByRole('button', { name: 'Refund $25.20' }))
    const first = await nth(calls, 1)
    await meanwhile(() => first.refuse('not_refundable', { message: refundRefusedMessage }))
    expect((await inDialog().findByRole('alert')).textContent).toBe(refundRefusedMessage)
    await user.click(await screen.findByRole('button', { name: 'Refund $25.20' }))
    expect((await nth(calls, 2)).idempotencyKey).not.toBe(first.idempotencyKey)
  })

  test('that takes back something else meanwhile shows that, and is made for it alone', async () => {
    const calls = hold(refundPayment)
    const { user } = await openPayment()
    await user.click(await screen.findByRole('button', { name: 'Refund $25.20' }))
    const first = await nth(calls, 1)
    const previews = hold(previewRefund)
    answer(listPaymentHistories, pageOf([{ ...payment, refundedAmount: -5 }]))
    first.refuse('conflict')
    const again = await nth(previews, 1)
    expect(takesBack()).toContain('Working out what it takes back')
    expect(inDialog().getByRole('alert').textContent).toMatch(
      /has changed meanwhile\. Nothing was refunded\./,
    )
    expect(press('Refund').disabled).toBe(true)
    again.answer({ ...preview, availableAmount: 20.2, amount: 20.2, tokensTakenBack: 20 })
    await screen.findByRole('button', { name: 'Refund $20.20' })
    await waitFor(() => expect(available()).toBe('$20.20'))
    await choosePart(user, '20.21')
    await user.tab()
    await inDialog().findByText('* Partial refund amount can not be greater than available amount.')
    answer(previewRefund, { ...preview, availableAmount: 20.2, amount: 20.2, tokensTakenBack: 20 })
    await user.click(inDialog().getByRole('radio', { name: 'Full Refund' }))
    await user.click(await screen.findByRole('button', { name: 'Refund $20.20' }))
    const second = await nth(calls, 2)
    expect(second.body).toMatchObject({ expectedAmount: 20.2, expectedTokens: 20 })
    expect(second.idempotencyKey).not.toBe(first.idempotencyKey)
  })

  test('of what was refunded elsewhere meanwhile says that nothing is left', async () => {
    const calls = hold(refundPayment)
    const { user } = await openPayment()
    await user.click(await screen.findByRole('button', { name: 'Refund $25.20' }))
    const call = await nth(calls, 1)
    answer(listPaymentHistories, pageOf([{ ...payment, refundedAmount: -25.2 }]))
    call.refuse('not_refundable')
    await waitFor(() => expect(inDialog().queryByRole('radio')).toBeNull())
    expect(available()).toBe('$0.00')
    expect(inDialog().getAllByText('The available amount is insufficient to refund.')).not.toEqual([])
  })

  test('whose answer is lost goes again as it was, under the same key', async () => {
    const calls = hold(refundPayment)
    const { user } = await openPayment()
    await user.click(await screen.findByRole('button', { name: 'Refund $25.20' }))
    const lost = await nth(calls, 1)
    const shown = takesBack()
    // It was made: the server would say that nothing is left, and of the payment that it is refunded.
    const previews = hold(previewRefund)
    answer(listPaymentHistories, pageOf([{ ...payment, refundedAmount: -25.2 }, done.refund]))
    await meanwhile(() => lost.drop())
    const again = await inDialog().findByRole('button', { name: 'Try again' })
    await meanwhile(() => void refresh(listPaymentHistories, previewRefund))
    expect(inDialog().getByRole('alert').textContent).toMatch(/nothing is refunded twice\.$/)
    expect(inDialog().getByRole<HTMLInputElement>('radio', { name: 'Partial Refund' }).disabled).toBe(true)
    expect([takesBack(), available(), previews.length]).toEqual([shown, '$25.20', 0])
    expect(screen.getAllByText(NO_ANSWER)).toHaveLength(1)
    await user.click(again)
    const second = await nth(calls, 2)
    expect([second.idempotencyKey, second.body]).toEqual([lost.idempotencyKey, lost.body])
    await meanwhile(() => second.answer(done))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('that is refused says why', async () => {
    const calls = hold(refundPayment)
    const { user } = await openPayment()
    await user.click(await screen.findByRole('button', { name: 'Refund $25.20' }))
    const call = await nth(calls, 1)
    call.refuse('dispute_open')
    expect((await inDialog().findByRole('alert')).textContent).toMatch(/^This payment is disputed\./)
  })
})

describe('a partial refund', () => {
  test('is of what is entered, and says what is wrong with it', async () => {
    const calls = hold(refundPayment)
    const { user } = await openPayment()
    await choosePart(user, '30')
    await user.tab()
    await inDialog().findByText('* Partial refund amount can not be greater than available amount.')
    expect(takesBack()).toBe('What it takes back shows here once there is an amount.')
    expect(press('Refund').disabled).toBe(true)
    await user.clear(amountField())
    await inDialog().findByText('* Partial refund amount can not be empty.')
    await user.type(amountField(), '0')
    await inDialog().findByText('* Invalid amount.')
    answer(previewRefund, { ...preview, amount: 10.1, tokensTakenBack: 11 })
    await user.clear(amountField())
    await user.type(amountField(), '10.1')
    await user.click(await screen.findByRole('button', { name: 'Refund $10.10' }))
    const call = await nth(calls, 1)
    expect(call.body).toEqual({
      paymentHistoryId: 51,
      consumerId: 7,
      isFullRefund: false,
      amount: 10.1,
      expectedAmount: 10.1,
      expectedTokens: 11,
    })
    call.refuse('refund_too_large')
    const words = '* Partial refund amount can not be greater than available amount.'
    await inDialog().findByText(words)
    expect(amountField().getAttribute('aria-invalid')).toBe('true')
  })

  test('that was entered is not lost unasked', async () => {
    const { user } = await openPayment()
    await choosePart(user, '5')
    await user.keyboard('{Escape}')
    const question = screen.getByRole('dialog', { name: 'Discard what you entered?' })
    await user.click(within(question).getByRole('button', { name: 'Discard' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('what a partial refund takes back', () => {
  afterEach(() => releaseTime())

  test('is asked for once typing rests, and never shown under another amount', async () => {
    await openPayment()
    await screen.findByRole('button', { name: 'Refund $25.20' })
    const calls = hold(previewRefund)
    const user = holdTime()
    const asked = () => calls.map(({ query }) => query.get('amountCents'))
    await choosePart(user, '1')
    await pass(299)
    expect(asked()).toEqual([])
    await pass(1)
    expect(asked()).toEqual(['100'])
    // The answer of 1 comes when 10 stands there.
    await user.type(amountField(), '0')
    calls[0]?.answer({ ...preview, amount: 1, tokensTakenBack: 1 })
    await pass(299)
    expect(takesBack()).toContain('Working out')
    expect(press('Refund').disabled).toBe(true)
    await pass(1)
    expect(asked()).toEqual(['100', '1000'])
    calls[1]?.answer({ ...preview, amount: 10, tokensTakenBack: 10, tokensMissing: 0 })
    await waitFor(() => expect(takesBack()).toBe('Takes back 10 Tokens'))
    expect(press('Refund $10.00').disabled).toBe(false)
    // Back at 1, it is asked anew.
    await user.type(amountField(), '{Backspace}')
    await pass(300)
    expect(takesBack()).toContain('Working out')
    expect(asked()).toEqual(['100', '1000', '100'])
  })
})
