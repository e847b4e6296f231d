import { expect, test } from 'vitest'
import { pricePerToken, worthInstead, worthOf } from './token-words.ts'

test.each([
  [0, '= 0 Sunbursts', null],
  [1, '= 1 Sunburst', null],
  [6, '= 6 Sunbursts', null],
  [7, '= 1 reading', 'or 7 Sunbursts'],
  [13, '= 1 reading', 'or 13 Sunbursts'],
  [30, '= 4 readings', 'or 30 Sunbursts'],
  [7000, '= 1,000 readings', 'or 7,000 Sunbursts'],
])('%i tokens are good for %s', (tokens, words, instead) => {
  expect([worthOf(tokens), worthInstead(tokens)]).toEqual([words, instead])
})

test('the price of a token is said to the cent', () => {
  expect(pricePerToken({ price: 6.65, numberOfTokens: 7 })).toBe('$0.95 per token')
  expect(pricePerToken({ price: 1, numberOfTokens: 1 })).toBe('$1.00 per token')
})
