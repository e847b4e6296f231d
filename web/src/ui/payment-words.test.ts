import { expect, test } from 'vitest'
import { keptAmount, paidWith, refundState } from './payment-words.ts'

test.each([
  ['Stripe', 'visa', '4242', 'Visa ending 4242'],
  ['Stripe', 'newcomer', '1111', 'Card ending 1111'],
  ['Paypal', null, null, 'Paypal'],
])('%s %s %s reads %s', (paymentMethod, cardBrand, lastFourDigit, words) => {
  expect(paidWith({ paymentMethod, cardBrand, lastFourDigit })).toBe(words)
})

test.each([
  [72.8, 0, null, 72.8],
  [72.8, -0.1, 'Partly refunded', 72.7],
  [0.3, -0.1, 'Partly refunded', 0.2],
  [72.8, -72.8, 'Refunded', 0],
])('of $%f with $%f refunded: %s, %f kept', (amount, refundedAmount, state, kept) => {
  expect(refundState({ amount, refundedAmount })).toBe(state)
  expect(keptAmount({ amount, refundedAmount, lostAmount: 0 })).toBe(kept)
  expect(keptAmount({ amount, refundedAmount: 0, lostAmount: refundedAmount })).toBe(kept)
})
