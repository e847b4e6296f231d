import type { PaymentHistory } from '@almanac/contract/refunds'
import { describe, expect, test } from 'vitest'
import {
  amountError,
  availableCentsOf,
  hindrance,
  paymentIdOf,
  readCents,
  refundSchema,
} from './refund-rules.ts'

const ids = { refundId: 're_1', paymentIntentId: 'pi_1', captureId: 'ch_1' }
const named = (changes: object) => paymentIdOf({ ...ids, ...changes } as PaymentHistory)

test('a row is called by its refund, else by its payment, else by the money taken', () => {
  expect(named({})).toBe('re_1')
  expect(named({ refundId: null })).toBe('pi_1')
  expect(named({ refundId: null, paymentIntentId: null })).toBe('ch_1')
})

test.each([
  [25.2, 0, 0, 2_520],
  [25.2, -5.1, 0, 2_010],
  [0.3, -0.1, 0, 20],
  [25.2, -25.2, 0, 0],
  [25.2, -30, 0, 0],
  [25.2, -5.1, -10, 1_010],
  [25.2, 0, -25.2, 0],
])(
  'of %d with %d refunded and %d lost in disputes %i cents are left',
  (amount, refundedAmount, lostAmount, cents) => {
    expect(availableCentsOf({ amount, refundedAmount, lostAmount })).toBe(cents)
  },
)

test('a dispute stands before all else, then that nothing is left', () => {
  const row = { amount: 25.2, refundedAmount: -25.2, lostAmount: 0, isDisputed: true } as PaymentHistory
  expect(hindrance(row)).toMatch(/^This payment is disputed\./)
  expect(hindrance({ ...row, isDisputed: false })).toBe('The available amount is insufficient to refund.')
  expect(hindrance({ ...row, isDisputed: false, refundedAmount: -25.19 })).toBeNull()
})

test.each([
  ['10', 1_000],
  ['10.5', 1_050],
  ['.5', 50],
  [' 0.29 ', 29],
  ['1.15', 115],
  ['9999.99', 999_999],
  ['', null],
  ['.', null],
  ['0', null],
  ['0.00', null],
  ['1.', null],
  ['1.005', null],
  ['-1', null],
  ['1e3', null],
  ['1,5', null],
  ['12345678', null],
])('%j is %j cents', (typed, cents) => {
  expect(readCents(typed)).toBe(cents)
})

describe('a partial amount', () => {
  test.each([
    ['', '* Partial refund amount can not be empty.'],
    ['  ', '* Partial refund amount can not be empty.'],
    ['0', '* Invalid amount.'],
    ['x', '* Invalid amount.'],
    ['20.21', '* Partial refund amount can not be greater than available amount.'],
    ['20.20', null],
  ])('%j of 20.20 is told %j', (typed, words) => {
    expect(amountError(typed, 2_020)).toBe(words)
  })

  test('is asked for of a partial refund alone', () => {
    const messages = (kind: string) =>
      refundSchema(2_020)
        .safeParse({ kind, amount: '', reason: '' })
        .error?.issues.map(({ path, message }) => [path.join(), message])
    expect(messages('full')).toBeUndefined()
    expect(messages('partial')).toEqual([['amount', '* Partial refund amount can not be empty.']])
  })
})
